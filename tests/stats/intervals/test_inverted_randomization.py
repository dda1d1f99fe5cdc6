"""Intervals by inverted randomisation: the test itself, and coverage."""

import numpy as np
import pytest

from sacreval.stats.intervals.inverted_randomization import all_masks, inverted_interval, partitions
from sacreval.stats.significance.paired import kept_sums


def interval(differences, *, alpha=0.05, seed=1):
    """Return the interval of a mean of differences."""
    table = np.column_stack([differences, np.ones(len(differences))])
    parts = partitions([table], seed=seed)
    means = [sums[:, 0] / sums[:, 1] for sums in (parts.kept[0], parts.changed[0])]
    return inverted_interval(*means, parts, alpha=alpha)


def test_it_holds_what_the_test_does_not_reject():
    """For nine differences, p by enumeration of all signs is above .05 inside and not outside."""
    found = np.random.default_rng(4).normal(0.4, size=9)
    signs = 1 - 2 * np.concatenate([all_masks(9), 1 - all_masks(9)])
    bounds = interval(found)
    width = float(bounds.high - bounds.low)

    def p(delta):
        shifted = found - delta
        return np.mean(abs(signs @ shifted) >= abs(shifted.sum()) - 1e-12)

    inside = np.linspace(bounds.low + width / 1e6, bounds.high - width / 1e6, 50)
    assert min(p(delta) for delta in inside) > 0.05
    assert max(p(bounds.low - width / 1e6), p(bounds.high + width / 1e6)) <= 0.05


def test_masks_are_those_of_the_test():
    """The kept sums of more than eleven units are the first of paired approximate randomisation."""
    table = np.random.default_rng(1).normal(size=(40, 3))
    [wanted] = kept_sums([table], trials=10_000, seed=7)
    parts = partitions([table], seed=7)
    assert parts.kept[0] == pytest.approx(wanted[:2_000], abs=1e-12)
    assert parts.kept[0] + parts.changed[0] == pytest.approx(np.tile(table.sum(0), (2_000, 1)))


def test_few_units_have_none():
    """Five units cannot reject at .05, six can; a trial without two sides has the sum of all."""
    assert interval(np.arange(5.0)) is None
    assert interval(np.arange(6.0)) is not None
    parts = partitions([np.arange(5.0)[:, None]], seed=1)
    assert parts.whole.sum() == 1
    assert parts.kept[0][parts.whole] == parts.changed[0][parts.whole] == [[10.0]]


@pytest.mark.long
@pytest.mark.parametrize("n", [8, 25])
def test_coverage(n):
    """In 400 worlds of exponential differences it covers the mean in 92 to 98 of 100."""
    rng = np.random.default_rng(n)
    covered = 0
    for _ in range(400):
        bounds = interval(rng.exponential(size=n) - rng.exponential(size=n) + 2)
        covered += bounds.low <= 2 <= bounds.high
    assert 0.92 <= covered / 400 <= 0.98
