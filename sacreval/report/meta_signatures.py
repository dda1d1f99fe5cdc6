"""Many long signatures in few lines: their common fields once, then the differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Plain = Mapping[str, Any]  # one row of the JSON report
_SHOWN = ("task", "level", "coefficient", "metric")
_SAID = {"level", "coef", "over"}


def condensed(results: Sequence[Plain], what: str) -> list[str]:
    """Write the signatures of results.

    Args:
        results: Rows with `signature` and with the fields that name the result.
        what: Their common name, such as "correlations", for the first line.
    """
    parts = [_parts(r["signature"]) for r in results]
    if not parts:
        return []
    shared = {k: v for k, v in parts[0].items() if all(p.get(k) == v for p in parts)}
    apart: dict[str, list[Plain]] = {}
    for result, own in zip(results, parts, strict=True):
        rest = {k: v for k, v in own.items() if k not in shared and k not in _SAID}
        apart.setdefault(_text(rest), []).append(result)
    common = {k: v for k, v in shared.items() if k not in _SAID}
    lines = [f"signature of {what}: {_text(common)}"]
    lines += [f"  {_who(some, results)}: {rest}" for rest, some in apart.items() if rest]
    return lines


def _parts(signature: str) -> dict[str, str]:
    """Split a signature at the bars that precede a field's name; values may contain bars."""
    found: dict[str, str] = {}
    last = ""
    for piece in signature.split("|"):
        name, colon, value = piece.partition(":")
        if last == "refs" and name not in _AFTER_REFERENCES:
            found[last] += f"|{piece}"
        else:
            found[name], last = value if colon else "", name
    return found


_AFTER_REFERENCES = {"ci", "why", "conf", "resamples", "seed", "version"}
"""Names that can follow `refs`, whose value is the signature of the scores."""


def _text(parts: Mapping[str, str]) -> str:
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _who(some: Sequence[Plain], everyone: Sequence[Plain]) -> str:
    """Name some results by the fields that they share and others do not."""
    words = []
    for name in _SHOWN:
        values, known = _values(some, name), _values(everyone, name)
        if len(values) < len(known):
            words.append(", ".join(values))
    return "; ".join(words) or "all"


def _values(results: Iterable[Plain], name: str) -> list[str]:
    return list(dict.fromkeys(r[name] for r in results if name in r))
