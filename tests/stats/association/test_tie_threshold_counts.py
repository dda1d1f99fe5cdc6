"""Counts of agreeing pairs by threshold of ties."""

import numpy as np

from sacreval.stats.association.tie_threshold_counts import AgreeingPairs


def test_agreeing_pairs_are_those_written_out():
    """Counting under any weights, ties and thresholds gives what all pairs written out give.

    A pair weighs the product of the weights of its two cells; no cell is paired with itself.
    """
    rng = np.random.default_rng(0)
    for _ in range(300):
        n = int(rng.integers(1, 12))
        x = np.round(rng.normal(size=n), int(rng.integers(0, 3)))
        z = rng.integers(0, int(rng.integers(1, 6)), size=n).astype(float)
        epsilon = abs(x[0] - x[-1]) if rng.random() < 0.7 else rng.random()
        w = rng.integers(0, 3, size=n)
        dx, dz = (side[:, None] - side for side in (x, z))
        agree = np.where(np.abs(dx) <= epsilon, dz == 0, np.sign(dx) == np.sign(dz))
        weight = np.outer(w, w) * (1 - np.eye(n))
        expected = (agree * weight).sum() / weight.sum() if weight.any() else np.nan
        got = AgreeingPairs(x, z, epsilon).share(w[:, None].astype(float))
        np.testing.assert_allclose(got, [expected], atol=1e-12)
