"""Ties and soft accuracy against mt-metrics-eval."""

import numpy as np
import pytest

from sacreval.features.correlate.measures import tie_calibration
from sacreval.features.correlate.measures.soft_accuracy import (
    flips,
    pair_p_values,
    soft_accuracy_replicates,
    soft_pairwise_accuracy,
)
from sacreval.features.correlate.measures.tie_calibration import (
    Verdicts,
    calibrate,
    correct_pairs,
    fitted_threshold,
    group_weights,
    kernels_cover,
    pair_blocks,
    pair_counts,
    pair_table,
)
from sacreval.stats.association.levels import Groups
from sacreval.stats.association.row_coefficients import TiedAccuracy
from sacreval.stats.draws import Units, draw_resamples, leave_one_out
from support.sizes import long


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


def test_the_calibration_curve(golden):
    """The curve has every threshold and accuracy, and the first maximum is chosen."""
    epsilons, accuracies = golden["mtme"]["curve"]
    groups = Groups(matrix([[0, 2, 6, 8]]), matrix([[1, 1, 1, 4]]))
    calibration = calibrate(pair_table(groups))
    np.testing.assert_allclose(calibration.epsilons, epsilons)
    np.testing.assert_allclose(calibration.accuracies, accuracies)
    assert calibration.epsilon == 4


def test_the_calibration_curve_with_missing_cells(golden):
    """Missing cells drop their pairs, and a group without pairs does not count."""
    case = golden["mtme"]["curve_missing"]
    epsilon, _, curve = case["expected"]
    calibration = calibrate(pair_table(Groups(matrix(case["metric"]), matrix(case["human"]))))
    assert calibration.epsilon == epsilon
    np.testing.assert_allclose(calibration.accuracies, curve, atol=1e-12)


def test_every_point_of_the_curve_is_the_accuracy_there():
    """The prefix sums are the accuracies one would compute at each epsilon."""
    rng = np.random.default_rng(0)
    groups = Groups(np.round(rng.normal(size=(8, 6)), 1), np.round(rng.normal(size=(8, 6))))
    pairs = pair_table(groups)
    calibration = calibrate(pairs)
    for epsilon, accuracy in zip(calibration.epsilons, calibration.accuracies, strict=True):
        assert TiedAccuracy(epsilon).of(*groups).mean() == pytest.approx(accuracy, abs=1e-12)


def test_no_pair_no_calibration():
    """Without a pair the accuracy is undefined, and epsilon is 0."""
    calibration = calibrate(pair_table(Groups(matrix([[1]]), matrix([[2]]))))
    assert calibration.epsilon == 0
    assert np.isnan(calibration.accuracies).all()


@pytest.mark.parametrize("most", [1, 50, 2_000_000])
@pytest.mark.parametrize("bins", [1, 3, long(2**16)])
def test_it_is_the_threshold_of_the_whole_curve(most, bins, monkeypatch):
    """With few bins and few pairs sorted at once, too, it is the same to the last bit."""
    monkeypatch.setattr(tie_calibration, "MOST_SORTED", most)
    monkeypatch.setattr(tie_calibration, "BINS", bins)
    rng = np.random.default_rng(most + bins)
    for _ in range(60):
        shape = int(rng.integers(1, 6)), int(rng.integers(1, 14))
        x = np.round(rng.normal(size=shape), int(rng.integers(0, 4)))
        z = np.round(x * rng.integers(0, 2) + rng.normal(size=shape))
        missing = rng.random(shape) < rng.choice([0.0, 0.3])
        groups = Groups(*(np.where(missing, np.nan, side) for side in (x, z)))
        assert tie_calibration.best_threshold(groups) == calibrate(pair_table(groups)).epsilon


def test_no_pair_and_no_finite_difference():
    """Without a pair it is 0; differences that overflow are beyond every finite one."""
    nothing = np.full((2, 3), np.nan)
    assert tie_calibration.best_threshold(Groups(nothing, nothing)) == 0
    far = Groups(np.array([[-1.7e308, 0.0, 1.7e308]]), np.zeros((1, 3)))
    assert tie_calibration.best_threshold(far) == np.inf


@pytest.mark.parametrize("cells", [1, 7, 40, 10_000])
def test_blocks_hold_the_pairs_of_the_table(cells):
    """Blocks of any size list each pair of each group once, up to the order of its two cells."""
    rng = np.random.default_rng(cells)
    x, z = np.round(rng.normal(size=(2, 5, 9)), 1)
    z[rng.random(z.shape) < 0.2] = np.nan
    groups = Groups(np.where(np.isnan(z), np.nan, x), z)

    def listed(tables):
        rows = [np.stack([t.metric, t.human, t.group]) for t in tables]
        return sorted(map(tuple, np.concatenate(rows, axis=1).T.tolist()))

    assert listed(pair_blocks(groups, cells)) == listed([pair_table(groups)])


