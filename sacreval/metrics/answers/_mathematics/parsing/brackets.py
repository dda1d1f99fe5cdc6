"""Read what is in brackets: tuples, sets, intervals and matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from sacreval.metrics.answers._mathematics.answers import Answer, Group, Matrix, RealSet
from sacreval.metrics.answers._mathematics.parsing.limits import undecided, unparsed
from sacreval.metrics.answers._mathematics.parsing.splitting import split
from sacreval.metrics.answers._mathematics.parsing.tokens import AND, OR
from sacreval.metrics.answers._mathematics.values import Value, multiply

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work
    from sacreval.metrics.answers._mathematics.scalars import Scalars

OPENING = frozenset({"(", "[", "{", r"\{", r"\langle"})
_PAIRED = {("(", ")"), ("[", "]"), ("{", "}")}
_MATRICES = frozenset(f"\\begin:{kind}matrix" for kind in ("p", "b", "", "small", "B"))


class Reads(Protocol):
    """Reads the answers in brackets."""

    def answer(self, pieces: list[str]) -> Answer:
        """Read an answer."""
        ...

    def item(self, part: list[str]) -> Answer:
        """Read an element of a list."""
        ...


def inside(reader: Reads, pieces: list[str], *, is_formula: bool) -> Answer | None:
    """Read a tuple, a set or an interval.

    Args:
        reader: Reads its elements.
        pieces: The tokens, with the brackets.
        is_formula: Whether no list, relation or set is in the brackets.

    Returns:
        The answer; None if it is a formula in brackets.

    Raises:
        UnparsedError: If an element is empty.
        UndecidedError: If the brackets have another meaning.
    """
    opening, content, end = pieces[0], pieces[1:-1], pieces[-1]
    if opening == r"\{":
        return _set(reader, content)
    parts, _ = split(content, {","})
    if len(parts) == 1 or opening == "{":
        if (opening, end) not in _PAIRED:
            undecided("brackets around one element")
        return None if is_formula or not content else reader.answer(content)
    items = _items(reader, parts)
    return Group("(", items, ")") if opening == r"\langle" else Group(opening, items, end)


def _items(reader: Reads, parts: Sequence[list[str]]) -> tuple[Answer, ...]:
    if not all(parts):
        unparsed("an empty element")
    return tuple(reader.item(part) for part in parts)


def _set(reader: Reads, content: list[str]) -> Answer:
    if not content:
        return Group("{", (), "}")
    place = next((i for i, piece in enumerate(content) if piece in {":", "|"}), 0)
    if place and (place == 1 or r"\in" in content[:place]):
        found = reader.answer(content[place + 1 :] or unparsed("a set without a condition"))
        return found if isinstance(found, RealSet) else undecided("a set by a condition")
    items = _items(reader, split(content, {",", AND, OR}).parts)
    return Group("{", tuple(flat(items)), "}")


def flat(items: Sequence[Answer]) -> list[Answer]:
    """Replace what stands for two values, such as plus-minus 3, by both.

    Args:
        items: The elements of a list or set.
    """
    found: list[Answer] = []
    for item in items:
        several = isinstance(item, Group) and item.opening == "{" and len(items) > 1
        found.extend(item.items if several and isinstance(item, Group) else [item])
    return found


def matrix(work: Work, scalars: Scalars, pieces: list[str]) -> Matrix:
    """Read a matrix, which a factor may precede.

    Args:
        work: Counts the steps.
        scalars: Reads its entries.
        pieces: The tokens.

    Raises:
        UnparsedError: If its rows have different lengths.
        UndecidedError: If the environment is another one, or is not the end.
    """
    start = next(i for i, piece in enumerate(pieces) if piece.startswith(r"\begin"))
    end = pieces[start].replace("begin", "end")
    if pieces[start] not in _MATRICES or pieces[start + 1 :].count(end) != 1 or pieces[-1] != end:
        undecided("an environment of this kind")
    lines = split(pieces[start + 1 : -1], {r"\\"}).parts
    rows = [split(line, {"&"}).parts for line in lines if line]
    if not rows or len({len(row) for row in rows}) > 1:
        unparsed("a matrix with rows of different lengths")
    factor = _factor(scalars, pieces[:start])
    return Matrix(
        tuple(tuple(multiply(work, factor, scalars.value(x)) for x in row) for row in rows)
    )


def _factor(scalars: Scalars, pieces: list[str]) -> Value:
    pieces = pieces[:-1] if pieces[-1:] == [r"\times"] else pieces
    if not pieces:
        return 1
    return -1 if pieces == ["-"] else scalars.value(pieces)
