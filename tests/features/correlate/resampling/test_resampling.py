"""The bootstrap of correlations by matrix products, written out and by kernels."""

import re
from itertools import product

import numpy as np
import pytest

from sacreval.features.correlate.resampling import bootstrap
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.features.correlate.resampling.bootstrap_correlations import draw_indices, weight_form
from sacreval.features.correlate.resampling.permutation import permuted_differences
from sacreval.features.correlate.resampling.resampling_kernels import (
    column_ranks,
    human_side,
    per_column,
    swap_classes,
    weight_classes,
)
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    PEARSON,
    TAU_10,
    TAU_13,
    TAU_14,
    TAU_A,
    TAU_B,
    TAU_C,
    TAU_EQ,
    PearsonCoefficient,
    SpearmanCoefficient,
)
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.association.row_coefficients import KendallLike, TiedAccuracy, WeightedTau
from sacreval.stats.draws import Resamples, Swap, Units, draw_resamples, draw_swaps, leave_one_out
from support.sizes import few, long

COEFFICIENTS = {
    "pearson": c.PearsonCoefficient(),
    "spearman": c.SpearmanCoefficient(),
    "tau-b": c.TAU_B,
    "tau-10": c.TAU_10,
    "tau-13": c.TAU_13,
    "tau-14": c.TAU_14,
    "darr": KendallLike(0.5),
    "weighted": WeightedTau(),
}

EPSILON = 0.37

OVER_PAIRS = {
    "tau-a": c.TAU_A,
    "tau-c": c.TAU_C,
    "tau-eq": c.TAU_EQ,
    "accuracy": c.PAIR_ACCURACY,
    "acc-eq": TiedAccuracy(EPSILON),
    "darr": KendallLike(0.0),
}

each_number = pytest.mark.parametrize("resamples", [4, long(25)])


@each_number
@few(5, "name", COEFFICIENTS)
@pytest.mark.parametrize("units", Units)
def test_a_bootstrap_is_what_gathering_gives(three, name, units, resamples):
    """At every level each replicate equals the correlation of the rows and columns drawn."""
    x, _, z = three
    coefficient = COEFFICIENTS[name]
    draws = draw_resamples(units, *x.shape, resamples, 1)
    for level in Level:
        got = bootstrap_values(x, z, level, coefficient, draws)
        for r in range(resamples):
            drawn_x, drawn_z = x, z
            if draws.systems is not None:
                rows = np.repeat(np.arange(len(x)), draws.systems[r])
                drawn_x, drawn_z = drawn_x[rows], drawn_z[rows]
            if draws.inputs is not None:
                columns = np.repeat(np.arange(x.shape[1]), draws.inputs[r])
                drawn_x, drawn_z = drawn_x[:, columns], drawn_z[:, columns]
            expected = correlation(drawn_x, drawn_z, level, coefficient).value
            np.testing.assert_allclose(got[r], expected, atol=1e-9, err_msg=str(level))


def weighted_pairs(name, x, z, weights):
    """Write all pairs of different cells out, each with the product of its weights."""
    seen = ~(np.isnan(x) | np.isnan(z)) & (weights > 0)
    x, z, w = x[seen], z[seen], weights[seen].astype(float)
    i, k = np.triu_indices(len(x), 1)
    if len(i) == 0:
        return np.nan
    dx, dz, each = np.round(x[i] - x[k], 10), np.round(z[i] - z[k], 10), w[i] * w[k]
    tau = np.average(np.sign(dx) * np.sign(dz), weights=each)
    if name == "tau-a":
        return tau
    if name == "tau-c":
        distinct = min(len(np.unique(np.round(side, 10))) for side in (x, z))
        n = len(x)
        widened = tau * (n - 1) / n * distinct / (distinct - 1) if distinct > 1 else np.nan
        return np.clip(widened, -1, 1)
    if name == "darr":
        return 2 * np.average(np.sign(dx) * np.sign(dz) > 0, weights=each) - 1
    right = np.sign(dx) == np.sign(dz)
    if name == "acc-eq":
        right = np.where(np.abs(dx) <= EPSILON, dz == 0, right)
    share = np.average(right, weights=each)
    return 2 * share - 1 if name == "tau-eq" else share


