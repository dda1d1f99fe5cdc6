"""The alternative annotator test."""

import json
import math

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.trust.trust_agreement import Alignment, alt_test
from support.mirror import path
from support.shared_cases import shared_cases

ALTTEST = "nitaytech/AltTest/18428b1f4f34ac61c4978bc180263b90111e7337/data"


def compared(found, want):
    """Check a result against that of the paper's code."""
    assert [one.annotator for one in found.annotators if one.won] == want["rejected"]
    assert found.winning_rate == want["winning_rate"]
    assert found.advantage == pytest.approx(want["advantage_probability"], abs=1e-12)
    for one, other in zip(found.annotators, want["per_annotator"], strict=True):
        counts = (other["n"], other["llm_as_good"], other["human_as_good"])
        assert (one.n, one.judge_as_good, one.human_as_good) == counts
        if not math.isnan(other["p"]):
            assert one.t == pytest.approx(other["t"], abs=1e-9)
            assert one.p == pytest.approx(other["p"], abs=1e-12)


@pytest.mark.parametrize("i", range(3))
def test_worked(i):
    """The worked example has the p-values of the paper's code, at three values of epsilon."""
    worked = shared_cases("alt_test")["worked"]
    humans, ids = worked["humans"].values(), list(worked["llm"])
    ratings = np.array([[one.get(x, np.nan) for one in humans] for x in ids], dtype=float)
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
    found = alt_test(
        np.full(40, value), np.ones((40, 3)), alignment=Alignment.ACCURACY, epsilon=epsilon
    )
    compared(found, shared_cases("alt_test")["edges"][name])
    if epsilon == 0:
        assert {(one.t, one.p, one.p_adjusted, one.won) for one in found.annotators} == {
            (0.0, 1.0, 1.0, False)
        }


def coded(annotations, ids, codes):
    """Return labels as codes, numbers as they are, NaN where missing."""
    found = [annotations.get(one) for one in ids]
    return [
        np.nan if x is None else float(x) if codes is None else codes.setdefault(str(x), len(codes))
        for x in found
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
        ids = sorted({one for own in people.values() for one in own} | set(judge))
        codes = {} if row["scoring"] == "accuracy" else None
        ratings = np.array([coded(own, ids, codes) for own in people.values()], dtype=float).T
        found = alt_test(
            np.array(coded(judge, ids, codes), dtype=float), ratings,
            alignment=Alignment(row["scoring"].replace("_", "-")), epsilon=row["epsilon"],
        )  # fmt: skip
        assert found.winning_rate == row["winning_rate"], row
        assert found.advantage == pytest.approx(row["advantage_probability"], abs=1e-12), row
        assert len(found.annotators) + len(found.skipped) == len(people)
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
        found = alt_test(judge, ratings, alignment=Alignment.NEG_RMSE)
        assert found.passed is passes
        assert (found.advantage > 0.5) is passes


def test_few_outputs_and_missing_ratings():
    """Annotators below the least number are skipped; outputs that one person rated are counted."""
    rng = np.random.default_rng(2)
    judge, ratings = world(rng, 60, judge_noise=0.5)
    ratings[20:, 3] = np.nan
    ratings[:5, 1:] = np.nan
    judge[7] = np.nan
    found = alt_test(judge, ratings, alignment=Alignment.NEG_RMSE)
    assert (found.skipped, found.unused) == ((3,), 6)
    assert [one.n for one in found.annotators] == [54, 54, 54]
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
        found = alt_test(judge, ratings, alignment=Alignment.ACCURACY, epsilon=0.0)
        wins.append(any(one.won for one in found.annotators))
    assert np.mean(wins) < 0.06
