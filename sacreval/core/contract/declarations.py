"""Declarations of a metric, read: fields, main output, ranges, origin, and metrics in wrappers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING

from sacreval.core.contract.metric_values import NO_LIBRARY
from sacreval.core.options.field_types import ANYTHING
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.metric import Direction, Metric
    from sacreval.core.options.field_types import Kind


def innermost(metric: Metric) -> Metric:
    """Return the metric inside all wrappers."""
    return _inside(metric, "metric_inside")


def formula_owner(metric: Metric) -> Metric:
    """Return the metric whose formula sums the rows up; of a wrapper, mostly the one inside.

    What few metrics define, such as intervals of their own, is a protocol that it may have.
    """
    return _inside(metric, "formula_inside")


def _inside(metric: Metric, where: str) -> Metric:
    while (inner := getattr(metric, where, None)) is not None:
        metric = inner
    return metric


def field_kind(metric: Metric, field: str) -> Kind:
    """Return the type of a field; anything that is there, if `kinds` does not name it."""
    return metric.kinds.get(field, ANYTHING)


def main_output(metric: Metric) -> str | None:
    """Return the output that stands for the metric; None for a metric without outputs.

    It is `main`, or the first output if the options leave that out.
    """
    return metric.main if metric.main in metric.outputs else next(iter(metric.outputs), None)


def direction(metric: Metric, output: str) -> Direction:
    """Return whether a larger value of an output is better; None if neither is.

    Raises:
        UsageError: If `higher_is_better` is a mapping without this output.
    """
    declared = metric.higher_is_better
    if not isinstance(declared, Mapping):
        return declared
    if output not in declared and "*" not in declared:
        raise UsageError(
            f"{metric.name}: higher_is_better has no '{output}'; add it, with None if neither "
            "larger nor smaller values are better"
        )
    return declared.get(output, declared.get("*"))


def highest_score(metric: Metric, output: str) -> float | None:
    """Return the largest score of a record; None for an unbounded output or no mean."""
    highest = metric.score_scale.highest
    return highest.get(output) if isinstance(highest, Mapping) else highest


def score_range(metric: Metric, output: str) -> tuple[float, float]:
    """Return the least and the largest score of a system; infinite where there is none."""
    scale = metric.score_scale
    if output in scale.spans:
        return scale.spans[output]
    for highest in (highest_score(metric, output), scale.greatest.get(output)):
        if highest is not None:
            return 0.0, highest
    return scale.spans.get("*", (-inf, inf))


def undefined_sentence(metric: Metric) -> str:
    """Return what is said of a record that has no score by definition; "" if each has one."""
    where = metric.undefined_where
    return f"undefined by {metric.name}: {where}" if where else ""


def is_undefined(metric: Metric, why: str) -> bool:
    """Return whether a record that has no score, and why, has none by definition."""
    return bool(metric.undefined_where) and why.endswith(undefined_sentence(metric))


def of_sets(metric: Metric | type[Metric]) -> bool:
    """Return whether whole sets are scored, by `measure`; see `SetMetric`."""
    return getattr(metric, "of_sets", False)


def runs_model(metric: Metric | type[Metric]) -> bool:
    """Return whether a metric runs a model: its rows are computed in the process that owns it."""
    return getattr(metric, "runs_model", False)


def unparsed_output(metric: Metric) -> str:
    """Return the output with the share of outputs without an answer; "" without one."""
    output: str = getattr(metric, "unparsed_output", "")
    return output


def data_hashes(metric: Metric) -> Mapping[str, str]:
    """Return a hash of each set of data files that the numbers depend on, for signatures.

    A metric with such files defines `data_hashes`.
    """
    hashes: Mapping[str, str] = getattr(metric, "data_hashes", dict)()
    return hashes


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
