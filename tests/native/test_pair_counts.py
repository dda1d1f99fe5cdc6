"""Kernels of pairs and ranks of scores beside the same pairs written out."""

import numpy as np
import pytest

from sacreval import native
from sacreval.features.correlate.measures.soft_accuracy import count_at_least
from sacreval.features.correlate.measures.tie_calibration import (
    calibrate,
    correct_pairs,
    pair_table,
)
from sacreval.features.correlate.resampling.cell_swaps import distances
from sacreval.native.pair_counts import PairTotals, RankMoments
from sacreval.stats.association.levels import Groups
from sacreval.stats.association.pair_counts import average_ranks
from support.sizes import few

ROUNDING = 1e-12


def random_sides(rng, groups=3):
    """Draw scores with ties, other sizes, and missing cells."""
    shape = groups, int(rng.integers(1, 14))
    x = np.round(rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4), int(rng.integers(0, 5)))
    z = rng.integers(0, int(rng.integers(1, 6)), size=shape).astype(float)
    missing = rng.random(shape) < rng.choice([0.0, 0.2])
    return np.where(missing, np.nan, x), np.where(missing, np.nan, z)


def written_out(x, z, w, epsilon):
    """Count the pairs of one group without missing cells, from all pairs."""
    dx, dz = (side[:, None] - side for side in (x, z))
    weight = np.triu(np.outer(w, w), 1)
    near = np.abs(dx) <= epsilon
    drawn = w > 0
    parts = (~near & (dx * np.sign(dz) > 0), near & (dz == 0), dx == 0, dz == 0)
    counts = [int((part * weight).sum()) for part in parts]
    distinct = [len(np.unique(side[drawn])) for side in (x, z)]
    return [w.sum(), (w * (w - 1) // 2).sum(), drawn.sum(), *counts, *distinct]


@few(10, "seed", range(40))
def test_weighted_pairs(seed):
    """Counts of any weights, ties, thresholds and numbers of resamples are those written out."""
    rng = np.random.default_rng(seed)
    x, z = random_sides(rng)
    weights = rng.integers(0, 4, size=(int(rng.integers(1, 40)), x.shape[1])).astype(np.uint16)
    epsilon = float(rng.choice([0.0, 0.5, np.nanmax(np.abs(x), initial=0.0)]))
    counts = native.weighted_pairs(native.ordered_cells(x, z), weights, epsilon)
    for g in range(len(x)):
        seen = ~np.isnan(x[g])
        for r, row in enumerate(weights.astype(np.int64)):
            expected = written_out(x[g][seen], z[g][seen], row[seen], epsilon)
            assert [part[r, g] for part in counts] == expected
    lean = native.agreeing_pairs(native.ordered_cells(x, z), weights, epsilon)
    assert (lean.agreeing == counts.concordant + counts.tied).all()
    assert (lean.cells == counts.cells).all()
    assert (lean.copies == counts.copies).all()


@few(5, "seed", range(20))
def test_weighted_ranks(seed):
    """Moments are those of the mean ranks of the copied cells, doubled and centred."""
    rng = np.random.default_rng(seed)
    x, z = random_sides(rng)
    weights = rng.integers(0, 4, size=(19, x.shape[1])).astype(np.uint16)
    sums = native.weighted_ranks(native.ordered_cells(x, z), weights)
    for g in range(len(x)):
        seen = ~np.isnan(x[g])
        for r, row in enumerate(weights):
            drawn = [np.repeat(side[g][seen], row[seen]) for side in (x, z)]
            a, b = (2 * average_ranks(side) - len(side) - 1 for side in drawn)
            assert [part[r, g] for part in sums] == [(a * a).sum(), (b * b).sum(), (a * b).sum()]


def weights_of(x, z):
    """Weight a pair of each group as the mean over groups of shares does."""
    pairs = np.bincount(pair_table(Groups(x, z)).group, minlength=len(x))
    return np.divide(1.0, pairs, out=np.zeros(len(x)), where=pairs > 0) / max(
        1, np.count_nonzero(pairs)
    )


@few(15, "seed", range(60))
def test_best_threshold(seed):
    """The threshold is that of the whole curve, to the last bit."""
    rng = np.random.default_rng(seed)
    x, z = random_sides(rng, groups=int(rng.integers(1, 9)))
    if seed % 2:
        z = z + np.round(x)
    threshold = native.best_threshold(native.ordered_cells(x, z), weights_of(x, z), ROUNDING)
    assert threshold == calibrate(pair_table(Groups(x, z))).epsilon


def metrics_of_many_kinds(rng, n):
    """Draw a human score and metrics: smooth, with steps, heavy-tailed, rounded to one bit off."""
    z = np.round(rng.normal(size=n) * 2)
    x = z + rng.normal(size=n)
    steps = np.round(x)
    # The differences of 0.1, 0.2 ... differ in their last bits.
    return z, (x, steps, np.exp(3 * x), np.round(x, 1), np.where(x > 0, 1e300, 1e-300) * steps)


@pytest.mark.parametrize("kind", range(5))
def test_the_threshold_of_many_pairs(kind):
    """Parts of the curve are halved, cut into bins and sorted, and the best is still the first."""
    rng = np.random.default_rng(kind)
    z, metrics = metrics_of_many_kinds(rng, 900)
    x, z = metrics[kind][None], z[None]
    threshold = native.best_threshold(native.ordered_cells(x, z), np.ones(1), 0.5)
    assert threshold == calibrate(pair_table(Groups(x, z))).epsilon


@pytest.mark.parametrize("unit", [2.0**-1074, 2.0**-1030, 2.0**-990, 2.0**900])
def test_the_threshold_grows_with_the_scores(unit):
    """Differences below the smallest normal number are cut into as many bins as any other."""
    rng = np.random.default_rng(5)
    x, z = rng.integers(0, 2**40, (1, 3000)).astype(float), rng.integers(0, 2, (1, 3000)) * 1.0
    threshold = native.best_threshold(native.ordered_cells(x, z), np.ones(1), 0.5)
    scaled = native.best_threshold(native.ordered_cells(x * unit, z), np.ones(1), 0.5)
    assert (threshold > 0, scaled) == (True, threshold * unit)


def test_a_slack_takes_the_first_of_near_maxima():
    """A threshold whose accuracy is within the slack of the largest, and that comes first, wins."""
    x, z = np.array([[0.0, 1.0, 5.0, 9.0]]), np.array([[0.0, 0.0, 0.0, 0.0]])
    cells = native.ordered_cells(x, z)
    assert native.best_threshold(cells, np.ones(1), 0.0) == 9
    assert native.best_threshold(cells, np.ones(1), 1.0) == 8


@pytest.mark.parametrize("seed", range(20))
def test_split_verdicts(seed):
    """Pairs that one metric alone gets right are those of the listed verdicts."""
    rng = np.random.default_rng(seed)
    x, z = random_sides(rng)
    x, z = np.nan_to_num(x), np.nan_to_num(z)
    y = np.round(x + rng.normal(size=x.shape), 1)
    starts = np.arange(0, x.size + 1, x.shape[1])
    counts = native.split_verdicts(starts, (x.ravel(), y.ravel(), z.ravel()), (0.5, 0.0))
    tables = [pair_table(Groups(side, z)) for side in (x, y)]
    first, second = (correct_pairs(t, e) for t, e in zip(tables, (0.5, 0.0), strict=True))
    for g in range(len(x)):
        in_group = tables[0].group == g
        expected = [(first & ~second & in_group).sum(), (second & ~first & in_group).sum()]
        assert counts[g].tolist() == expected


def test_no_cells():
    """Groups without cells, and no resamples, have no counts and threshold 0."""
    nothing = np.full((2, 3), np.nan)
    cells = native.ordered_cells(nothing, nothing)
    weights = np.ones((2, 3), dtype=np.uint16)
    assert all((part == 0).all() for part in native.weighted_pairs(cells, weights))
    assert all((part == 0).all() for part in native.weighted_ranks(cells, weights))
    assert native.weighted_pairs(cells, weights[:0])[0].shape == (0, 2)
    assert native.best_threshold(cells, np.ones(2), 0.0) == 0
    assert len(PairTotals._fields) == 9
    assert len(RankMoments._fields) == 3


def cells_of(**changed):
    """Two cells of one group, some of whose arrays are changed."""
    cells = native.ordered_cells(np.array([[1.0, 2.0]]), np.array([[0.0, 1.0]]))
    return cells._replace(**{name: np.array(values) for name, values in changed.items()})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"starts": [0, 3]}, "do not cover"),
        ({"starts": [0, 3, 2]}, "do not ascend"),
        ({"starts": [0, -1, 2]}, "do not ascend"),
        ({"ranks": [0, 2]}, "rank is out of range"),
        ({"ranks": [0, -1]}, "rank is out of range"),
        ({"ranks": [0]}, "other lengths"),
        ({"scores": [2.0, 1.0]}, "ascend"),
        ({"scores": [1.0, np.inf]}, "finite"),
        ({"scores": [1.0, np.nan]}, "finite"),
    ],
)
def test_damaged_cells(changed, message):
    """Arrays that do not belong together are errors for every kernel."""
    cells = cells_of(**changed)
    weights = np.ones((1, 2), dtype=np.uint16)
    with pytest.raises(ValueError, match=message):
        native.weighted_pairs(cells, weights)
    with pytest.raises(ValueError, match=message):
        native.weighted_ranks(cells, weights)
    with pytest.raises(ValueError, match=message):
        native.best_threshold(cells, np.ones(max(0, len(cells.starts) - 1)), 0.0)


