"""Differences between systems corrected by the human labels of some records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.declarations import highest_score
from sacreval.errors import InputError, comma_list
from sacreval.features.compare.result import Comparison, CorrectedDifference, Settings
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.corrected_means import (
    RANDOM,
    Labels,
    check_scale,
    doubts,
    labels_of,
    random_doubts,
    too_few,
)
from sacreval.scoring.intervals.interval_plans import IntervalUnits

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.pairs.paired_scores import Member
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.stats.intervals.prediction_powered import CorrectedMean, Labelled


class ComparedSystems(NamedTuple):
    """Systems on the same instances, by one metric.

    Attributes:
        entry: The metric.
        members: The systems.
        names: The ids of the instances.
        units: The units of tests and intervals.
    """

    entry: Entry
    members: Sequence[Member]
    names: Sequence[str]
    units: IntervalUnits


class LabelledSystem(NamedTuple):
    """One system on the instances.

    Attributes:
        labels: Array (n,); NaN where an instance has no label.
        scores: Array (n,).
        highest: The largest score, where the lowest is 0.
    """

    labels: Array
    scores: Array
    highest: float | None


class Corrections:
    """The corrected differences of a comparison, and notices on them.

    Args:
        evaluation: The rows of all systems, with their judgments.
        settings: The dimensions with the labels, and the level.
        tests: Number of intervals that hold at once.
    """

    def __init__(self, evaluation: Evaluation, settings: Settings, tests: int) -> None:
        self.evaluation, self.settings = evaluation, settings
        self._level = settings.confidence_of_each(tests)
        self.cases: dict[str, list[str]] = {RANDOM: []} if settings.humans else {}
        self._labels: dict[tuple[str, str], Labels] = {}

    def add(self, comparisons: Sequence[Comparison], over: ComparedSystems) -> list[Comparison]:
        """Return comparisons with their corrected differences.

        Args:
            comparisons: Comparisons of these systems.
            over: The systems, their metric and the instances.

        Raises:
            InputError: If too few records are labelled for both systems, or labels are on another
                scale.
        """
        return [
            replace(c, corrected=self._corrected(c, over))
            if c.output in self.settings.humans
            else c
            for c in comparisons
        ]

    def notices(self, comparisons: Sequence[Comparison]) -> list[str]:
        """List notices on corrected differences, each kind in one sentence."""
        for comparison in comparisons:
            if _contradicts(comparison, self.settings.alpha):
                text = "the finding is that of the scores; corrected by the labels it is not shown"
                self.cases.setdefault(text, []).append(_where(comparison))
        return [
            f"{comma_list(dict.fromkeys(names))}: {text}" if names else text
            for text, names in self.cases.items()
        ]

    def _corrected(
        self, comparison: Comparison, over: ComparedSystems
    ) -> CorrectedDifference | None:
        from sacreval.stats.intervals.prediction_powered import corrected_difference

        dimension, where = self.settings.humans[comparison.output], _where(comparison)
        data, highest = self._data(comparison, over, dimension)
        text = too_few(data, self.settings.unit)
        if text is not None:
            if comparison.group is None:
                raise InputError(f"{where}, labels of both systems: {text}")
            self.cases.setdefault(text, []).append(where)
            return None
        corrected = corrected_difference(data, highest=highest)
        for said in _notices(data, corrected, self.settings.unit):
            self.cases.setdefault(said, []).append(where)
        return _difference(corrected, data, dimension, self._level)

    def _data(
        self, comparison: Comparison, over: ComparedSystems, dimension: str
    ) -> tuple[Labelled, float | None]:
        """Return differences of labels and of scores, and the largest label that there can be."""
        import numpy as np

        from sacreval.stats.intervals.prediction_powered import Labelled

        base, other = (
            self._side(system, comparison, over, dimension)
            for system in (comparison.base, comparison.other)
        )
        labels, scores = other.labels - base.labels, other.scores - base.scores
        has, of = ~np.isnan(labels), over.units.of
        units = None if of is None else np.concatenate([of[has], of[~has]])
        return Labelled(labels[has], scores[has], scores[~has], units), base.highest

    def _side(
        self, system: str, comparison: Comparison, over: ComparedSystems, dimension: str
    ) -> LabelledSystem:
        import numpy as np

        metric, collected = over.entry.metric, self.evaluation.systems[system]
        name = metric.outputs[over.entry.outputs.index(comparison.output)]
        member = next(x for x in over.members if x.system == system)
        scores = np.asarray(metric.reduce(member.rows)[name], dtype=np.float64)
        key = (system, dimension)
        if key not in self._labels:
            self._labels[key] = labels_of(collected, dimension)
        labels = self._labels[key].values[[collected.places[x] for x in over.names]]
        side = LabelledSystem(labels, scores, highest_score(metric, name))
        labelled = labels[~np.isnan(labels)]
        if len(labelled):
            check_scale(comparison.output, labelled, scores, dimension, side.highest)
        return side


def with_holm(comparisons: Sequence[Comparison], settings: Settings) -> list[Comparison]:
    """Return comparisons whose corrected differences have p-values by Holm's method."""
    from sacreval.stats.significance.multiple_testing import holm

    families: dict[object, list[int]] = {}
    for i, comparison in enumerate(comparisons):
        if comparison.corrected is not None:
            key = None if settings.family == "all" else (comparison.group, comparison.output)
            families.setdefault(key, []).append(i)
    adjusted = list(comparisons)
    for members in families.values():
        differences = [adjusted[i].corrected for i in members]
        for i, p in zip(members, holm([x.p for x in differences if x is not None]), strict=True):
            corrected = adjusted[i].corrected
            if corrected is not None:
                adjusted[i] = replace(adjusted[i], corrected=replace(corrected, p_holm=p))
    return adjusted


def _difference(
    corrected: CorrectedMean, data: Labelled, dimension: str, level: float
) -> CorrectedDifference:
    ends, p = corrected.bounds(level), corrected.p()
    return CorrectedDifference(
        dimension=dimension,
        value=corrected.value,
        low=float(ends.low),
        high=float(ends.high),
        level=level,
        method=corrected.method,
        p=p,
        p_holm=p,
        labels=len(data.labels),
        others=len(data.others),
        weight=corrected.weight,
    )


def _notices(data: Labelled, corrected: CorrectedMean, unit: str | None) -> Iterator[str]:
    yield from doubts(data, corrected.method, unit)
    yield from random_doubts(data)


def _where(comparison: Comparison) -> str:
    group = f" in {comparison.group}" if comparison.group else ""
    return f"{comparison.output} of {comparison.other} and {comparison.base}{group}"


def _contradicts(comparison: Comparison, alpha: float) -> bool:
    """Whether scores show a difference that labels do not."""
    if comparison.corrected is None or not comparison.is_shown:
        return False
    return (
        comparison.corrected.p_holm > alpha
        or comparison.corrected.value * comparison.difference < 0
    )
