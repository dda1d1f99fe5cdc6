"""evaluate's intervals of arrays: rows of a metric in, the interval and its notices out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration.cells import Seen
from sacreval.core.metric import MeanMetric, Metric, ScoreScale
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.row_columns import Places

Array = NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class Mean(MeanMetric):
    """A mean of any numbers."""

    name: ClassVar[str] = "mean"

    @property
    def outputs(self) -> tuple[str, ...]:
        return ("mean",)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Share(Mean):
    """A mean of scores from 0 to 1."""

    name: ClassVar[str] = "share"
    score_scale = ScoreScale(mean=True, highest=1.0)

    @property
    def outputs(self) -> tuple[str, ...]:
        return ("share",)


@dataclass(frozen=True, kw_only=True)
class Rating(Mean):
    """A mean of ratings up to 5."""

    name: ClassVar[str] = "rating"
    score_scale = ScoreScale(mean=True, highest=5.0)

    @property
    def outputs(self) -> tuple[str, ...]:
        return ("rating",)


@dataclass(frozen=True, kw_only=True)
class Points(Mean):
    """A mean of ratings up to 100."""

    name: ClassVar[str] = "points"
    score_scale = ScoreScale(mean=True, highest=100.0)

    @property
    def outputs(self) -> tuple[str, ...]:
        return ("points",)


@cache
def _places(n: int) -> Places:
    return Places.of(f"{i:05d}" for i in range(n))


def collected(
    metric: Metric, rows: Array, groups: Mapping[str, Sequence[Any]] | None = None
) -> Collected:
    """Return what `evaluate` keeps of a system.

    Args:
        metric: The metric.
        rows: Its rows, array (n, k).
        groups: Name of a group to the value of each record.
    """
    found = Collected([Entry(metric)], every_group=True)
    found.places = _places(len(rows))
    found.groups = {name: list(map(str, values)) for name, values in (groups or {}).items()}
    found.columns[0].add(0, rows, {})
    return found


def mean_rows(scores: Array) -> Array:
    """Append the count to scores, array (n,): the rows of a mean."""
    return np.column_stack([scores, np.ones(len(scores))])


def seen(
    metric: Metric,
    rows: Array,
    truth: float,
    groups: Mapping[str, Sequence[Any]] | None = None,
    *,
    output: str | None = None,
    **options: Any,
) -> Seen:
    """Compute the interval of one output as `evaluate --ci` does.

    Args:
        metric: The metric.
        rows: Array (n, k).
        truth: The score of the population.
        groups: Name of a group to the value of each record.
        output: The output; None for the first.
        options: Of `IntervalOptions`.

    Returns:
        Whether the interval covers the truth; no interval covers, with a notice.
    """
    one = collected(metric, rows, groups)
    name = output or metric.outputs[0]
    report = Evaluation([Entry(metric)], {"system": one}).report(IntervalOptions(**options))
    interval = next(x.interval for x in report.results if x.output == name)
    if interval is None:
        return Seen(True, notice=True)
    covers = interval.low - 1e-12 <= truth <= interval.high + 1e-12
    others = set(metric.outputs) - {name}
    doubted = any(doubts(text) and not _heads(text) <= others for text in report.notices)
    return Seen(covers, interval.high - interval.low, doubted)


def _heads(notice: str) -> set[str]:
    """Return the outputs that a notice begins with."""
    return set(notice.partition(": ")[0].split(", "))


def doubts(notice: str) -> bool:
    """Whether a notice says that an interval or a finding may not hold.

    The notice that names the unit chosen does not: that unit is to hold.
    """
    return re.search(r": [a-z ]+ are over ", notice) is None
