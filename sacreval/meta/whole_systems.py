"""Official scores of whole systems, which have no inputs that could be drawn or averaged."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.errors import UsageError
from sacreval.meta.listed_names import first_names
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.score_set import ScoreSet
from sacreval.stats.levels import Level

FILES = "files"
_DRAWS_SYSTEMS = {"auto", "wmt", "williams", "perm-systems", "perm-pairs"}
_SYSTEMS = "-systems"
_READ_THEM = "--system-scores files --level system"


def has_whole_systems(options: CorrelationOptions) -> bool:
    """Return whether official scores of systems are correlated at a level of the run."""
    return options.system_scores == FILES and Level.SYSTEM in _levels(options)


def whole_systems(options: CorrelationOptions) -> bool:
    """Return whether official scores of systems are all that is correlated."""
    return options.system_scores == FILES and _levels(options) == {Level.SYSTEM}


def check_inputs(options: CorrelationOptions) -> None:
    """Check that no coefficient needs inputs where official scores of systems are correlated.

    Raises:
        UsageError: If one does, as soft pairwise accuracy, whose p-values are made of inputs.
    """
    if not has_whole_systems(options):
        return
    at_system = [cell.measure for cell in options.cells if cell.level is Level.SYSTEM]
    name = next((one.name for one in at_system if one.needs_inputs), None)
    if name is not None:
        raise UsageError(
            f"--coefficient {name}: its p-values are computed from scores of inputs (segments), "
            "which scores of systems from files do not have; compute it in a run of its own with "
            "--system-scores means, or leave it out"
        )


def check_units(options: CorrelationOptions) -> None:
    """Check that official scores of systems are not drawn by inputs.

    Raises:
        UsageError: If an interval or a test is over inputs.
    """
    if not has_whole_systems(options):
        return
    why = "scores of systems from files have no inputs to draw"
    if options.units not in {None, "systems"} and options.interval != "none":
        raise UsageError(f"--units {options.units}: {why}; use --units systems")
    test = options.test
    if test is not None and test not in _DRAWS_SYSTEMS and not test.endswith(_SYSTEMS):
        family = "perm" if test.startswith("perm-") else test.partition("-")[0]
        raise UsageError(f"--test {test}: {why}; use --test {family}{_SYSTEMS}")


def with_systems_only(data: ScoreSet) -> list[str]:
    """Return the metrics that have official scores of systems and none of outputs."""
    return sorted(data.system_scores.keys() - data.scores.keys())


def check_metric(data: ScoreSet, metric: str) -> None:
    """Check that a metric has more than official scores of systems.

    Raises:
        UsageError: If it has not.
    """
    if metric in with_systems_only(data):
        raise UsageError(f"{metric} has scores of whole systems only, which need {_READ_THEM}")


def left_out_notes(data: ScoreSet, metrics: Sequence[str]) -> list[str]:
    """Note metrics that are not correlated, as they have official scores of systems only.

    Args:
        data: All scores.
        metrics: The metrics that take part.
    """
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