def test_damaged_weights_and_thresholds():
    """Units outside the weights, weights of another length and a negative epsilon are errors."""
    weights = np.ones((1, 2), dtype=np.uint16)
    with pytest.raises(ValueError, match="unit is out of range"):
        native.weighted_pairs(cells_of(units=[0, 2]), weights)
    with pytest.raises(ValueError, match="unit is out of range"):
        native.weighted_ranks(cells_of(units=[-1, 0]), weights)
    with pytest.raises(ValueError, match="epsilon"):
        native.weighted_pairs(cells_of(), weights, -1.0)
    with pytest.raises(ValueError, match="other lengths"):
        native.best_threshold(cells_of(), np.ones(2), 0.0)
    with pytest.raises(ValueError, match="do not ascend"):
        native.split_verdicts(np.array([0, 5]), (np.ones(2),) * 3, (0.0, 0.0))


def test_a_resample_of_too_many_cells():
    """A sum of weights beyond 32 bits is an error, not another number."""
    n = 70_000
    cells = native.ordered_cells(np.zeros((1, n)), np.zeros((1, n)))
    weights = np.full((1, n), 2**16 - 1, dtype=np.uint16)
    with pytest.raises(OverflowError, match="too many cells"):
        native.weighted_pairs(cells, weights)


@pytest.mark.parametrize("systems", [1, 2, 6, 11])
def test_count_at_least(systems):
    """Counts are those of NumPy, ties included."""
    rng = np.random.default_rng(systems)
    flipped = np.round(rng.normal(size=(systems, 600)), 1).astype(np.float32)
    totals = np.round(rng.normal(size=systems), 1).astype(np.float32)
    assert np.array_equal(native.count_at_least(flipped, totals), count_at_least(flipped, totals))


