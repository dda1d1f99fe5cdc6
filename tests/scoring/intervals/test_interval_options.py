"""Options that name an interval, and scores of 0 and 1."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.scoring.intervals.interval_options import IntervalOptions, Scores
from sacreval.scoring.intervals.interval_requests import requested
from sacreval.scoring.intervals.known_population import Covariate, Shares
from sacreval.scoring.intervals.zero_one import are_ends, are_zero_and_one

RIGHT, SOME = np.array([0.0, 1.0, 1.0]), np.array([0.0, 0.5, 1.0])


@pytest.mark.parametrize(
    ("scores", "binary", "may_be_share"),
    [
        (Scores("em", RIGHT, 1.0, 3), True, True),
        (Scores("em", 100 * RIGHT, 100.0, 3), True, True),
        (Scores("f1", SOME, 1.0, 3), False, False),
        (Scores("auc", None, None, 3), False, False),
        (Scores("edits", RIGHT, None, 3), False, False),
        (Scores("edits", RIGHT, None, 3, is_mean=True), False, True),
        (Scores("own", RIGHT, None, 3, is_mean=True, unknown_range=True), True, True),
        (Scores("own", RIGHT[1:], None, 2, is_mean=True, unknown_range=True), False, True),
    ],
)
def test_shares(scores, binary, may_be_share):
    """Scores are shares where all are ends of a known range; of an unknown one, if named so."""
    assert (scores.binary, scores.may_be_share) == (binary, may_be_share)


@pytest.mark.parametrize(
    ("options", "method"),
    [
        ({}, "auto"),
        ({"fixed_items": True}, "fixed-items"),
        ({"anytime": True}, "anytime"),
        ({"covariate": "length=2"}, "adjusted"),
        ({"strata": "g:a=0.5,b=0.5"}, "stratified"),
    ],
)
def test_methods(options, method):
    """Each option names its method."""
    assert requested(IntervalOptions(), **options).method == method


def test_what_is_known_is_kept():
    """The covariate and the shares are parsed into the options."""
    assert requested(IntervalOptions(), covariate="x=2").covariate == Covariate("x", 2.0)
    shares = requested(IntervalOptions(), strata="g:a=0.5,b=0.5").shares
    assert shares == Shares("g", {"a": 0.5, "b": 0.5})
    assert requested(IntervalOptions(guarantee=True)).method == "auto"
    assert requested(IntervalOptions(method="anytime"), anytime=True).method == "anytime"


@pytest.mark.parametrize(
    ("stated", "options", "words"),
    [
        ({}, {"anytime": True, "fixed_items": True}, "--fixed-items and --anytime are different"),
        ({"guarantee": True}, {"anytime": True}, "--anytime and --guarantee are different"),
        ({"method": "wilson"}, {"covariate": "x=1"}, "--covariate and --interval wilson"),
        ({"method": "adjusted"}, {}, "give --covariate NAME=MEAN"),
        ({"method": "stratified"}, {}, "give --strata"),
        ({}, {"covariate": "x=1", "by": "g"}, "drop --by or --covariate"),
        ({"item_cost": float("nan")}, {}, "--item-cost nan"),
        ({"unit": "g"}, {"anytime": True}, "drop --resample-by or --anytime"),
    ],
)
def test_refused(stated, options, words):
    """Two intervals at once, or one that does not fit the run, are refused in one sentence."""
    with pytest.raises(UsageError, match=words):
        requested(IntervalOptions(**stated), **options)


@pytest.mark.parametrize(
    ("scores", "ends", "both"),
    [
        ([[0.0, 1.0]], True, True),
        ([[0.0], [1.0]], True, True),
        ([[1.0, 1.0]], True, False),
        ([[0.0, 0.0]], True, False),
        ([[0.0, 0.5, 1.0]], False, False),
        ([[0.0, 1.0], [2.0]], False, False),
        ([[0.0, np.nan, 1.0]], False, False),
        ([[]], True, False),
    ],
)
def test_zero_and_one(scores, ends, both):
    """Scores of 0 and 1 are ends; those of an unknown range only if both occur."""
    arrays = [np.array(x, dtype=float) for x in scores]
    assert are_ends(*arrays, highest=1.0) is ends
    assert are_zero_and_one(*arrays) is both


def test_other_ends():
    """The highest score may be another number than 1."""
    assert are_ends(np.array([0.0, 100.0]), highest=100.0)
    assert not are_ends(np.array([0.0, 1.0]), highest=100.0)