def test_weights_give_each_group_with_pairs_the_same_share():
    """The weights of all pairs add up to 1, in equal parts for groups with a pair."""
    x = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, np.nan], [1.0, np.nan, np.nan]])
    groups = Groups(x, x)
    assert pair_counts(groups).tolist() == [3, 1, 0]
    assert (group_weights(groups) * pair_counts(groups)).tolist() == pytest.approx([0.5, 0.5, 0])


@pytest.fixture(params=["0", "1"], ids=["kernels", "numpy"])
def engine(request, monkeypatch):
    """Compute with the compiled kernels, then without them."""
    monkeypatch.setenv("SACREVAL_NO_NATIVE", request.param)


def random_groups(rng):
    """Draw scores of groups of equal or other sizes."""
    shape = int(rng.integers(1, 9)), int(rng.integers(1, 20))
    z = np.round(rng.normal(size=shape) * rng.integers(1, 4))
    x = np.round(z + rng.normal(size=shape), int(rng.integers(0, 5)))
    missing = rng.random(shape) < rng.choice([0.0, 0.2])
    return Groups(np.where(missing, np.nan, x), np.where(missing, np.nan, z))


@pytest.mark.usefixtures("engine")
def test_the_threshold_is_that_of_the_whole_curve():
    """Groups of one size and of several, ties and missing cells: the same epsilon to the bit."""
    rng = np.random.default_rng(3)
    for _ in range(150):
        groups = random_groups(rng)
        expected = calibrate(pair_table(groups)).epsilon
        assert fitted_threshold.__wrapped__(*groups) == expected


@pytest.mark.usefixtures("engine")
def test_scores_whose_differences_overflow():
    """Kernels do not cover them; the threshold is still that of the whole curve."""
    x = np.array([[-1.7e308, 0.0, 1.7e308, 1.0]])
    z = np.array([[0.0, 1.0, 0.0, 2.0]])
    assert not kernels_cover(x)
    expected = calibrate(pair_table(Groups(x, z))).epsilon
    assert fitted_threshold.__wrapped__(x, z) == expected


@pytest.mark.usefixtures("engine")
def test_split_verdicts_are_those_of_listed_pairs():
    """Each group has as many pairs that one metric alone gets right as its list of pairs."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        x, z = random_groups(rng)
        y = np.round(x + rng.normal(size=x.shape), 1)
        counts = Verdicts(x, y, z, (0.5, 0.0)).split()
        tables = [pair_table(Groups(side, z)) for side in (x, y)]
        first, second = (correct_pairs(t, e) for t, e in zip(tables, (0.5, 0.0), strict=True))
        for g in range(len(x)):
            in_group = tables[0].group == g
            assert counts[g, 0] == (first & ~second & in_group).sum()
            assert counts[g, 1] == (second & ~first & in_group).sum()


def test_soft_pairwise_accuracy_of_mtme(golden):
    """The synthetic value of mt-metrics-eval comes out, order of exactly tied systems included."""
    got = soft_pairwise_accuracy(matrix([[2, 2, 4], [1, 3, 5]]), matrix([[1, 2, 3], [2, 3, 4]]))
    assert got == pytest.approx(golden["mtme"]["spa"], abs=5e-4)


def test_soft_accuracy_edges():
    """A metric equal to people is perfect; one system is undefined; tied systems have p = 1."""
    z = np.random.default_rng(0).normal(size=(5, 40))
    assert soft_pairwise_accuracy(z, z) == 1
    assert np.isnan(soft_pairwise_accuracy(z[:1], z[:1]))
    assert np.isnan(soft_pairwise_accuracy(z[:, :0], z[:, :0]))
    assert pair_p_values(np.ones((2, 10)), flips(10)).tolist() == [1.0]


@pytest.mark.parametrize("units", Units)
def test_soft_accuracy_of_resamples(units):
    """Each replicate is the recipe on the inputs drawn, pairs weighed by how often both were drawn.

    No system is paired with its own copy; to leave one out is one such resample.
    """
    rng = np.random.default_rng(1)
    z = rng.normal(size=(6, 25)) + np.arange(6)[:, None] / 4
    x = z + rng.normal(size=z.shape)
    draw_sets = [(draw_resamples(units, 6, 25, 30, 3))]
    draw_sets += [leave_one_out(units, 6, 25)] if units is not Units.BOTH else []
    for draws in draw_sets:
        got = soft_accuracy_replicates(x, z, draws)
        for r in range(draws.count):
            rows = np.repeat(np.arange(6), 1 if draws.systems is None else draws.systems[r])
            columns = np.repeat(np.arange(25), 1 if draws.inputs is None else draws.inputs[r])
            sides = (pair_p_values(side[:, columns], flips(len(columns))) for side in (x, z))
            w = np.bincount(rows, minlength=6)
            first, second = np.triu_indices(6, 1)
            expected = np.average(1 - abs(np.subtract(*sides)), weights=w[first] * w[second])
            # Equal sums of single precision may differ in the last bit from call to call of BLAS.
            assert got[r] == pytest.approx(expected, abs=1e-2)
