"""Files of `correlate`: the rows that it writes, with their types, read again for a report."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints

import msgspec

from sacreval.features.correlate.correlation_results import (
    Correlation,
    IntervalFound,
    MetricTest,
    Ranked,
    TaskAverage,
)
from sacreval.features.correlate.data.human_scores import Agreement
from sacreval.features.correlate.explain import Alternative

ROWS = {
    "results": Correlation, "tests": MetricTest, "ranking": Ranked, "averages": TaskAverage,
    "agreement": Agreement, "explanation": Alternative,
}  # fmt: skip
_OPTIONAL = {"task": str, "reversed": bool}  # of a run of tasks, and of `--signed`
_IN_EXPLANATIONS = {"metric": str}


def check(content: Mapping[str, Any]) -> None:
    """Check that a document has the rows that `correlate` writes.

    Args:
        content: The document.

    Raises:
        msgspec.ValidationError: If it lacks a value or has one of another type, if it has no
            correlations, or if some rows are of a task and others of none.
    """
    document = msgspec.convert(content, _document())
    if not document.results:
        raise msgspec.ValidationError("it has no correlations")
    rows = [row for part in ("results", "tests", "ranking") for row in content.get(part, ())]
    if len({"task" in row for row in rows}) > 1:
        raise msgspec.ValidationError("some rows have a task, and others none")


@cache
def _document() -> Any:
    more = {"explanation": _IN_EXPLANATIONS}
    rows = {name: _row(cls, **more.get(name, {})) for name, cls in ROWS.items()}
    parts: list[Any] = [(name, list[row], []) for name, row in rows.items()]  # type: ignore[valid-type]
    return msgspec.defstruct(
        "Document", [*parts, ("notes", list[str], []), ("asked_levels", dict[str, str], {})]
    )


def _row(cls: type, **more: type) -> Any:
    """Return the type of a row as JSON has it, in which NaN is null."""
    hints = get_type_hints(cls)
    stated = [f for f in fields(cls) if f.metadata.get("json", True)]
    typed = [(f.name, _in_json(hints[f.name]), f.default) for f in stated]
    values = [field[:2] if field[2] is MISSING else field for field in typed]
    optional = [(name, kind | None, None) for name, kind in _OPTIONAL.items()]
    return msgspec.defstruct(cls.__name__, [*values, *more.items(), *optional], kw_only=True)


def _in_json(hint: Any) -> Any:
    if hint is float:
        return float | None
    return _row(IntervalFound) | None if hint == IntervalFound | None else hint
