"""Origin of a metric's numbers: the official library or program, or sacreval's own definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.core.contract.inner_metrics import innermost
from sacreval.core.contract.metric_values import NO_LIBRARY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sacreval.core.metric import Metric


def computed_by(metric: Metric) -> str:
    """Return what computes the rows: native, official or definition."""
    metric = innermost(metric)
    if metric.engine == "native":
        return "native"
    if official_program(metric):
        return "official"
    return "official" if metric.origin.libraries and not metric.origin.why_own else "definition"


def official_program(metric: Metric) -> Path | None:
    """Return the user's copy of the official program, or None if it does not compute the rows.

    Raises:
        NotSetUpError: If the copy is not there any more, or has changed.
    """
    from sacreval.io.programs.official_programs import registered_program

    metric = innermost(metric)
    if hasattr(metric, "official_program"):  # one of the user's
        program: Path | None = metric.official_program()
        return program
    official = metric.origin.program and metric.engine == "official"
    return registered_program(metric.origin.program) if official else None


def official_versions(metric: Metric) -> Mapping[str, str]:
    """Return the versions of libraries that a metric's options choose; empty for most."""
    versions: Mapping[str, str] = getattr(innermost(metric), "official_versions", dict)()
    return versions


def why_definition(metric: Metric) -> str:
    """Return why sacreval's own definition computes the rows on the official engine."""
    if metric.origin.program:
        from sacreval.io.programs.official_programs import not_set_up

        return not_set_up(metric.origin.program)
    return metric.origin.why_own or NO_LIBRARY
