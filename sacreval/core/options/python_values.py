"""Values of other libraries in Python: scalars and arrays of NumPy and Arrow, data frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sacreval.errors import UsageError

_OWN = frozenset({str, int, float, bool, type(None), bytes})
_MISSING = ("NAType", "NaTType")  # of pandas


def plain(value: Any) -> Any:
    """Return a value with Python's own types in place of those of NumPy, pandas and Arrow.

    Args:
        value: Any value; lists, tuples and mappings are converted item by item, arrays and tuples
            to lists. Values of other types, such as records, are returned unchanged.
    """
    kind = type(value)
    if kind in _OWN:
        return value
    if kind is dict:
        return {plain(key): plain(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [plain(item) for item in value]
    if kind.__name__ in _MISSING:
        return None
    for method in ("as_py", "tolist"):
        if hasattr(value, method):
            return plain(getattr(value, method)())
    return value


def rows_of(frame: Any) -> list[dict[str, Any]] | None:
    """Return the rows of a data frame of pandas or polars, or of a table of Arrow.

    Args:
        frame: Any value.

    Returns:
        A mapping of column to value for each row, without missing values; None for other values.

    Raises:
        UsageError: If two columns have one name.
    """
    if hasattr(frame, "to_dicts"):  # polars
        rows = frame.to_dicts()
    elif hasattr(frame, "to_pylist") and hasattr(frame, "column_names"):  # Arrow
        _check_names(frame.column_names)
        rows = frame.to_pylist()
    elif hasattr(frame, "columns") and hasattr(frame, "to_dict"):  # pandas
        _check_names(frame.columns)
        rows = frame.to_dict("records")
    else:
        return None
    return [
        {str(name): x for name, value in row.items() if not is_missing(x := plain(value))}
        for row in rows
    ]


def _check_names(names: Any) -> None:
    repeated = [name for name, times in Counter(map(str, names)).items() if times > 1]
    if repeated:
        raise UsageError(f"the frame has two columns '{repeated[0]}'; drop or rename one")


def is_missing(value: Any) -> bool:
    """Return whether a value is missing in a data frame: None or NaN."""
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124


def nested(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record from columns of a table.

    Args:
        row: Column to value. `reference_1`, `reference2` … hold one reference each;
            `groups.NAME` and `judgments.NAME` are entries of `groups` and `judgments`.
    """
    record: dict[str, Any] = {}
    for name, value in row.items():
        head, dot, tail = name.partition(".")
        if is_numbered_reference(name):
            record.setdefault("references", []).append(value)
        elif dot and head in ("groups", "judgments"):
            record.setdefault(head, {})[tail] = value
        else:
            record[name] = value
    return record


def is_numbered_reference(name: str) -> bool:
    """Return whether a column holds one of several references, such as `reference_1`."""
    head = name.rstrip("0123456789")
    return head != name and head.rstrip("_.") in ("reference", "references")
