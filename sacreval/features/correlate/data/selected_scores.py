"""Selected systems and inputs, and the matrices of metric and human scores of a run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from sacreval.core.selection import KINDS, Selection
from sacreval.errors import UsageError
from sacreval.features.correlate.data.main_outputs import (
    ALL,
    MAIN,
    MainOutputs,
    has_human_texts,
    main_outputs,
)
from sacreval.features.correlate.data.score_set import OwnScores, OwnSides, ScoreSet, common
from sacreval.features.correlate.data.whole_systems import check_metric, with_systems_only
from sacreval.features.correlate.measures.coefficient_names import LevelMeasure, first_names, pick
from sacreval.features.correlate.measures.orders import mad_outliers
from sacreval.features.correlate.options import Filters
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.association.levels import Level, system_means


def human_scores(data: ScoreSet, human: str) -> Floats:
    """Return the matrix of a human score, or of a metric score of this name.

    Raises:
        UsageError: An unknown name.
    """
    matrices = {**data.scores, **data.judgments}
    if human not in matrices:
        pick(human, data.judgments, "human score")
    return matrices[human]


def metric_scores(data: ScoreSet, metric: str) -> Floats:
    """Return the matrix of a metric, or of a human score of this name.

    Raises:
        UsageError: An unknown name.
    """
    matrices = {**data.judgments, **data.scores}
    if metric not in matrices:
        if sentence := _by_reference(data, metric):
            raise UsageError(sentence)
        check_metric(data, metric)
        pick(metric, data.scores or matrices, "metric")
    return matrices[metric]


def _by_reference(data: ScoreSet, metric: str) -> str | None:
    """Return an error for a metric that has scores by reference, as in folders of WMT."""
    start = f"{metric}-".casefold()
    named = [name for name in data.scores if name.casefold().startswith(start)]
    names = {name[len(start) :]: name for name in named if name[len(start) :] in data.references}
    if not names:
        return None
    reference, name = next(iter(names.items()))
    plain = name[: len(metric)]
    return (
        f"There are scores of {plain} with each reference ({', '.join(names)}); write --metric "
        f"{name}; of a folder of WMT also --reference {reference} for all metrics, which are then "
        f"named as {plain}"
    )


def metric_names(
    data: ScoreSet,
    metrics: Sequence[str],
    human: str,
    *,
    whole_systems: bool = False,
    systems: Sequence[str] = (),
) -> list[str]:
    """Replace `main` and `all` by the names of metrics, and check every name.

    Args:
        data: All scores.
        metrics: Flat names, `main` or `all`.
        human: Name of the human score.
        whole_systems: Whether official scores of whole systems are all that is correlated.
        systems: The systems that take part, which decide on jackknifed scores.

    Raises:
        UsageError: An unknown name, or no metric at all.
    """
    names: list[str] = []
    known = [*data.scores, *(with_systems_only(data) if whole_systems else ())]
    for metric in metrics:
        if metric in (MAIN, ALL):
            others = _others(data, known, human)
            names += others if metric == ALL else _main(data, others, systems).names
        else:
            names.append(metric)
    for metric in names:
        if metric not in known:
            metric_scores(data, metric)
    if not names:
        raise UsageError(
            "There is no metric to correlate; give files with scores, or name a metric."
        )
    return list(dict.fromkeys(names))


def main_notes(data: ScoreSet, human: str, systems: Sequence[str]) -> list[str]:
    """Return what `main` leaves out, and how to name it, in one note."""
    note = _main(data, _others(data, data.scores, human), systems).note
    return [note] if note else []


def _others(data: ScoreSet, names: Iterable[str], human: str) -> list[str]:
    """Return all names but that of a metric score in the place of a human score."""
    return [name for name in names if name != human or human in data.judgments]


def _main(data: ScoreSet, names: Sequence[str], systems: Sequence[str]) -> MainOutputs:
    return main_outputs(data, names, human_texts=has_human_texts(data, systems))


def select(data: ScoreSet, human: str, filters: Filters) -> ScoreSet:
    """Apply the filters.

    Args:
        data: All scores.
        human: Name of the human score that outliers and counts of judgments refer to.
        filters: The filters.

    Returns:
        The selected scores, with a note for each filter that removes some.
    """
    data = chosen_systems(data, filters.chosen)
    z = human_scores(data, human)
    few = (~np.isnan(z)).sum(axis=1) < filters.min_inputs
    data = _without(
        data, few & (filters.min_inputs > 1), f"fewer than {filters.min_inputs} judged inputs"
    )
    if filters.outliers is not None:
        far = mad_outliers(system_means(human_scores(data, human)), filters.outliers)
        data = _without(data, far, f"human mean beyond {filters.outliers:g} robust deviations")
    return _inputs(data, human, filters)


def chosen_systems(data: ScoreSet, chosen: Selection) -> ScoreSet:
    """Select the chosen systems, with a note on the others."""
    for name in chosen.named:
        if name in chosen.exclude:
            pick(name, data.systems, "system to exclude")
        else:
            pick(name, (*data.systems, *data.other_types.values()), "system")
    data = _of_kind(data, chosen.systems)
    return _without(data, np.isin(data.systems, chosen.exclude), "excluded by name")


def _of_kind(data: ScoreSet, systems: tuple[str, ...]) -> ScoreSet:
    kinds = [data.type_of(name) for name in data.systems]
    wanted = Selection(systems)
    removed = [not wanted.takes(*system) for system in zip(data.systems, kinds, strict=True)]
    types = (*KINDS, *data.other_types.values())
    why = f"not of kind {systems[0]}" if systems[0] in types and len(systems) == 1 else "not named"
    return _without(data, np.array(removed, dtype=bool), why)


def _without(data: ScoreSet, removed: Bools, why: str) -> ScoreSet:
    if not removed.any():
        return data
    names = [s for s, is_removed in zip(data.systems, removed, strict=True) if is_removed]
    what = f"{len(names)} system{'s' * (len(names) > 1)} left out ({why})"
    return data.keep(~removed).noted(f"{what}: {first_names(names, 10)}.")


def _inputs(data: ScoreSet, human: str, filters: Filters) -> ScoreSet:
    judged = ~np.isnan(human_scores(data, human))
    kept = np.ones(len(data.instances), dtype=bool)
    if filters.min_systems > 1:
        kept &= judged.sum(axis=0) >= filters.min_systems
    if filters.common_inputs:
        kept &= judged[judged.any(axis=1)].all(axis=0)
    if kept.all():
        return data
    why = (
        "judged for too few systems" if not filters.common_inputs else "not judged for every system"
    )
    all_systems = np.ones(len(data.systems), dtype=bool)
    return data.keep(all_systems, kept).noted(f"{int((~kept).sum())} inputs left out ({why}).")


SystemScores = Literal["auto", "metric", "mean", "files"]


class Sides(NamedTuple):
    """Scores of one metric (x) and human scores (z), shape (systems, inputs), NaN where missing.

    Scores pair by pair have shape (systems, inputs, human texts), and human scores are repeated.
    """

    x: Floats
    z: Floats


@dataclass(frozen=True)
class Matrices:
    """Matrices of metrics and of a human score, of one shape.

    Attributes:
        data: The selected scores.
        human: Name of the human score.
        z: Human scores, shape (systems, inputs).
        x: Name of a metric to its scores, same shape.
        system_scores: System-level scores: those of the `metric` itself, the `mean` of inputs, or
            official scores from `files`.
    """

    data: ScoreSet
    human: str
    z: Floats
    x: Mapping[str, Floats]
    system_scores: SystemScores = "mean"

    @classmethod
    def of(
        cls,
        data: ScoreSet,
        metrics: Sequence[str],
        human: str,
        system_scores: SystemScores = "mean",
    ) -> "Matrices":
        """Look up the matrices.

        Raises:
            UsageError: An unknown name.
        """
        z = human_scores(data, human)
        x = {
            name: np.full(z.shape, np.nan)
            if system_scores == "files" and name in with_systems_only(data)
            else metric_scores(data, name)
            for name in metrics
        }
        return cls(data, human, z, x, system_scores)

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics."""
        return list(self.x)

    def turned(self, metric: str) -> str | None:
        """Return which scores of a correlation are multiplied by -1: metric, human or both."""
        names = self.data.turned or frozenset()
        sides = {"metric": metric in names, "human": self.human in names}
        return "both" if all(sides.values()) else next((x for x in sides if sides[x]), None)

    def at(self, metric: str, level: Level, *, every_input: bool = False) -> Sides:
        """Return the scores of a metric and human scores at a level.

        Scores of whole systems have shape (systems, 1). At summary level human texts take part by
        their pairs, if the data have any.

        Args:
            metric: The metric.
            level: The level.
            every_input: Whether a metric's own scores of systems are over all inputs that it has.

        Raises:
            UsageError: No official system scores of the metric, or no human ones.
        """
        if self.has_no_inputs(level):
            return self._official(metric)
        if level is Level.SYSTEM and self.system_scores == "metric":
            sides = common([self._own(metric)], self.z, every_input=every_input)
            return Sides(*sides[0].vectors())
        if level is Level.SUMMARY and self.paired(metric):
            x = self._of_chosen_texts(self.data.pairs[metric])
            return Sides(x, np.broadcast_to(self.z[:, :, None], x.shape))
        return Sides(self.x[metric], self.z)

    def of_measure(self, metric: str, cell: LevelMeasure) -> Sides:
        """Return the same as `at`, without scores that an accuracy cannot order.

        Args:
            metric: The metric.
            cell: A coefficient at a level.
        """
        level, measure = cell
        x, z = self.x[metric], self.z
        if not measure.needs_inputs:
            x, z = self.at(metric, level, every_input=measure.every_input)
        lacking = measure.is_accuracy and metric in self.data.undirected
        return Sides(np.full_like(x, np.nan) if lacking else x, z)

    def outputs(self, metric: str, level: Level) -> Sides:
        """Return the same as `at`, with single outputs where scores of systems are made of them."""
        of_outputs = level is Level.SYSTEM and self.system_scores == "metric"
        return Sides(self.x[metric], self.z) if of_outputs else self.at(metric, level)

    def own_sides(self, cell: LevelMeasure, *metrics: str) -> list[OwnSides] | None:
        """Return metrics' own scores of systems with human scores, on the outputs that all have.

        Args:
            cell: A coefficient at a level.
            metrics: The metrics.

        Returns:
            One for each metric; None where the cell is not of such scores.
        """
        level, measure = cell
        if level is not Level.SYSTEM or self.system_scores != "metric" or measure.needs_inputs:
            return None
        return common([self._own(m) for m in metrics], self.z, every_input=measure.every_input)

    def has_no_inputs(self, level: Level) -> bool:
        """Return whether the scores at a level are official ones of whole systems."""
        return level is Level.SYSTEM and self.system_scores == "files"

    def source(self, metric: str, cell: LevelMeasure) -> str:
        """Return where the scores of systems are from: metric, mean or files."""
        has_none = self.system_scores == "metric" and metric not in self.data.own
        return "mean" if cell.measure.needs_inputs or has_none else self.system_scores

    def _own(self, metric: str) -> OwnScores:
        """Return what scores of systems are computed from; of others than its own the mean."""
        return self.data.own.get(metric) or OwnScores.of_means(self.x[metric])

    def paired(self, metric: str) -> bool:
        """Return whether a metric has scores pair by pair, and human texts take part."""
        there = self.data.references & set(self.data.systems)
        return metric in self.data.pairs and bool(there)

    def _of_chosen_texts(self, x: Floats) -> Floats:
        """Return scores pair by pair without the groups of human texts that take no part."""
        human = np.isin(self.data.systems, list(self.data.references))
        there = ~np.isnan(x[human]).all(axis=0)
        chosen: Floats = np.where(there, x, np.nan)
        return chosen

    def _official(self, metric: str) -> Sides:
        x = self.data.system_scores.get(metric)
        z = self.data.system_judgments.get(self.human)
        if x is None or z is None:
            missing = metric if x is None else self.human
            raise UsageError(
                f"There are no official system scores of {missing!r}; give its .sys.score file, or "
                "use --system-scores mean."
            )
        return Sides(x[:, None], z[:, None])
