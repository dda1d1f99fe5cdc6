"""Scores for copies of logs: values and errors over records, found by system, id and task."""

from math import sqrt

import pytest

from sacreval.core.records import Scored
from sacreval.errors import InputError
from sacreval.features.exchange.lm_eval_copy import Column, LogScores
from sacreval.metrics.answers.exact_match import ExactMatch

COLUMN = Column("exact_match", "exact_match", "exact-match", ExactMatch())


def scored(value, task="t", **more):
    statistics = None if value is None else {"exact-match": [value, 1.0]}
    return Scored(
        instance_id="1", system_id="m", scores={"exact_match": value}, statistics=statistics,
        groups={"task": task}, **more,
    )  # fmt: skip


def test_means():
    """The value of a mean and its standard error are those of the textbook."""
    scores = LogScores({}, [COLUMN], "r.json")
    [found] = scores.summaries([scored(x) for x in (1.0, 0.0, 1.0, 1.0)]).values()
    assert found.value == 0.75
    assert found.error == pytest.approx(sqrt(0.25 / 4))
    assert found.n == 4
    assert scores.summaries([scored(1.0)])["sacreval_exact_match"].error is None
    assert scores.summaries([scored(None)]) == {}


def test_find():
    """A record is found under the first name of its system that has it, in its own task alone."""
    scores = LogScores({"m": {"1": scored(1.0), "2": scored(None)}}, [COLUMN], "r.json")
    assert scores.find(("m [none]", "m"), 1, "t") is not None
    assert scores.find(("m",), 1, "other") is None
    assert scores.find(("m",), 2, "t") is None  # it could not be scored
    assert scores.find(("m",), 3, "t") is None


def test_need():
    """A log without any record of the run is refused, with the systems that there are."""
    with pytest.raises(InputError, match="no record of it has scores in r.json, which has 'm'"):
        LogScores({"m": {}}, [COLUMN], "r.json").need(0, "log.json")
