"""Pairs, ranks, ties and agreement: by hand, against definitions and the libraries of others."""

import numpy as np
import pytest
from scipy.stats import pearsonr, rankdata

from sacreval.stats.association import pair_counts
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    PearsonCoefficient,
    SpearmanCoefficient,
)
from sacreval.stats.association.levels import Level, TauWithin, group, pairwise_difference_pearson
from sacreval.stats.association.pair_counts import average_ranks, dense_ranks, inversions
from sacreval.stats.association.rater_agreement import (
    Measurement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    rater_correlations,
)
from sacreval.stats.association.row_coefficients import (
    AgreeingPairs,
    KendallLike,
    RowByRow,
    TiedAccuracy,
)
from sacreval.stats.association.weighted import (
    average_precision,
    max_f1,
    midranks,
    pearson,
    roc_auc,
    steps,
)

FIELDS = ("pairs", "margin", "human_ties", "metric_ties", "joint_ties", "distinct", "cells")
NAN = np.nan
RNG = np.random.default_rng(2)
X, Y = RNG.integers(0, 5, (2, 12)).astype(float)
WEIGHTS = RNG.integers(0, 4, (5, 12))
SCORES, POSITIVE = np.array([0.9, 0.8, 0.7, 0.7]), np.array([1, 0, 1, 0])


def test_by_hand():
    """Of 6 pairs 3 are concordant and 1 discordant; each side ties one."""
    counts = pair_counts.count_pairs(np.array([1.0, 2, 2, 3]), np.array([1.0, 3, 2, 2]))
    assert [float(getattr(counts, name)) for name in FIELDS] == [6, 2, 1, 1, 0, 3, 4]
    assert (counts.decided, counts.concordant, counts.only_metric) == (4, 3, 1)


def test_missing_cells():
    """Cells that a side lacks take no part; nothing at all has no pairs."""
    x, z = np.array([[1.0, np.nan, 2, 5], [np.nan] * 4]), np.array([1.0, 2, 2, np.nan])
    counts = pair_counts.count_pairs(x, z)
    assert counts.pairs.tolist() == [1, 0]
    assert counts.margin.tolist() == [1, 0]
    assert counts.cells.tolist() == [2, 0]


@pytest.mark.parametrize("seed", range(5))
def test_sorting_counts_what_writing_out_counts(seed, monkeypatch):
    """Both ways agree, with many ties and missing cells."""
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, 4, (2, 6, 9)).astype(float)
    x[rng.random(x.shape) < 0.2] = np.nan
    small = pair_counts.count_pairs(x, z)
    monkeypatch.setattr(pair_counts, "MAX_SMALL", 0)
    large = pair_counts.count_pairs(x, z)
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(large, name), getattr(small, name), name)


def test_average_ranks():
    """Ties share the mean of their places, and missing cells have none."""
    rows = np.array([[3.0, 1, 1, NAN], [NAN, 2, 5, 4]])
    np.testing.assert_array_equal(average_ranks(rows), [[3, 1.5, 1.5, NAN], [NAN, 1, 3, 2]])
    assert average_ranks(np.zeros((2, 0))).shape == (2, 0)


def test_dense_ranks():
    """Distinct values are numbered from 0."""
    assert dense_ranks(np.array([[3.0, 1, 1, 9]])).tolist() == [[1, 0, 0, 2]]


def test_inversions_by_hand():
    """In 2 0 1 two pairs are out of order, in 1 0 one; a row without keys has none."""
    row, keys = np.array([0, 0, 0, 2, 2]), np.array([2, 0, 1, 1, 0])
    assert inversions(row, keys, 3).tolist() == [2, 0, 1]
    assert inversions(row[:0], keys[:0], 2).tolist() == [0, 0]


def test_inversions_of_random_keys():
    """They are the pairs written out."""
    keys = np.random.default_rng(1).integers(0, 9, (4, 30))
    want = [sum(a > b for i, a in enumerate(row) for b in row[i + 1 :]) for row in keys]
    assert inversions(np.repeat(np.arange(4), 30), keys.ravel(), 4).tolist() == want


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


def test_krippendorff(golden):
    """Alpha is that of the krippendorff package, on all three scales, with missing ratings."""
    ratings = np.array(golden["agreement"]["ratings"], dtype=float)
    for scale, expected in golden["agreement"]["alpha"].items():
        assert krippendorff_alpha(ratings, Measurement(scale)) == pytest.approx(expected, abs=1e-12)


