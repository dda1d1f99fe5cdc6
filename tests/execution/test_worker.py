"""What is done with one batch."""

import math
from dataclasses import dataclass

import numpy as np

from sacreval.core.metric import MeanMetric
from sacreval.core.records import Batch, Instance
from sacreval.execution import RowTask
from sacreval.execution.worker import perform


@dataclass(frozen=True, kw_only=True)
class Careless(MeanMetric):
    """Knows no score of an empty output."""

    name = "careless"

    @property
    def outputs(self):
        return ("careless",)

    def scores(self, prediction, _prepared):
        return (1.0 if prediction else math.nan,)


@dataclass(frozen=True, kw_only=True)
class Lonely(Careless):
    """Knows no score against a single reference."""

    name = "lonely"

    def scores(self, _prediction, prepared):
        return (math.nan if len(prepared) == 1 else 1.0,)


def texts(*predictions):
    """Make a batch."""
    return Batch([Instance(prediction=text, references=["x"]) for text in predictions], "in.jsonl")


def test_no_number():
    """A row without a number is a failure that is told, not a record that vanishes."""
    [done] = perform(RowTask((Careless(),)), texts("a", "", "b"))
    assert done.failures == {1: "in.jsonl:2: careless returned NaN"}


def test_no_number_without_a_reference():
    """Where leaving a reference out leaves no number, that is told too."""
    batch = Batch([Instance(prediction="a", references=["x", "y"])] * 2, "in.jsonl")
    [done] = perform(RowTask((Lonely(),), leave_one_out=True), batch)
    assert done.failures[1] == ("in.jsonl:2: lonely returned NaN (with a reference left out)")
    assert np.isnan(done.rows).all()
