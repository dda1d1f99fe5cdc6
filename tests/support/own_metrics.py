"""Metrics of one's own: some that keep the laws, and some of which each breaks one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sacreval import MeanMetric, Metric, SampleMetric, metric_function
from sacreval.core.metric import ScoreScale, metrics


@dataclass(frozen=True, kw_only=True)
class SumAccuracy(MeanMetric):
    """Whether an output is the sum of two numbers in `meta`.

    Args:
        relative_tolerance: Largest difference, as a share of the sum.
    """

    needs = ("meta",)
    kinds: ClassVar = {}

    relative_tolerance: float = 0.0

    @property
    def outputs(self):
        return ("sum_accuracy",)

    def scores(self, prediction, prepared):
        wanted = prepared["num1"] + prepared["num2"]
        return (float(abs(prediction - wanted) <= self.relative_tolerance * abs(wanted)),)


@dataclass(frozen=True, kw_only=True)
class AccuracyBySize(SampleMetric):
    """Spearman correlation of the size of the numbers with being right."""

    needs = ("references",)
    kinds: ClassVar = {}
    undefined_where = "all outputs are right, or all are wrong"

    @property
    def outputs(self):
        return ("accuracy_by_size",)

    def row(self, prediction, prepared):
        return float(len(str(prepared[0]))), float(prediction == prepared[0])

    def of_sample(self, rows):
        if np.ptp(rows, axis=0).min() == 0:
            return {"accuracy_by_size": float("nan")}
        ranks = [self._ranks(column) for column in rows.T]
        return {"accuracy_by_size": float(np.corrcoef(ranks)[0, 1])}

    def _ranks(self, column):
        return [(column < x).sum() + ((column == x).sum() + 1) / 2 for x in column]


@dataclass(frozen=True, kw_only=True)
class Lengths(MeanMetric):
    """Number of characters."""

    @property
    def outputs(self):
        return ("characters",)

    def scores(self, prediction, _prepared):
        return (float(len(prediction)),)


@metric_function(
    outputs=["near", "gap"],
    higher_is_better={"near": True, "gap": False},
    undefined_where="an output is empty",
)
def near(prediction, references, within=2):  # noqa: D417 - fields are no options
    """Whether an output is as long as a reference.

    Args:
        within: Largest difference, in characters.
    """
    gap = min(abs(len(prediction) - len(reference)) for reference in references)
    return {"near": gap <= within, "gap": gap} if prediction else None


class DoesNotBroadcast(Lengths):
    """`reduce` takes one sum only."""

    def reduce(self, sums):
        return {"characters": np.full(sums.shape[:-1], sums.sum())}


class NoMean(Lengths):
    """Scores are above the declared highest one."""

    score_scale = ScoreScale(mean=True, highest=1.0)


class OtherOutputs(Lengths):
    """`reduce` returns other outputs."""

    def reduce(self, sums):
        return {"other": sums[..., 0]}


class OddDirection(Lengths):
    """A direction that is none."""

    higher_is_better = "yes"


class RestOfBatch(Lengths):
    """A row depends on the other records."""

    def rows(self, batch):
        return super().rows(batch) + len(batch)


class Integers(Lengths):
    """Rows are not float64."""

    def rows(self, batch):
        return super().rows(batch).astype(np.int64)


class Fractions(Lengths):
    """Rows are said to be whole."""

    whole_rows = True

    def scores(self, prediction, _prepared):
        return (len(prediction) / 3,)


@dataclass(frozen=True, kw_only=True)
class Hidden(Lengths):
    """What it depends on is not pickled.

    Args:
        offset: A number.
    """

    offset: int = 0

    def __post_init__(self):
        object.__setattr__(self, "hidden", [os.urandom(8)])

    def scores(self, _prediction, _prepared):
        return (float(int.from_bytes(self.hidden[0], "big")),)


@dataclass(kw_only=True, unsafe_hash=True)
class Changeable:
    """Not frozen; it stands in for a metric, which dataclasses keep from being so."""

    engine: str = "official"
    name: str = "changeable"

    def options(self):
        return {}


@dataclass(frozen=True, kw_only=True)
class Rewritten(Lengths):
    """An option is changed by the constructor.

    Args:
        k: A number.
    """

    k: int = 1

    def __post_init__(self):
        object.__setattr__(self, "k", self.k + 1)


class LeavesOut(Lengths):
    """References are left out in another order."""

    def scores(self, _prediction, prepared):
        return (float(len(prepared[0])),)

    def leave_one_out_rows(self, batch):
        return super().leave_one_out_rows(batch)[::-1]


class Undefined(Lengths):
    """An empty reference has no score."""

    def scores(self, prediction, prepared):
        return (len(prediction) / len(prepared[0]) if prepared[0] else float("nan"),)


@dataclass(frozen=True, kw_only=True)
class Undocumented(Lengths):
    """An option is not described."""

    extra: int = 1


class UnknownField(Lengths):
    """It reads what records do not have."""

    needs = ("question",)


class OneProcess(Metric):
    """Rows depend on the process."""

    @property
    def outputs(self):
        return ("pid",)

    def row(self, _prediction, _prepared):
        return (float(os.getpid()),)

    def reduce(self, sums):
        return {"pid": sums[..., 0]}


class TextNeeds(Lengths):
    """`needs` is a text."""

    needs = "meta"


class NanOfAll(Lengths):
    """The score of a system is NaN, which is not stated."""

    def reduce(self, sums):
        return {"characters": sums[..., 0] * np.nan}


@dataclass(frozen=True, kw_only=True)
class NamedName(Lengths):
    """An option that metrics have.

    Args:
        name: A name.
    """

    name: str = "x"


class NotComplete(Metric):
    """`row` is missing."""

    outputs = ("x",)

    def reduce(self, sums):
        return {"x": sums[..., 0]}


class NoSample(SampleMetric):
    """The formula is missing."""

    outputs = ("x",)

    def row(self, _prediction, _prepared):
        return (1.0,)


@dataclass(frozen=True, kw_only=True)
class OwnBleu(metrics.get("bleu")):
    pass
