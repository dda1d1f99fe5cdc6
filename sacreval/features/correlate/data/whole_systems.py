"""Scores of systems: a metric's own, means of scores of outputs, or official ones of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from sacreval.errors import UsageError
from sacreval.features.correlate.data.main_outputs import ALL, MAIN, main_outputs
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.measures.coefficient_names import first_names
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.stats.association.levels import Level

AUTO: Literal["auto"] = "auto"
METRIC: Literal["metric"] = "metric"
MEAN: Literal["mean"] = "mean"
FILES: Literal["files"] = "files"
_DRAWS_SYSTEMS = {"auto", "wmt", "williams", "perm-systems", "perm-pairs"}
_DRAWS_BOTH = ("bootstrap-", "centred-")
_SYSTEMS = "-systems"
_READ_THEM = "--system-scores files --level system"


class Resolved(NamedTuple):
    """Options without `auto`, and what was chosen in a sentence; None where nothing was."""

    options: CorrelationOptions
    note: str | None


def resolved(
    tasks: Iterable[ScoreSet], options: CorrelationOptions, metrics: Sequence[str]
) -> Resolved:
    """Choose where scores of systems come from, the same for all tasks, if options say `auto`.

    Args:
        tasks: The scores of every task.
        options: The options of the run.
        metrics: The metrics that take part; `main` is the main outputs in the data, `all` all.

    Raises:
        UsageError: For `metric`, if no metric has scores of its own.
    """
    asked, tasks = options.system_scores, list(tasks)
    at_system = [cell for cell in options.cells if cell.level is Level.SYSTEM]
    of_vectors = [cell for cell in at_system if not cell.measure.needs_inputs]
    with_own = _with_own_scores(tasks, metrics)
    if asked == METRIC and not with_own:
        raise UsageError(
            "--system-scores metric needs a metric that is computed in this run and has a score of "
            "systems of its own, as bleu; scores in files have --system-scores mean or files"
        )
    if asked != AUTO:
        return Resolved(options, None)
    mean = replace(options, system_scores=MEAN)
    if not of_vectors:
        return Resolved(mean, None)
    why = None
    if with_own:
        chosen = replace(options, system_scores=METRIC)
        what = f"{first_names(with_own)} at system level: the metric's own score of each system"
        if not (refusal := _refused_by_metric(chosen)):
            return Resolved(chosen, f"{what}, on its judged outputs.")
        why = f"{what} is not drawn by {refusal}: means of scores of outputs are correlated."
    elif _has_files(tasks, options.human, metrics):
        chosen = replace(options, system_scores=FILES)
        if not (refusal := _refused_by_files(chosen)):
            what = "System level: official scores of systems, from files; --system-scores mean "
            return Resolved(chosen, f"{what}averages the scores of outputs.")
        why = (
            "System level: means of scores of outputs, as official scores of systems are not "
            f"drawn by {refusal}."
        )
    return Resolved(mean, why)


def may_have_own(options: CorrelationOptions) -> bool:
    """Return whether metrics' own scores of systems may be correlated, which need their rows."""
    return options.system_scores in {AUTO, METRIC} and Level.SYSTEM in _levels(options)


def _with_own_scores(tasks: Sequence[ScoreSet], metrics: Sequence[str]) -> list[str]:
    names = dict.fromkeys(name for data in tasks for name in data.own)
    return [name for name in names if name in metrics or {MAIN, ALL} & {*metrics}]


def _has_files(tasks: Sequence[ScoreSet], humans: Sequence[str], metrics: Sequence[str]) -> bool:
    def has(data: ScoreSet, human: str) -> bool:
        names = list(data.scores) if ALL in metrics else metrics
        if MAIN in metrics:
            names = main_outputs(data, data.scores, human_texts=False).names
        return human in data.system_judgments and all(name in data.system_scores for name in names)

    judged = [
        (data, human)
        for data in tasks
        for human in humans
        if human in data.judgments or human in data.system_judgments
    ]
    return bool(judged) and all(has(*pair) for pair in judged)


def _refused_by_files(options: CorrelationOptions) -> str | None:
    """Return the option that needs inputs to draw, which scores of files do not have."""
    if options.units not in {None, "systems"} and options.interval != "none":
        return f"--units {options.units}"
    test = options.test
    if test is None or test in _DRAWS_SYSTEMS or test.endswith(_SYSTEMS):
        return None
    return f"--test {test}"


def _refused_by_metric(options: CorrelationOptions) -> str | None:
    """Return the test that exchanges single outputs, of which a metric's own score has none."""
    test = options.test
    drawn = test is None or test in _DRAWS_SYSTEMS or test.startswith(_DRAWS_BOTH)
    return None if drawn else f"--test {test}"


def has_whole_systems(options: CorrelationOptions) -> bool:
    """Return whether official scores of systems are correlated at a level of the run."""
    return options.system_scores == FILES and Level.SYSTEM in _levels(options)


def whole_systems(options: CorrelationOptions) -> bool:
    """Return whether official scores of systems are all that is correlated."""
    return options.system_scores == FILES and _levels(options) == {Level.SYSTEM}


def check_units(options: CorrelationOptions) -> None:
    """Check that scores of systems are drawn by what they have."""
    if Level.SYSTEM not in _levels(options):
        return
    test = options.test or ""
    family = "perm" if test.startswith("perm-") else test.partition("-")[0]
    if options.system_scores == FILES and (refusal := _refused_by_files(options)):
        remedy = "--units systems" if "--units" in refusal else f"--test {family}{_SYSTEMS}"
        why = "scores of systems from files have no inputs to draw"
        raise UsageError(f"{refusal}: {why}; use {remedy}")
    if options.system_scores == METRIC and (refusal := _refused_by_metric(options)):
        raise UsageError(
            f"{refusal}: it exchanges single outputs of two metrics, of which their own scores of "
            "systems cannot be computed; use --test bootstrap-both, or --system-scores mean"
        )


def with_systems_only(data: ScoreSet) -> list[str]:
    """Return the metrics that have official scores of systems and none of outputs."""
    return sorted(data.system_scores.keys() - data.scores.keys())


def check_metric(data: ScoreSet, metric: str) -> None:
    """Check that a metric has more than official scores of systems."""
    if metric in with_systems_only(data):
        raise UsageError(f"{metric} has scores of whole systems only, which need {_READ_THEM}")


def left_out_notes(data: ScoreSet, metrics: Sequence[str]) -> list[str]:
    """Note metrics that are not correlated, as they have official scores of systems only."""
    names = [name for name in with_systems_only(data) if name not in metrics]
    if not names:
        return []
    have = "has" if len(names) == 1 else "have"
    was = "was" if len(names) == 1 else "were"
    note = (
        f"{first_names(names, 10)} {have} scores of whole systems only and {was} left out: "
        f"{_READ_THEM} reads them."
    )
    return [note]


def _levels(options: CorrelationOptions) -> set[Level]:
    return {cell.level for cell in options.cells}