def test_kappas(golden):
    """Fleiss' kappa is that of statsmodels, Cohen's that of scikit-learn, plain and weighted."""
    ratings = np.array(golden["agreement"]["complete"], dtype=float)
    assert fleiss_kappa(ratings).kappa == pytest.approx(golden["agreement"]["fleiss"], abs=1e-12)
    for scale, expected in golden["agreement"]["cohen"].items():
        got = cohen_kappa(ratings[:, 0], ratings[:, 1], Measurement(scale))
        assert got == pytest.approx(expected, abs=1e-12)


def test_fleiss_counts_what_it_leaves_out():
    """Items with another number of ratings than most are left out and counted."""
    ratings = np.array([[1, 1, 2], [2, 2, 2], [1, np.nan, 2], [np.nan, np.nan, np.nan]])
    assert fleiss_kappa(ratings).raters == 3
    assert fleiss_kappa(ratings).skipped == 1


def test_fleiss_takes_the_size_of_most_items_with_two_ratings():
    """Items with one rating are left out, however many, and change nothing."""
    pairs = np.array([[1, 1], [2, 2], [1, 2], [3, 3]], dtype=float)
    single = np.array([[1, np.nan]] * 6)
    agreement = fleiss_kappa(np.concatenate([single, pairs]))
    assert agreement == (fleiss_kappa(pairs).kappa, 2, 6)
    assert agreement.kappa == pytest.approx(0.6190476190476191)  # by hand: (3/4 - 11/32) / (21/32)


def test_no_variation_no_agreement():
    """Equal ratings, single ratings and no ratings leave agreement undefined."""
    for ratings in (np.ones((4, 3)), np.array([[1.0, np.nan]]), np.full((2, 2), np.nan)):
        for scale in Measurement:
            assert np.isnan(krippendorff_alpha(ratings, scale))
        assert np.isnan(fleiss_kappa(ratings).kappa)
        assert np.isnan(cohen_kappa(ratings[:, 0], ratings[:, 1], Measurement.NOMINAL))


def test_rater_correlations():
    """The table is symmetric, and uses the items that both rated."""
    ratings = np.array([[1, 1, np.nan], [2, 3, 1], [3, 2, 2], [4, 4, 3]])
    table = rater_correlations(ratings, SpearmanCoefficient())
    assert table[0, 1] == table[1, 0] == pytest.approx(0.8)
    assert table[0, 2] == pytest.approx(1.0)
    assert np.isnan(table[0, 0])


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


def test_kendall_like_of_mtme(golden):
    """Only pairs with a human gap count, and whatever is not concordant is discordant."""
    x, z = matrix([2, 1, 4, 3]), matrix([10, 11, 100, 150])
    got = [float(KendallLike(gap).of(x, z)) for gap in (25, 1)]
    np.testing.assert_allclose(got, golden["mtme"]["kendall_like"], atol=1e-12)


def test_kendall_like_without_a_gap_judges_human_ties():
    """At gap 0 a pair that people tie counts as discordant, as in WMT's scripts."""
    assert float(KendallLike(0).of(matrix([1, 2, 3]), matrix([1, 1, 2]))) == pytest.approx(1 / 3)


def test_tied_accuracy_at_zero_is_pair_accuracy():
    """acc_eq at epsilon 0 is the plain share of pairs ordered alike."""
    x, z = np.random.default_rng(3).integers(0, 4, (2, 12, 9)).astype(float)
    np.testing.assert_allclose(TiedAccuracy(0).of(x, z), PAIR_ACCURACY.of(x, z), atol=1e-12)


def test_acc_eq_of_short_rows_is_that_of_each_row():
    """Pairs written out at once give the bits that each row gives alone, with ties and holes."""
    rng = np.random.default_rng(0)
    for n in (1, 2, 7, 16, 64):
        x, z = np.round(rng.normal(size=(2, 40, n)), 1)
        x[rng.random(x.shape) < 0.2] = np.nan
        z[0] = np.nan
        for epsilon in (0.0, 0.1, abs(x[1:][~np.isnan(x[1:])][0]), 0.35):
            coefficient = TiedAccuracy(float(epsilon))
            alone = RowByRow.of(coefficient, x, z)
            np.testing.assert_array_equal(coefficient.of(x, z), alone)
    assert TiedAccuracy(0.1).of(x.reshape(4, 10, 64), z.reshape(4, 10, 64)).shape == (4, 10)


