"""Options that name an interval, one of them at a time."""

import pytest

from sacreval.errors import UsageError
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.intervals.interval_requests import requested
from sacreval.scoring.intervals.known_population import Covariate, Shares


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
    found = requested(IntervalOptions(), strata="g:a=0.5,b=0.5").shares
    assert found == Shares("g", {"a": 0.5, "b": 0.5})
    assert requested(IntervalOptions(guarantee=True)).method == "auto"
    assert requested(IntervalOptions(method="anytime"), anytime=True).method == "anytime"


@pytest.mark.parametrize(
    ("given", "options", "words"),
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
def test_refused(given, options, words):
    """Two intervals at once, or one that does not fit the run, are refused in one sentence."""
    with pytest.raises(UsageError, match=words):
        requested(IntervalOptions(**given), **options)