def weighted_level(name, x, z, level, weights):
    """Weigh the pairs of a resample at a level, then the groups."""
    systems, inputs = weights
    if level is Level.SYSTEM:
        with np.errstate(invalid="ignore", divide="ignore"):
            means = [(np.nan_to_num(side) @ inputs) / (~np.isnan(side) @ inputs) for side in (x, z)]
        return weighted_pairs(name, *means, systems)
    if level is Level.GLOBAL:
        return weighted_pairs(name, x.ravel(), z.ravel(), np.outer(systems, inputs).ravel())
    if level is Level.GROUP_BY_SYSTEM:
        x, z, systems, inputs = x.T, z.T, inputs, systems
    each = np.array([weighted_pairs(name, a, b, systems) for a, b in zip(x.T, z.T, strict=True)])
    kept = ~np.isnan(each) & (inputs > 0)
    return np.average(each[kept], weights=inputs[kept]) if kept.any() else np.nan


@each_number
@few(4, "name", OVER_PAIRS)
@pytest.mark.parametrize("units", Units)
def test_pairs_of_a_unit_with_its_copy_are_left_out(three, name, units, resamples):
    """A pair weighs the product of how often both were drawn, and no unit is paired with itself."""
    x, _, z = three
    draws = draw_resamples(units, *x.shape, resamples, 1)
    ones = [np.ones((resamples, n), int) for n in x.shape]
    systems = ones[0] if draws.systems is None else draws.systems
    inputs = ones[1] if draws.inputs is None else draws.inputs
    for level in Level:
        got = bootstrap_values(x, z, level, OVER_PAIRS[name], draws)
        for r in range(resamples):
            expected = weighted_level(name, x, z, level, (systems[r].astype(int), inputs[r]))
            np.testing.assert_allclose(got[r], expected, atol=1e-9, err_msg=str(level))


@pytest.mark.parametrize("name", OVER_PAIRS)
def test_replicates_over_pairs_are_unbiased(name):
    """The mean over all resamples of systems is the value of the sample, ties or not."""
    x, z = np.array([3.0, 1.0, 2.0, 5.0])[:, None], np.array([1.0, 2.0, 4.0, 3.0])[:, None]
    drawn = np.array(list(product(range(4), repeat=4)))
    weights = (drawn[:, :, None] == np.arange(4)).sum(axis=1).astype(np.uint16)
    weights = weights[(weights > 0).sum(axis=1) > 1]
    draws = Resamples(weights, None, len(weights))
    value = correlation(x, z, Level.SYSTEM, OVER_PAIRS[name]).value
    replicates = bootstrap_values(x, z, Level.SYSTEM, OVER_PAIRS[name], draws)
    assert replicates.mean() == pytest.approx(value, abs=1e-12)


def test_a_resample_of_one_system_is_undefined():
    """One system drawn again and again has no pair."""
    x = np.array([[1.0, 2.0], [2.0, 4.0]])
    draws = Resamples(np.array([[2, 0], [0, 2], [1, 1]], dtype=np.uint16), None, 3)
    for coefficient in OVER_PAIRS.values():
        for level in (Level.SYSTEM, Level.SUMMARY):
            replicates = bootstrap_values(x, x, level, coefficient, draws)
            assert np.isnan(replicates).tolist() == [True, True, False]


def test_near_constant_hybrids_keep_their_digits():
    """Where moments cancel, Pearson is computed again with two passes."""
    x = np.array([[1.0, 1.0], [1.0, 2.0], [1.0 + 1e-7, 3.0]])
    y = np.array([[5.0, 1.0], [6.0, 2.0], [9.0, 4.0]])
    z = np.array([[1.0, 2.0], [2.0, 1.0], [4.0, 4.0]])
    draws = draw_resamples(Units.SYSTEMS, 3, 2, 20, 0)
    got = bootstrap_values(x, z, Level.SUMMARY, c.PearsonCoefficient(), draws)
    for r in range(20):
        rows = np.repeat(np.arange(3), draws.systems[r])
        expected = correlation(x[rows], z[rows], Level.SUMMARY, c.PearsonCoefficient()).value
        np.testing.assert_allclose(got[r], expected, atol=1e-7)
    swaps = draw_swaps(Swap.SYSTEMS, 3, 2, 8, 0)
    assert not np.isnan(
        permuted_differences(x, y, z, Level.SUMMARY, c.PearsonCoefficient(), swaps=swaps).draws
    ).all()


