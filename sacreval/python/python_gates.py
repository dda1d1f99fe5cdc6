"""Gates as arguments of functions in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sacreval.errors import UsageError
from sacreval.features.gates.gates_of_sets import TestLevel
from sacreval.features.gates.stated_gates import StatedGates
from sacreval.python.python_arguments import several
from sacreval.scoring.intervals.interval_options import IntervalOptions

Bounds = Mapping[str, float] | None
"""Output, or metric for its main output, to a number."""


def stated(
    *,
    fail_under: Bounds,
    check: str | Sequence[str],
    corrected: bool,
    baseline: str | Path | None,
    not_worse: Bounds,
    significant_drop: Bounds,
    max_drop: Bounds,
    no_new_failures: str | Sequence[str],
    max_unanswered: float | None,
    max_missing: float | None,
    force_baseline: bool,
) -> StatedGates:
    """Return the gates that arguments state; see `sacreval.evaluate`."""
    return StatedGates(
        fail_under=_texts("fail_under", fail_under),
        check=several(check),
        corrected=corrected,
        baseline=None if baseline is None else Path(baseline),
        not_worse=_texts("not_worse", not_worse),
        significant_drop=_texts("significant_drop", significant_drop),
        max_drop=_texts("max_drop", max_drop),
        no_new_failures=several(no_new_failures),
        max_unanswered=max_unanswered,
        max_missing=max_missing,
        force_baseline=force_baseline,
    )


def level_of(options: IntervalOptions, by: Sequence[str]) -> TestLevel:
    """Return the level, the seed and the units of tests against a baseline.

    Args:
        options: How intervals are computed, which tests share.
        by: What results are broken down by.
    """
    from sacreval.features.gates.gate_units import UnitOptions

    units = UnitOptions(options.unit, by_data=options.method == "auto", besides=tuple(by))
    return TestLevel(options.confidence, options.seed, units)


def _texts(option: str, bounds: Bounds) -> list[str]:
    if bounds is not None and not isinstance(bounds, Mapping):
        raise UsageError(
            f"{option} is {bounds!r}; give a mapping from an output to a number, such as "
            f'{option}={{"bleu": 30}}'
        )
    return [f"{name}={value!r}" for name, value in (bounds or {}).items()]
