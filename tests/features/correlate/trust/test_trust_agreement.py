"""Agreement of a judge with people and with itself, and its biases."""

import json
import math

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.trust.result import TrustSettings
from sacreval.features.correlate.trust.trust_agreement import (
    Alignment,
    agreement,
    alt_test,
    alternative,
    correlations,
    repetitions,
)
from sacreval.features.correlate.trust.trust_biases import Biased, biases, clustered_slope
from sacreval.stats.association.rater_agreement import Measurement, cohen_kappa, krippendorff_alpha
from support.mirror import path
from support.shared_cases import shared_cases

RNG = np.random.default_rng(1)

TRUTH = RNG.integers(1, 6, 200).astype(float)

RATINGS = np.clip(TRUTH[:, None] + RNG.integers(-1, 2, (200, 3)), 1, 5)


def test_kappas_and_alphas():
    """Kappa is the mean over pairs, and alpha takes the judge as one more annotator."""
    for name, scale in (("neg-rmse", Measurement.INTERVAL), ("accuracy", Measurement.NOMINAL)):
        coefficients = agreement(TRUTH, RATINGS, name)
        pairs = [cohen_kappa(TRUTH, ratings, scale) for ratings in RATINGS.T]
        assert coefficients.kappa == pytest.approx(np.mean(pairs))
        assert coefficients.alpha == krippendorff_alpha(np.column_stack([RATINGS, TRUTH]), scale)
        assert coefficients.alpha_people < coefficients.alpha
        assert coefficients.kappa_people < coefficients.kappa


def test_undefined_agreement_is_none():
    """Where all ratings are equal there is no kappa and alpha."""
    assert set(agreement(np.ones(5), np.ones((5, 2)), "accuracy")) == {None}


def test_correlations():
    """Three coefficients over all outputs; None where one side does not vary."""
    by_name = correlations(TRUTH, RATINGS.mean(axis=1))
    assert by_name["pearson"] == pytest.approx(np.corrcoef(TRUTH, RATINGS.mean(axis=1))[0, 1])
    assert list(by_name) == ["pearson", "spearman", "kendall"]
    assert set(correlations(np.ones(5), np.arange(5.0)).values()) == {None}


def test_the_test():
    """A judge without noise passes; annotators are counted from 1."""
    settings = TrustSettings(human="h")
    test, notes = alternative(TRUTH, RATINGS, settings, on_scale=True)
    assert test.passed
    assert [rater.annotator for rater in test.annotators] == [1, 2, 3]
    assert notes == []


def test_why_there_is_no_test():
    """Single judgments, a single annotator and few outputs have a sentence each."""
    settings = TrustSettings(human="h", least_outputs=201)
    assert "not lists" in alternative(TRUTH, None, settings, on_scale=True)[1][0]
    assert "not lists" in alternative(TRUTH, RATINGS[:, :1], settings, on_scale=True)[1][0]
    assert "201 outputs" in alternative(TRUTH, RATINGS, settings, on_scale=True)[1][0]
    assert alternative(TRUTH, RATINGS, settings, on_scale=False) == (None, [])


def test_infinite_t_is_none():
    """An infinite t is None, as JSON has no infinity."""
    test, _ = alternative(np.ones(40), np.ones((40, 2)), TrustSettings(human="h"), on_scale=True)
    assert {(rater.t, rater.p) for rater in test.annotators} == {(None, 0.0)}


def test_repetitions():
    """The spread within outputs is pooled, and outputs with one score do not count."""
    table = np.array([[[1.0, 3, np.nan], [2, 2, 2]], [[4, np.nan, np.nan], [5, 5, np.nan]]])
    repeated = repetitions(table)
    assert repeated.n == 3
    assert repeated.within == pytest.approx(np.sqrt(2 / (1 + 2 + 1)))
    assert repeated.equal == pytest.approx(2 / 3)
    assert repetitions(None) is repetitions(table[1:, :1]) is None
    assert repetitions(table[..., :0]) is repetitions(table.ravel()[:0]) is None


ALTTEST = "nitaytech/AltTest/18428b1f4f34ac61c4978bc180263b90111e7337/data"


def compared(test, want):
    """Check a result against that of the paper's code."""
    assert [rater.annotator for rater in test.annotators if rater.won] == want["rejected"]
    assert test.winning_rate == want["winning_rate"]
    assert test.advantage == pytest.approx(want["advantage_probability"], abs=1e-12)
    for rater, other in zip(test.annotators, want["per_annotator"], strict=True):
        counts = (other["n"], other["llm_as_good"], other["human_as_good"])
        assert (rater.n, rater.judge_as_good, rater.human_as_good) == counts
        if not math.isnan(other["p"]):
            assert rater.t == pytest.approx(other["t"], abs=1e-9)
            assert rater.p == pytest.approx(other["p"], abs=1e-12)