def test_ranks_are_those_of_repeated_values():
    """A value of weight w counts w times."""
    for ranks, weights in zip(midranks(X, WEIGHTS), WEIGHTS, strict=True):
        repeated = np.repeat(X, weights)
        np.testing.assert_allclose(np.repeat(ranks, weights), rankdata(repeated))


def test_correlations_are_those_of_repeated_pairs():
    """So are the pairs of a correlation; a constant side correlates 0."""
    correlations = pearson(X, Y, WEIGHTS)
    for r, weights in zip(correlations, WEIGHTS, strict=True):
        want = pearsonr(np.repeat(X, weights), np.repeat(Y, weights)).statistic
        assert r == pytest.approx(want, abs=1e-12)
    assert pearson(np.full(12, 0.1), Y, np.ones(12)) == 0


def test_curves_by_hand():
    """Three steps: a hit, a miss, and one of each; the tie counts half for ROC AUC.

    ROC AUC (2 + 1/2) / 4; average precision (1 + 2/4) / 2; F1 2/3, 1/2 and 4/6, of which the first
    largest counts.
    """
    curve = steps(SCORES, POSITIVE, np.ones(4))
    assert [side.tolist() for side in curve] == [[1, 0, 1], [0, 1, 1]]
    assert roc_auc(curve) == pytest.approx(2.5 / 4)
    assert average_precision(curve) == pytest.approx(0.75)
    assert [float(x) for x in max_f1(curve)] == pytest.approx([0, 2 / 3, 1, 1 / 2])


def test_a_missing_class():
    """Without positives ROC AUC is 0.5 and the others are 0."""
    curve = steps(SCORES, np.zeros(4), np.ones(4))
    assert (roc_auc(curve), average_precision(curve), max_f1(curve).f1) == (0.5, 0, 0)


def test_pairwise_difference_pearson_of_mtme(golden):
    """Pooled differences, within items or within everything, with and without missing cells."""
    levels = (Level.SUMMARY, Level.GLOBAL)
    z, x = matrix([[1, 2, 3], [4, 5, 6]]), matrix([[2, 1, 4], [3, 3, 7]])
    got = [
        pairwise_difference_pearson(group(x, z, level, PearsonCoefficient())) for level in levels
    ]
    np.testing.assert_allclose(got, golden["mtme"]["pdp"], atol=5e-4)
    case = golden["mtme"]["pdp_missing"]
    x, z = matrix(case["M"]), matrix(case["G"])
    got = [
        pairwise_difference_pearson(group(x, z, level, PearsonCoefficient())) for level in levels
    ]
    np.testing.assert_allclose(got, case["expected"], atol=5e-4)


def test_difference_pearson_is_the_correlation_of_all_differences():
    """The closed form equals Pearson over differences that are written out."""
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 5, 6))
    z[2, 3] = np.nan
    dx, dz = [], []
    for column in range(6):
        seen = np.flatnonzero(~np.isnan(z[:, column]))
        dx += [x[a, column] - x[b, column] for a in seen for b in seen]
        dz += [z[a, column] - z[b, column] for a in seen for b in seen]
    expected = float(PearsonCoefficient().of(np.array(dx), np.array(dz)))
    got = pairwise_difference_pearson(group(x, z, Level.SUMMARY, PearsonCoefficient()))
    assert got == pytest.approx(expected, abs=1e-12)


def test_tau_within_a_gap():
    """Only pairs of systems within the gap count; without one, tau is undefined."""
    x, z = matrix([1, 2, 4, 8]), matrix([2, 1, 3, 4])
    rows = x[None], z[None]
    for low, high, tau, count in ((0, 1, -1, 1), (1, 10, 1, 5), (0, np.inf, 4 / 6, 6)):
        within = TauWithin(low, high)
        assert within.of(*rows)[0] == pytest.approx(tau)
        assert within.weight(*rows).tolist() == [count]
    assert np.isnan(TauWithin(20, 30).of(*rows)[0])
