"""The values of --by, such as `topic,language` or `length(prediction):20,50`, parsed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from sacreval.core.records import FIELDS
from sacreval.core.results import Result
from sacreval.errors import UsageError
from sacreval.scoring.inputs.breakdowns import Breakdown, Field

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_SYNTAX = re.compile(r"""[.()\[\]{}|&<>!=*@'"`]""")  # what only expressions have
_OPEN, _CLOSE, _QUOTES = "([{", ")]}", "'\"`"


def breakdowns(by: str | Sequence[str] | None) -> tuple[Breakdown, ...]:
    """Parse the values of --by.

    Args:
        by: Each value is a field, several with commas between them for their pairs, or an
            expression with bins, such as `length(prediction):20,50`.

    Raises:
        UsageError: If one cannot be parsed, bins are not in rising order, or one is repeated.
    """
    texts = [by] if isinstance(by, str) else list(by or ())
    made = [_breakdown(text) for text in texts]
    names = [one.name for one in made]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--by: '{name}' is given twice; give it once")
    return tuple(made)


def field_of(name: str) -> Field:
    """Return the field of a name: of a group, a field of records, or an expression."""
    try:
        return Field(name, search=_search(name))
    except UsageError as error:
        return Field(name, fault=str(error))


def breakdown_of(result: Result) -> Breakdown | None:
    """Return what the records of a result are grouped by; None for all records.

    Results of earlier releases only have the name of the group, which is one field then.
    """
    if result.group is None:
        return None
    return breakdowns(result.by or result.group.partition("=")[0])[0]


def _breakdown(text: str) -> Breakdown:
    fields = tuple(_fields(text))
    names = [field.name for field in fields]
    if len(set(names)) < len(names):
        raise UsageError(f"--by {text}: a field is named twice; name it once")
    return Breakdown(fields)


def _fields(text: str) -> Iterator[Field]:
    """Parse fields; numbers that follow the first edge of bins are further edges."""
    parts = [part.strip() for part in _split(text, ",")]
    if not all(parts):
        raise UsageError(f"--by {text}: a name is missing; write --by NAME, or --by NAME,NAME")
    i = 0
    while i < len(parts):
        name, edge = _with_edge(parts[i], text)
        i += 1
        edges = [] if edge is None else [edge]
        while edges and i < len(parts) and _NUMBER.fullmatch(parts[i]):
            edges.append(parts[i])
            i += 1
        yield replace(field_of(name), edges=_rising(edges, text))


def _with_edge(part: str, text: str) -> tuple[str, str | None]:
    """Split `EXPRESSION:NUMBER` into the expression and the first edge of its bins."""
    *head, tail = _split(part, ":")
    name = ":".join(head).strip()
    if head and name and _NUMBER.fullmatch(tail.strip()):
        return name, tail.strip()
    if head and (not name or _SYNTAX.search(name)):
        raise UsageError(
            f"--by {text}: bins are numbers in rising order, as in length(prediction):20,50"
        )
    return part, None


def _rising(edges: Sequence[str], text: str) -> tuple[float, ...]:
    numbers = tuple(map(float, edges))
    for low, high in pairwise(numbers):
        if low >= high:
            why = "overlap" if low == high else "are not in rising order"
            raise UsageError(
                f"--by {text}: these bins {why} ({low:g} before {high:g}); give rising numbers, "
                "each once"
            )
    if not all(map(math.isfinite, numbers)):
        raise UsageError(f"--by {text}: an edge of bins is not finite; give finite numbers")
    return numbers


def _search(name: str) -> Callable[[Any], Any] | None:
    if name not in FIELDS and not _SYNTAX.search(name):
        return None
    from sacreval.text.expressions import compiled

    return compiled(name, "--by ")


def _split(text: str, mark: str) -> list[str]:
    """Split at a character that is in no brackets and no quotes."""
    parts, depth, quote, escaped = [""], 0, "", False
    for char in text:
        if escaped or quote:
            quote = quote if escaped or char != quote else ""
            escaped = not escaped and char == "\\"
        elif char in _QUOTES:
            quote = char
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif char == mark and depth <= 0:
            parts.append("")
            continue
        parts[-1] += char
    return parts
