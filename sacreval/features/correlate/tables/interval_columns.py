"""The intervals of a meta-evaluation in words: units for the head, methods for the lines below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Plain = Mapping[str, Any]  # one row of the JSON report


def headed(coefficient: str, results: Sequence[Plain]) -> str:
    """Name a column by its coefficient and what its intervals are over.

    Args:
        coefficient: Of the column.
        results: All correlations.

    Returns:
        Such as `kendall [both]`; units that differ by row are joined by a slash.
    """
    units = _units([r for r in results if r["coefficient"] == coefficient])
    return f"{coefficient} [{units}]" if units else coefficient


def _units(results: Sequence[Plain]) -> str:
    found = (r["interval"].get("units") for r in results if r["interval"])
    return "/".join(dict.fromkeys(unit for unit in found if unit))


def methods(results: Sequence[Plain]) -> list[str]:
    """List the methods of intervals, each with its coefficients and why it was chosen.

    Args:
        results: Correlations.

    Returns:
        One line, or none without intervals.
    """
    kinds: dict[tuple[str, str | None], dict[str, dict[str, None]]] = {}
    for r in results:
        if r["interval"]:
            key = _plain(r["interval"]["method"]), r["interval"].get("reason")
            kinds.setdefault(key, {}).setdefault(r["level"], {})[r["coefficient"]] = None
    if not kinds:
        return []
    confidence = next(r["interval"]["confidence"] for r in results if r["interval"])
    parts = [
        f"{method}{_where(levels) if len(kinds) > 1 else ''}{f' ({reason})' if reason else ''}"
        for (method, reason), levels in kinds.items()
    ]
    return [f"Intervals of {100 * confidence:g} %: {'; '.join(parts)}."]


def _plain(method: str) -> str:
    """Leave out units, which the head of the table names, and the scale."""
    return method if method == "rule-of-three" else method.partition("-")[0]


def _where(levels: Mapping[str, Mapping[str, None]]) -> str:
    alike: dict[str, list[str]] = {}
    for level, coefficients in levels.items():
        alike.setdefault(", ".join(coefficients), []).append(level)
    each = [f"{names} at {' and '.join(at)} level" for names, at in alike.items()]
    return f" of {', '.join(each)}"