TAUS = (TAU_A, TAU_B, TAU_C, TAU_10, TAU_13, TAU_14, TAU_EQ, PAIR_ACCURACY)

EXACT = (*TAUS, TiedAccuracy(0.0), TiedAccuracy(0.4), KendallLike(1.0))

NEAR = (SpearmanCoefficient(), PEARSON)


def sides(rng, shape):
    """Draw a metric and Likert judgments with missing cells, and one constant system."""
    z = rng.integers(0, 5, size=shape).astype(float)
    x = np.round(z + 2 * rng.normal(size=shape), 1)
    z[0] = 3.0
    missing = rng.random(shape) < 0.1
    return np.where(missing, np.nan, x), np.where(missing, np.nan, z)


def copied(x, z, level, coefficient, draws):
    """Compute the coefficient of each resample from copies of its cells."""
    values = []
    for r in range(draws.count):
        rows, columns = (
            np.repeat(np.arange(n), drawn[r]) if drawn is not None else np.arange(n)
            for n, drawn in zip(x.shape, (draws.systems, draws.inputs), strict=True)
        )
        cells = np.ix_(rows, columns)
        origin = rows[:, None] * x.shape[1] + columns
        a, b = x[cells], z[cells]
        if level is Level.GLOBAL:
            a, b, origin = (part.reshape(1, -1) for part in (a, b, origin))
        each = coefficient.of_resample(a, b, origin)
        values.append(np.nanmean(each) if not np.isnan(each).all() else np.nan)
    return np.array(values)


@pytest.fixture(params=["0", "1"], ids=["kernels", "numpy"])
def engine(request, monkeypatch):
    """Compute with the compiled kernels, then without them."""
    monkeypatch.setenv("SACREVAL_NO_NATIVE", request.param)


def named(coefficient):
    """Return the name of a test, without the addresses of functions."""
    return re.sub("<function _?([a-z_0-9]+) at 0x[0-9a-f]+>", r"\1", repr(coefficient))


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("units", list(Units))
@pytest.mark.parametrize("level", [Level.GLOBAL, Level.GROUP_BY_SYSTEM])
@few(3, "coefficient", [*EXACT, *NEAR], ids=named)
def test_resamples_are_those_of_copied_cells(coefficient, level, units):
    """Every coefficient, level and kind of units: counts to the bit, moments to 1e-13."""
    rng = np.random.default_rng(5)
    x, z = sides(rng, (5, 140))
    draws = draw_resamples(units, *x.shape, 19, 1)
    forms = {"forms": bootstrap.fastest_form}
    replicates = bootstrap_values(x, z, level, coefficient, draws, **forms)
    expected = copied(x, z, level, coefficient, draws)
    exact = coefficient in EXACT and level is Level.GLOBAL
    np.testing.assert_allclose(replicates, expected, rtol=0, atol=0 if exact else 1e-13)


def test_leaving_out_units_is_a_resample():
    """Without a system, or without an input, values are those of the cells that are left."""
    x, z = sides(np.random.default_rng(6), (4, 60))
    for units in (Units.SYSTEMS, Units.INPUTS):
        draws = leave_one_out(units, *x.shape)
        drawn = bootstrap_values(x, z, Level.GLOBAL, TAU_B, draws, forms=bootstrap.fastest_form)
        np.testing.assert_array_equal(drawn, copied(x, z, Level.GLOBAL, TAU_B, draws))


def test_kernels_take_large_groups_of_finite_differences():
    """Small groups are matrix products, and differences that overflow need copies of cells."""
    x = np.linspace(0, 1, 200)[:, None]
    assert isinstance(bootstrap.fastest_form(x, x, TAU_B), bootstrap.TauForm)
    for other in (x[:20], np.where(x == 1, np.inf, x), (2 * x - 1) * 1.7e308):
        assert not isinstance(bootstrap.fastest_form(other, other, TAU_B), bootstrap.TauForm)


