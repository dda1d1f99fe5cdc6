"""The choice of an interval by the data."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import Choice, IntervalOptions, Scores
from sacreval.scoring.intervals.system_intervals import choose, plan_of

RIGHT = np.array([0.0, 1.0, 1.0, 1.0])
SHARES = np.array([0.0, 0.5, 1.0, 1.0])


@pytest.mark.parametrize(
    ("scores", "options", "expected"),
    [
        (Scores("em", RIGHT, 1.0, 4), {}, Choice("wilson", "0/1 scores")),
        (Scores("em", 100 * RIGHT, 100.0, 4), {}, Choice("wilson", "0/1 scores")),
        (Scores("em", RIGHT, 1.0, 4), {"guarantee": True}, Choice("clopper-pearson", "0/1 scores")),
        (Scores("f1", SHARES, 1.0, 4), {}, Choice("expanded", "4 records")),
        (Scores("edits", RIGHT, None, 4), {}, Choice("expanded", "4 records")),
        (
            Scores("own", RIGHT, None, 4, is_mean=True, unknown_range=True),
            {},
            Choice("wilson", "0/1 scores"),
        ),
        (
            Scores("own", RIGHT[1:], None, 3, is_mean=True, unknown_range=True),
            {},
            Choice("expanded", "3 records"),
        ),
        (
            Scores("own", RIGHT[1:], None, 3, is_mean=True),
            {"method": "wilson"},
            Choice("wilson", "requested"),
        ),
        (Scores("f1", SHARES, 1.0, 99), {}, Choice("expanded", "99 records")),
        (Scores("f1", SHARES, 1.0, 100), {}, Choice("percentile", "100 records")),
        (Scores("auc", None, None, 100), {}, Choice("percentile", "100 records")),
        (
            Scores("em", RIGHT, 1.0, 2, "passage"),
            {"guarantee": True},
            Choice("wilson", "0/1 scores, 2 values of passage"),
        ),
        (Scores("f1", SHARES, 1.0, 19, "passage"), {}, Choice("jackknife", "19 values of passage")),
        (Scores("f1", SHARES, 1.0, 20, "passage"), {}, Choice("expanded", "20 values of passage")),
        (Scores("auc", None, None, 9, "passage"), {}, Choice("expanded", "9 values of passage")),
        (
            Scores("auc", None, None, 999, skewed=True),
            {},
            Choice("bca", "a skewed score, 999 records"),
        ),
        (Scores("auc", None, None, 1000, skewed=True), {}, Choice("percentile", "1000 records")),
        (
            Scores("max_f1", None, None, 500, optimistic=True),
            {},
            Choice("shifted", "threshold chosen on the same records"),
        ),
        (Scores("em", RIGHT, 1.0, 4), {"method": "percentile"}, Choice("percentile", "requested")),
    ],
)
def test_choices(scores, options, expected):
    """0/1 scores have Wilson's interval, others percentiles, expanded or jackknifed if few.

    Scores over thresholds have accelerated ones. Scores of an unknown range count as 0/1 scores if
    both occur and nothing else does, or if Wilson's method is named for them.
    """
    assert choose(scores, IntervalOptions(**options)) == expected


@pytest.mark.parametrize(
    ("scores", "method", "words"),
    [
        (Scores("f1", SHARES, 1.0, 4), "wilson", "0 or 1"),
        (Scores("edits", RIGHT, None, 4), "clopper-pearson", "0 or 1"),
        (Scores("em", RIGHT, 1.0, 2, "passage"), "clopper-pearson", "passage"),
        (Scores("auc", None, None, 4), "jackknife", "sums of rows"),
    ],
)
def test_methods_that_do_not_fit(scores, method, words):
    """A named method that does not fit the scores is refused in one sentence with its reason."""
    with pytest.raises(UsageError, match=words):
        choose(scores, IntervalOptions(method=method))


@pytest.mark.parametrize(("n", "outputs"), [(1, []), (2, ["chrf"])])
def test_a_single_unit_has_no_interval(n, outputs):
    """From two units on, every output has a method."""
    records = [Instance(prediction="a b", references=["a c"]) for _ in range(n)]
    part = next(evaluate([Batch(records, system="a")], metrics.get("chrf")())._parts("a")).over
    assert list(plan_of(part, IntervalOptions()).choices) == outputs