@pytest.mark.parametrize("i", range(3))
def test_worked(i):
    """The worked example has the p-values of the paper's code, at three values of epsilon."""
    worked = shared_cases("alt_test")["worked"]
    humans, ids = worked["humans"].values(), list(worked["llm"])
    ratings = np.array([[rater.get(x, np.nan) for rater in humans] for x in ids], dtype=float)
    judge = np.array([worked["llm"][x] for x in ids], dtype=float)
    want = worked["cases"][i]
    compared(alt_test(judge, ratings, alignment=Alignment.ACCURACY, epsilon=want["epsilon"]), want)


DEGENERATE = {
    "all agree, epsilon .2": (1.0, 0.2),
    "all agree, epsilon 0": (1.0, 0.0),
    "llm always wrong, .2": (9.0, 0.2),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate(name):
    """Without any spread t is infinite, as there; for 0 / 0 p is 1 where there it is NaN."""
    value, epsilon = DEGENERATE[name]
    test = alt_test(
        np.full(40, value), np.ones((40, 3)), alignment=Alignment.ACCURACY, epsilon=epsilon
    )
    compared(test, shared_cases("alt_test")["edges"][name])
    if epsilon == 0:
        assert {(rater.t, rater.p, rater.p_adjusted, rater.won) for rater in test.annotators} == {
            (0.0, 1.0, 1.0, False)
        }


def coded(annotations, ids, codes):
    """Return labels as codes, numbers as they are, NaN where missing."""
    labels = [annotations.get(x) for x in ids]
    return [
        np.nan if x is None else float(x) if codes is None else codes.setdefault(str(x), len(codes))
        for x in labels
    ]


@pytest.mark.long
def test_paper():
    """All rows of the paper's notebook are met: nine corpora, three or four models each."""
    rows = shared_cases("alt_test")["paper_data"]
    folder = path(ALTTEST)
    for row in rows:
        people, judges = (
            json.loads((folder / row["dataset"] / f"{who}_annotations.json").read_text())
            for who in ("human", "llm")
        )
        judge = judges[row["llm"]]
        ids = sorted({x for labels in people.values() for x in labels} | set(judge))
        codes = {} if row["scoring"] == "accuracy" else None
        ratings = np.array([coded(labels, ids, codes) for labels in people.values()], dtype=float).T
        test = alt_test(
            np.array(coded(judge, ids, codes), dtype=float), ratings,
            alignment=Alignment(row["scoring"].replace("_", "-")), epsilon=row["epsilon"],
        )  # fmt: skip
        assert test.winning_rate == row["winning_rate"], row
        assert test.advantage == pytest.approx(row["advantage_probability"], abs=1e-12), row
        assert len(test.annotators) + len(test.skipped) == len(people)
    assert len(rows) == 36


def world(rng, n, *, judge_noise, annotator_noise=0.7):
    """Draw ratings of four people and a judge around a true value."""
    truth = rng.normal(size=n)
    ratings = truth[:, None] + annotator_noise * rng.normal(size=(n, 4))
    return truth + judge_noise * rng.normal(size=n), ratings


def test_good_and_bad_judges():
    """A judge with less noise than people passes, one that is noise alone does not."""
    rng = np.random.default_rng(1)
    for noise, passes in ((0.3, True), (5.0, False)):
        judge, ratings = world(rng, 200, judge_noise=noise)
        test = alt_test(judge, ratings, alignment=Alignment.NEG_RMSE)
        assert test.passed is passes
        assert (test.advantage > 0.5) is passes


def test_few_outputs_and_missing_ratings():
    """Annotators below the least number are skipped; outputs that one person rated are counted."""
    rng = np.random.default_rng(2)
    judge, ratings = world(rng, 60, judge_noise=0.5)
    ratings[20:, 3] = np.nan
    ratings[:5, 1:] = np.nan
    judge[7] = np.nan
    test = alt_test(judge, ratings, alignment=Alignment.NEG_RMSE)
    assert (test.skipped, test.unused) == ((3,), 6)
    assert [rater.n for rater in test.annotators] == [54, 54, 54]
    none = alt_test(judge, ratings, alignment=Alignment.NEG_RMSE, least=61)
    assert math.isnan(none.winning_rate)
    assert not none.passed


def test_refused():
    """A single annotator, another number of outputs, and an epsilon above 1 are refused."""
    with pytest.raises(InputError, match="two annotators"):
        alt_test(np.ones(3), np.ones((3, 1)), alignment=Alignment.ACCURACY)
    with pytest.raises(InputError, match="do not fit"):
        alt_test(np.ones(3), np.ones((4, 2)), alignment=Alignment.ACCURACY)
    with pytest.raises(UsageError, match="from 0 to 1"):
        alt_test(np.ones(3), np.ones((3, 2)), alignment=Alignment.ACCURACY, epsilon=2)


@pytest.mark.long
def test_size():
    """A judge that is worse than a person by exactly epsilon wins in at most 5 of 100 worlds."""
    rng, wins = np.random.default_rng(3), []
    for _ in range(1500):
        ratings = (rng.random((100, 3)) < 0.9).astype(float)  # 1 is right
        judge = (rng.random(100) < 0.9).astype(float)
        test = alt_test(judge, ratings, alignment=Alignment.ACCURACY, epsilon=0.0)
        wins.append(any(rater.won for rater in test.annotators))
    assert np.mean(wins) < 0.06


SAME = {"reverse": False, "confidence": 0.999}


def cells(rng, n=400, *, by_length=0.0, favour=0.0, scale=1.0):
    """Draw scores with biases of a known size."""
    human, length = rng.normal(size=n), rng.normal(200, 50, n)
    favoured = rng.random(n) < 0.4
    judge = human + 0.3 + by_length * (length - 200) / 50 + favour * favoured
    judge = scale * (judge + 0.2 * rng.normal(size=n))
    return Biased(judge, human, np.arange(n) // 2, length), favoured


def test_sizes():
    """Biases of a known size are inside their intervals, on the scale of the ratings."""
    drawn, favoured = cells(np.random.default_rng(1), by_length=0.5, favour=0.8)
    fit = biases(drawn, own="x", favoured=favoured, on_scale=True, **SAME)
    for effect, want in ((fit.length, 0.5 * fit.length_sd / 50), (fit.own.effect, 0.8)):
        assert effect.interval.low < want < effect.interval.high
        assert effect.error < 0.1
    assert fit.bias.value == pytest.approx(0.3 + 0.8 * favoured.mean(), abs=0.1)
    assert (fit.unit, fit.own.n + fit.own.others) == ("points", 400)


def test_another_scale():
    """Scores on another scale, and those where lower is better, are standardised first."""
    for scale, turned in ((20.0, False), (-20.0, True)):
        drawn, favoured = cells(np.random.default_rng(2), by_length=0.5, scale=scale)
        options = {"on_scale": False, "reverse": turned, "confidence": 0.999}
        fit = biases(drawn, own="x", favoured=favoured, **options)
        assert (fit.bias, fit.unit) == (None, "standard deviations")
        assert fit.reversed is turned
        assert fit.length.interval.low > 0.2
        assert fit.own.effect.interval.low < 0 < fit.own.effect.interval.high


def test_what_is_unknown_is_none():
    """Without lengths, without a system, and without other systems, there is no such bias."""
    drawn, favoured = cells(np.random.default_rng(3))
    bare = drawn._replace(length=np.full(400, np.nan))
    fit = biases(bare, own=None, favoured=None, on_scale=True, **SAME)
    assert (fit.length, fit.length_sd, fit.own) == (None, None, None)
    for constant in (np.zeros_like(favoured), np.ones_like(favoured)):
        assert biases(drawn, own="x", favoured=constant, on_scale=True, **SAME).own is None


def test_one_instance_has_no_error():
    """Outputs of one instance have biases without errors."""
    drawn, _ = cells(np.random.default_rng(4))
    single = drawn._replace(instance=np.zeros(400))
    fit = biases(single, own=None, favoured=None, on_scale=True, **SAME)
    assert fit.bias.error is fit.bias.interval is None


def test_a_line():
    """The slope of points on a line is exact, without an error."""
    slope = clustered_slope([1, 3, 5, 7], [0, 1, 2, 3], [0, 1, 2, 3])
    assert (float(slope.value), float(slope.error)) == (2, 0)


def test_two_groups():
    """With x 0 or 1 it is the difference of means, and the error that of White."""
    y, x = np.array([1.0, 2, 4, 6, 8]), np.array([0, 0, 1, 1, 1])
    slope = clustered_slope(y, x, np.arange(5))
    assert float(slope.value) == pytest.approx(4.5)
    want = np.sqrt(5 / 4 * (0.5**2 * 2 / 4 + (4 + 0 + 4) / 9))
    assert float(slope.error) == pytest.approx(want)
    assert slope.freedom == 4


def test_copies_tell_nothing_new():
    """Copies of records in the same clusters leave the error as it was."""
    rng = np.random.default_rng(1)
    y, x = rng.normal(size=30), rng.normal(size=30)
    once = clustered_slope(y, x, np.arange(30))
    again = clustered_slope(np.tile(y, 4), np.tile(x, 4), np.tile(np.arange(30), 4))
    assert float(again.error) == pytest.approx(float(once.error))


def test_undefined():
    """Without spread of x there is no slope; one cluster has no error; shapes must fit."""
    assert np.isnan(clustered_slope([1, 2], [0.1, 0.1], [0, 1]).value)
    slope = clustered_slope([1, 2], [0, 1], [0, 0])
    assert float(slope.value) == 1
    assert np.isnan(slope.error)
    with pytest.raises(InputError, match="groups are given"):
        clustered_slope([1, 2], [0, 1], [0])