@pytest.mark.parametrize("systems", [2, 3, 6, 9])
def test_soft_swaps(systems):
    """Distances and their bounds are those of NumPy, near the given size and far from it."""
    rng = np.random.default_rng(systems)
    shape = 3, systems, 700
    whole = np.round(rng.normal(size=shape), 1).astype(np.float32)
    moved = np.round(rng.normal(size=(4, *shape)), 1).astype(np.float32)
    pairs = np.array(np.triu_indices(3, 1)).T
    human = rng.integers(0, 700, size=systems * (systems - 1) // 2)
    near = np.array([[0.0, np.inf], [100.0, 50.0], [0.0, -1.0]])
    slack = np.full(3, 0.15, dtype=np.float32)
    swaps = native.soft_swaps(whole, moved, pairs, human, slack=slack, near=near)
    wanted = distances(whole, moved, pairs, human, slack=slack, near=near)
    assert np.array_equal(swaps, wanted)
    assert (swaps[:, 0, 0] < swaps[:, 0, 1]).all()
    assert (swaps[:, 2, 0] == swaps[:, 2, 1]).all()


def test_arrays_that_do_not_fit_are_refused():
    """The kernels never read past an array."""
    whole, moved = np.zeros((2, 3, 8), np.float32), np.zeros((1, 2, 3, 8), np.float32)
    human, near = np.zeros(3, np.int64), np.zeros((1, 2))
    options = {"slack": np.zeros(1, np.float32), "near": near}
    with pytest.raises(ValueError, match="metric"):
        native.soft_swaps(whole, moved, np.array([[0, 2]]), human, **options)
    with pytest.raises(ValueError, match="lengths"):
        native.soft_swaps(whole, moved, np.array([[0, 1]]), human[:2], **options)
    with pytest.raises(ValueError, match="lengths"):
        native.count_at_least(np.zeros(7, np.float32), np.zeros(2, np.float32))