def test_a_constant_side_has_no_rank_correlation():
    """A resample whose human scores are all equal has no Spearman correlation."""
    x, z = np.arange(200.0)[:, None], np.ones((200, 1))
    values = bootstrap.SpearmanForm(x, z).of(np.ones((2, 200), dtype=np.uint16))
    assert np.isnan(values).all()


@pytest.mark.parametrize("coefficient", [PearsonCoefficient(), SpearmanCoefficient()])
@pytest.mark.parametrize("sign", [1, -1])
def test_resamples_of_a_perfect_correlation(coefficient, sign):
    """No resample of a perfect correlation is above 1 or below -1, and those defined are equal."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(7, 40))
    weights = rng.multinomial(7, np.ones(7) / 7, size=300).astype(np.uint16)
    replicates = weight_form(x, sign * 1.7 * x + 0.3, coefficient).of(weights)
    defined = replicates[~np.isnan(replicates)]
    assert np.abs(defined).max() <= 1.0
    assert defined == pytest.approx(sign, abs=1e-9)
    assert len(defined) > 0.9 * replicates.size


def test_weights_written_out():
    """Units are repeated as often as their weights say, in order."""
    weights = np.array([[0, 2, 1], [3, 0, 0]], dtype=np.uint16)
    assert draw_indices(weights).tolist() == [[1, 1, 2], [0, 0, 0]]


Z = np.array([[1.0, 2.0], [1.0, np.nan], [2.0, 3.0]])


def test_human_side():
    """Ranks 1.5, 1.5 and 3 have squares 13.5 - 3 * 4; ranks 1 and 2 have 5 - 2 * 2.25."""
    ties, distinct, squares = human_side(Z)
    assert ties.tolist() == [1, 0]
    assert distinct.tolist() == [2, 2]
    np.testing.assert_allclose(squares, [1.5, 0.5])


def test_amounts_by_column():
    """Amounts of tie classes are summed by column; without classes they are 0."""
    keys = np.array([[0, 0], [0, 1], [1, 2], [1, 3]])
    classes = weight_classes(keys, np.ones(keys.shape, dtype=bool))
    sizes = classes.sizes(np.array([[2, 1, 1, 3]], dtype=np.float32))
    assert per_column(classes, sizes, lambda n: n * n).tolist() == [[3**2 + 4**2, 0]]
    assert per_column(classes, None, lambda n: n).tolist() == [[0, 0]]


def seen(keys):
    return np.ones(keys.shape, dtype=bool)


def test_weights_by_hand():
    """Units 0, 1 and 3 share a value; their weights 2, 0 and 1 add up."""
    keys = np.array([[0], [0], [1], [0]])
    classes = weight_classes(keys, seen(keys))
    assert classes.total.tolist() == [3]
    assert classes.sizes(np.array([[2, 0, 5, 1]], dtype=np.float32)).tolist() == [[3]]
    assert not classes.none


def test_no_ties():
    """Without ties there is no class, and amounts are 0; hidden cells tie with nothing."""
    keys = np.array([[0, 0], [1, 0]])
    classes = weight_classes(keys, np.array([[True, True], [True, False]]))
    assert classes.none
    assert classes.per_column(np.zeros((3, 0))).tolist() == [[0, 0]]


@pytest.mark.parametrize("seed", range(5))
def test_swaps_are_counted(seed):
    """Tied pairs of each column are those of the swapped keys, counted."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 3, (2, 6, 4))
    bits = rng.integers(0, 2, (10, 6))
    classes = swap_classes(first, second, seen(first))
    sizes = classes.sizes(bits.astype(np.float32))
    got = classes.per_column(sizes * (sizes - 1) / 2)
    for r, row in enumerate(bits):
        hybrid = np.where(row[:, None] == 1, second, first)
        for column in range(4):
            counts = np.bincount(hybrid[:, column])
            assert got[r, column] == (counts * (counts - 1) // 2).sum()


def test_column_ranks():
    """Ranks run down a column from the hidden cells, which are below all."""
    values = np.array([[5.0, 1], [3, 1], [5, 2]])
    hidden = np.array([[True, True], [True, False], [True, True]])
    assert column_ranks(values, hidden).tolist() == [[1, 1], [0, 0], [1, 2]]
