"""Checks of what a class of metrics declares: the names of its options, ranges and origin."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from sacreval.core.contract.metric_values import Origin, ScoreScale
from sacreval.errors import UsageError, nearest

DELEGATED_HOOKS = (
    "joins_each", "named_by", "unparsed_output", "part_count", "leave_out", "data_hashes",
    "lacking", "takes", "seen", "missing_state", "unanswered", "worst_and_best", "of_sets",
)  # fmt: skip
"""What few metrics define, and wrappers have as the metric inside."""

HOOKS = (
    *DELEGATED_HOOKS, "name", "is_settled", "settle", "for_instances", "runs_model",
    "own_processes", "rows_with_leave_one_out", "native_sums", "all_pairs_rows", "whole_rows",
    "library_scores", "official_program", "official_versions", "score_system", "sampling_noise",
    "under_calibration", "unknown_range", "optimistic", "error_spans", "fits", "reply_key",
    "joined", "end", "symmetric_outputs", "between_outputs", "scores_none", "metric_inside",
    "formula_inside", "own_bounds", "own_map", "own_where",
)  # fmt: skip
"""What few metrics define; options have other names."""

_ELSEWHERE = {
    "is_mean": "score_scale = ScoreScale(mean=True)",
    "own_definition": "origin = Origin(why_own=...)",
    "is_higher_better": "higher_is_better = {OUTPUT: ..., '*': ...}",
    **{x: f"score_scale = ScoreScale({x}=...)" for x in ScoreScale._fields},
    **{x: f"origin = Origin({x}=...)" for x in Origin._fields},
}
"""Attributes that a class of metrics declares inside another, and how."""


def check_declared(cls: type) -> None:
    """Check the options, the range of scores and the origin that a class of metrics declares.

    Raises:
        UsageError: If an option has the name of what metrics define; if one of the others is no
            value of its type; if the class has as an attribute of its own what belongs inside
            them; or if its origin names what does not exist.
    """
    declared = vars(cls)
    types = declared.get("__annotations__", {})
    options = {name for name, kind in types.items() if "ClassVar" not in str(kind)}
    for name in sorted(declared.keys() & _ELSEWHERE.keys() - options):
        if not callable(declared[name]) or name == "is_higher_better":
            raise UsageError(f"{cls.__name__}: `{name}` is read nowhere; write {_ELSEWHERE[name]}")
    for name, kind in (("score_scale", ScoreScale), ("origin", Origin)):
        value = declared.get(name)
        if isinstance(value, tuple | dict | str) and not isinstance(value, kind):
            raise UsageError(f"{cls.__name__}: {name} is {value!r}; give {kind.__name__}(...)")
    if _is_foreign(cls):
        _check_options(cls, options)
        check_origin(cls, declared.get("origin"))


def _check_options(cls: type, options: set[str]) -> None:
    inherited = getattr(cls, "__dataclass_fields__", {}).keys()
    for name in sorted(options & reserved(cls.__mro__[1:]) - inherited):
        raise UsageError(
            f"{cls.__name__}: metrics define '{name}' themselves; rename that option, or annotate "
            "it as ClassVar if it is none"
        )


def reserved(bases: Iterable[type]) -> set[str]:
    """Return the names that options of classes with these bases cannot have."""
    return {*HOOKS, *(name for base in bases if not _is_foreign(base) for name in vars(base))}


def _is_foreign(cls: type) -> bool:
    return cls.__module__.partition(".")[0] != "sacreval"


def check_origin(cls: type, origin: object) -> None:
    """Check that what an origin names exists.

    Args:
        cls: The class of metrics that declares it, for messages.
        origin: What it declares; all but an `Origin` is left alone.
    """
    if not isinstance(origin, Origin):
        return
    libraries: object = origin.libraries
    if isinstance(libraries, str):
        raise UsageError(
            f"{cls.__name__}: origin names libraries as text; give a tuple: "
            f"Origin(libraries=({libraries!r},))"
        )
    if origin.counterpart and not _is_counterpart(origin.counterpart):
        raise UsageError(
            f"{cls.__name__}: sacreval.core.libraries has no counterpart '{origin.counterpart}'; "
            "correct it, as in 'scikit_learn:accuracy'"
        )
    if origin.program:
        from sacreval.io.programs.official_programs import PROGRAMS

        if origin.program not in PROGRAMS:
            raise UsageError(
                f"{cls.__name__}: sacreval runs no program '{origin.program}'; "
                f"{nearest(origin.program, PROGRAMS)}"
            )


def _is_counterpart(text: str) -> bool:
    module, _, function = text.partition(":")
    try:
        return hasattr(import_module(f"sacreval.core.libraries.{module}"), function)
    except ImportError:
        return False
