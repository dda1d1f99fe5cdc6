"""Read an answer: a formula, a word, a list, a set, an interval, a matrix or an equation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from sacreval.text.mathematics import real_sets, relations
from sacreval.text.mathematics.answers import (
    Answer,
    Dots,
    Group,
    Interval,
    Matrix,
    Named,
    Ratio,
    RealSet,
    Scalar,
    Words,
)
from sacreval.text.mathematics.formulas import FUNCTIONS, Formula, number
from sacreval.text.mathematics.limits import UndecidedError, UnparsedError, Work, undecided, unparsed
from sacreval.text.mathematics.tokens import AND, OR, tokens
from sacreval.text.mathematics.units import is_degree
from sacreval.text.mathematics.values import Value, generators, multiply, symbol, variables

if TYPE_CHECKING:
    pass

_WRAPPED = re.compile(r"\\(?:text|textbf|textrm|textit|mathrm|mathbf|mbox)\s*\{([^{}]*)\}")
_LETTER = re.compile(r"\(([A-Za-z])\)\.?")
_WORDS = re.compile(r"[A-Za-z][A-Za-z']{2,}(?:[ -]+[A-Za-z][A-Za-z']*){0,5}\.?|[Nn]o\.?")
_WRAPPED_WORDS = re.compile(r"[A-Za-z][A-Za-z']+(?:[ -]+[A-Za-z][A-Za-z']*){0,5}\.?")
_FORMULA_WORDS = re.compile(
    r"(?:sqrt|sin|cos|tan|cot|sec|csc|ln|log|exp|pi|inf|infinity|arc\w+|abs|alpha|beta|theta)\b"
)
_JOINED = re.compile(r"\b(?:and|or)\b")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_DECIMAL = re.compile(r"\d*\.(\d+)")
_OPENING = {"(": ")", "[": "]", "{": "}", r"\{": r"\}", r"\langle": r"\rangle"}
_ALL_OPENING = frozenset({*_OPENING, r"\lfloor", r"\lceil"})
_ALL_CLOSING = frozenset({*_OPENING.values(), r"\rfloor", r"\rceil"})
_RELATIONS = frozenset({"=", "<", ">", r"\le", r"\ge", r"\ne", r"\in", r"\approx", r"\to"})
_SET_SIGNS = frozenset({r"\cup", r"\cap", r"\setminus"})
_STRUCTURE = frozenset(
    {",", ";", ":", OR, AND, r"\{", r"\langle", r"\empty", r"\mathbb", *_RELATIONS, *_SET_SIGNS}
)
_MATRICES = frozenset(f"\\begin:{kind}matrix" for kind in ("p", "b", "", "small", "B"))
_DEGREE_SIGNS = (("^", r"\circ"), ("^", "{", r"\circ", "}"), (r"\circ",))
_LONGEST_UNIT = 10  # tokens
_ELLIPSIS = r"\ldots"
_LARGEST_BASE = 36
PERCENTS = {"value": Fraction(1, 100), "bare": Fraction(1)}


@lru_cache(maxsize=4096)
def read(text: str, *, percent: str = "value", commas: bool = True) -> Answer | Exception:
    """Read an answer.

    Args:
        text: The answer, in LaTeX or plain.
        percent: Whether 50% is 0.5 (`value`) or 50 (`bare`).
        commas: Whether `1,234` outside brackets is one number.

    Returns:
        The answer; UnparsedError if the text is none, and UndecidedError if it is one that the
        rules or limits do not cover.
    """
    plain = text.strip()
    if _NUMBER.fullmatch(plain):
        return _plain_number(plain)
    try:
        return _Reader(percent).text(plain, commas=commas)
    except (UnparsedError, UndecidedError) as error:
        return error.with_traceback(None)


def _plain_number(text: str) -> Scalar:
    whole, _, places = text.partition(".")
    if not places:
        return Scalar(int(whole))
    found = Fraction(text)
    return Scalar(int(found) if found.denominator == 1 else found, places=len(places))


class _Reader:
    """Reads one answer.

    Args:
        percent: A key of `PERCENTS`.
    """

    def __init__(self, percent: str) -> None:
        self.percent = PERCENTS[percent]
        self.work = Work()

    def text(self, text: str, *, commas: bool) -> Answer:
        words = _words(text)
        if words is not None:
            return words
        pieces = tokens(text, commas=commas)
        if not pieces:
            unparsed("an empty answer")
        return self.answer(pieces)

    def answer(self, pieces: list[str]) -> Answer:
        """Read lists, relations, and what stands on their sides."""
        if _STRUCTURE.isdisjoint(pieces) and pieces[0] not in {"[", '"'}:
            return self.single(pieces)
        parts, signs = split(pieces, {",", OR, AND})
        if len(parts) > 1:
            return self._list([part for part in parts if part], signs)
        return self._relation(pieces)

    def _list(self, parts: list[list[str]], signs: list[str]) -> Answer:
        if len(parts) == 1:
            return self.answer(parts[0])
        items = [self._item(part) for part in parts]
        solved = [item for item in items if isinstance(item, RealSet) and item.name]
        if len(solved) == len(items) and len({item.name for item in solved}) == 1:
            return self._combined(solved, both=OR not in signs)
        return _listed(items)

    def _combined(self, items: list[RealSet], *, both: bool) -> RealSet:
        """Return what solves one of several inequalities, or all of them."""
        found = items[0]
        for item in items[1:]:
            if both:
                found = real_sets.intersection(self.work, found, item)
            else:
                found = real_sets.union(self.work, (*found.pieces, *item.pieces))
        return found._replace(name=items[0].name)

    def _item(self, part: list[str]) -> Answer:
        return Dots() if part == [_ELLIPSIS] else self.answer(part)

    def _relation(self, pieces: list[str]) -> Answer:
        sides, signs = split(pieces, _RELATIONS)
        if len(sides) == 1:
            return self._set_or_ratio(pieces)
        if not all(sides):
            unparsed("a relation without a side")
        if r"\approx" in signs or r"\to" in signs:
            undecided("an approximate value or a limit")
        if set(signs) == {r"\in"}:
            return self._member(sides)
        if set(signs) == {"="}:
            return self._equation(sides)
        if "=" in signs or r"\in" in signs:
            undecided("a chain of different relations")
        values = [self._scalar(side).value for side in sides]
        return relations.inequality(self.work, values, signs)

    def _member(self, sides: list[list[str]]) -> Answer:
        if len(sides) != 2:  # noqa: PLR2004 - an element and a set
            undecided("a chain of memberships")
        found = self.answer(sides[1])
        name = relations.lone_symbol(self._scalar(sides[0]).value)
        return found._replace(name=name) if isinstance(found, RealSet) else Named(name, found)

    def _equation(self, sides: list[list[str]]) -> Answer:
        name = _function_name(sides[0]) or _named_by_words(sides[0])
        rest = sides[1:] if name else sides
        answers = [self._set_or_ratio(side) for side in rest]
        if name and len(answers) == 1:
            return Named(name, answers[0])
        scalars = [one for one in answers if isinstance(one, Scalar)]
        if len(scalars) == len(answers):
            found = relations.equation(self.work, scalars)
            return Named(name, found) if name else found
        if len(answers) == 2 and isinstance(answers[0], Scalar):  # noqa: PLR2004
            symbol_ = relations.lone_symbol(answers[0].value)
            if symbol_:
                return Named(symbol_, answers[1])
        return undecided("an equation of this kind")

    def _set_or_ratio(self, pieces: list[str]) -> Answer:
        parts, signs = split(pieces, _SET_SIGNS)
        if len(parts) > 1:
            return self._union(parts, signs)
        members, colons = split(pieces, {":"})
        if colons:
            values = tuple(self._scalar(member).value for member in members)
            return Ratio(values, "".join(pieces))
        return self.single(pieces)

    def _union(self, parts: list[list[str]], signs: list[str]) -> RealSet:
        found = self._set(parts[0])
        for part, sign in zip(parts[1:], signs, strict=True):
            other = self._set(part)
            if sign == r"\cup":
                found = real_sets.union(self.work, (*found.pieces, *other.pieces))
            else:
                if sign == r"\setminus":
                    other = real_sets.complement(self.work, other.pieces)
                found = real_sets.intersection(self.work, found, other)
        return found

    def _set(self, pieces: list[str]) -> RealSet:
        found = real_sets.as_set(self.work, self.answer(pieces))
        return undecided("a union of other things") if found is None else found

    def single(self, pieces: list[str]) -> Answer:
        """Read what has no list and no relation at its top level."""
        first = pieces[0]
        if first == _ELLIPSIS and len(pieces) == 1:
            return Dots()
        if all(piece[0] == '"' for piece in pieces):
            return Words(" ".join(piece[1:] for piece in pieces).lower())
        if first == r"\empty" and len(pieces) == 1:
            return Group("{", (), "}")
        if first == r"\mathbb":
            return self._number_set(pieces)
        if first in _OPENING and _closing(pieces) == len(pieces) - 1:
            inside = self._bracketed(first, pieces[1:-1], pieces[-1])
            if inside is not None:
                return inside
        if any(piece.startswith(r"\begin") for piece in pieces):
            return self._matrix(pieces)
        return self._plus_minus(pieces)

    def _number_set(self, pieces: list[str]) -> Answer:
        name = "".join(pieces[1:]).strip("{}")
        if name != "R":
            undecided("a set of numbers")
        return RealSet((real_sets.ALL,))

    def _bracketed(self, opening: str, inside: list[str], closing: str) -> Answer | None:
        """Read a tuple, set or interval; None for a formula in brackets."""
        if opening == r"\{":
            return self._braced(inside)
        parts, _ = split(inside, {","})
        if len(parts) == 1:
            if opening == "{" or (opening == "(" and closing == ")"):
                alone = _STRUCTURE.isdisjoint(inside)
                return None if alone or not inside else self.answer(inside)
            if opening == "[" and closing == "]":
                return None if _STRUCTURE.isdisjoint(inside) else undecided("brackets of this kind")
            return undecided("brackets of this kind")
        if opening == "{":
            return self.answer(inside)
        if not all(parts):
            unparsed("an empty element")
        items = tuple(self._item(part) for part in parts)
        if opening == r"\langle":
            return Group("(", items, ")")
        return Group(opening, items, closing)

    def _braced(self, inside: list[str]) -> Answer:
        if not inside:
            return Group("{", (), "}")
        condition = next((i for i, x in enumerate(inside) if x in {":", "|"}), 0)
        if condition and (condition == 1 or r"\in" in inside[:condition]):
            found = self.answer(inside[condition + 1 :])
            return found if isinstance(found, RealSet) else undecided("a set by a condition")
        parts, _ = split(inside, {",", AND, OR})
        if not all(parts):
            unparsed("an empty element")
        items = tuple(self._item(part) for part in parts)
        return Group("{", tuple(_flat(items)), "}")

    def _matrix(self, pieces: list[str]) -> Answer:
        start = next(i for i, x in enumerate(pieces) if x.startswith(r"\begin"))
        kind = pieces[start].replace("begin", "end")
        if pieces[start] not in _MATRICES or pieces[-1] != kind or kind in pieces[start:-1]:
            undecided("an environment of this kind")
        lines, _ = split(pieces[start + 1 : -1], {r"\\"})
        rows = [split(line, {"&"})[0] for line in lines if line]
        if not rows or len({len(row) for row in rows}) > 1 or not all(all(row) for row in rows):
            unparsed("a matrix with rows of different lengths")
        factor = self._factor(pieces[:start])
        entries = tuple(
            tuple(multiply(self.work, factor, self._scalar(cell).value) for cell in row)
            for row in rows
        )
        return Matrix(entries)

    def _factor(self, pieces: list[str]) -> Value:
        if not pieces:
            return 1
        if pieces == ["-"]:
            return -1
        if pieces[-1] == r"\times":
            pieces = pieces[:-1]
        return self._scalar(pieces).value

    def _plus_minus(self, pieces: list[str]) -> Answer:
        """Read a formula, or the two that it is with a plus-minus sign."""
        if r"\pm" in pieces or r"\mp" in pieces:
            return Group("{", (self._scalar(pieces), self._scalar(pieces, plus_minus=-1)), "}")
        return self._scalar(pieces)

    def _scalar(self, pieces: list[str], plus_minus: int = 1) -> Scalar:
        if not pieces:
            unparsed("an empty formula")
        if len(pieces) == 3 and pieces[1] == "_" and pieces[0].isdigit():  # noqa: PLR2004
            return Scalar(_in_base(pieces[0], pieces[2]))
        if len(pieces) == 5 and pieces[1:3] == ["_", "{"] and pieces[0].isdigit():  # noqa: PLR2004
            return Scalar(_in_base(pieces[0], pieces[3]))
        formula, unit = _unit(pieces)
        value = self._value(formula, plus_minus)
        return Scalar(value, unit, _places(formula))

    def _value(self, pieces: list[str], plus_minus: int) -> Value:
        if len(pieces) == 1 and pieces[0].isdigit():
            return number(self.work, pieces[0])
        infinite = [x for x in pieces if x == r"\infty"]
        if infinite:
            sign = 1 if pieces in ([r"\infty"], ["+", r"\infty"]) else -1
            if sign < 0 and pieces != ["-", r"\infty"]:
                undecided("a formula with infinity")
            return multiply(self.work, sign, symbol(real_sets.INFINITY))
        return Formula(
            self.work, pieces, plus_minus=plus_minus, percent=self.percent
        ).value()


def split(pieces: Sequence[str], signs: frozenset[str] | set[str]) -> tuple[list[list[str]], list[str]]:
    """Split tokens at signs outside brackets.

    Args:
        pieces: The tokens.
        signs: The signs.

    Returns:
        The parts, one more than signs, and the signs between them.
    """
    parts: list[list[str]] = [[]]
    found: list[str] = []
    depth = 0
    for piece in pieces:
        if not depth and piece in signs:
            parts.append([])
            found.append(piece)
            continue
        if piece in _ALL_OPENING or piece.startswith(r"\begin"):
            depth += 1
        elif piece in _ALL_CLOSING or piece.startswith(r"\end"):
            depth -= 1
        parts[-1].append(piece)
    return parts, found


def _closing(pieces: Sequence[str]) -> int:
    """Return the place of the bracket that closes the first one."""
    depth = 0
    for place, piece in enumerate(pieces):
        depth += (piece in _ALL_OPENING) - (piece in _ALL_CLOSING)
        if not depth:
            return place
    return -1


def _words(text: str) -> Words | None:
    r"""Return an answer in words; None if the text is none."""
    wrapped = _WRAPPED.fullmatch(text)
    plain = (wrapped[1] if wrapped else text).strip()
    if letter := _LETTER.fullmatch(plain):
        return None if not wrapped else Words(letter[1].lower())
    pattern = _WRAPPED_WORDS if wrapped else _WORDS
    if not pattern.fullmatch(plain) or _FORMULA_WORDS.match(plain) or _JOINED.search(plain):
        return None
    return Words(" ".join(plain.rstrip(".").lower().split()))


def _listed(items: Sequence[Answer]) -> Group:
    """Return a list; values of one variable are listed without its name."""
    names = {item.name for item in items if isinstance(item, Named)}
    if len(names) == 1:
        plain = [item.answer if isinstance(item, Named) else item for item in items]
        return Group("", tuple(_flat(plain)), "")
    return Group("", tuple(_flat(items)), "")


def _flat(items: Sequence[Answer]) -> list[Answer]:
    """Replace what stands for two values, such as plus-minus 3, by both."""
    found: list[Answer] = []
    for item in items:
        pair = isinstance(item, Group) and item.opening == "{" and len(items) > 1
        found.extend(item.items if pair and isinstance(item, Group) else [item])
    return found


def _function_name(pieces: list[str]) -> str:
    """Return the name in the left side `f(x)`; "" if it is none."""
    if len(pieces) >= 4 and pieces[1] == "(" and pieces[-1] == ")":  # noqa: PLR2004 - f ( x )
        inside = pieces[2:-1]
        if pieces[0].isalpha() and all(x == "," or (x.isalpha() and len(x) == 1) for x in inside):
            return "".join(pieces)
    return ""


def _named_by_words(pieces: list[str]) -> str:
    """Return a left side in words; "" if it is a formula."""
    return " ".join(pieces) if all(x[0] == '"' for x in pieces) else ""


def _in_base(digits: str, base: str) -> int:
    if not base.isdigit() or not 2 <= int(base) <= _LARGEST_BASE:  # noqa: PLR2004
        undecided("a base of this kind")
    try:
        return int(digits, int(base))
    except ValueError:
        return unparsed("digits that the base does not have")


def _unit(pieces: list[str]) -> tuple[list[str], str]:
    """Split a formula and the unit after it, or the currency before it."""
    if pieces[0] == "$" and len(pieces) > 1:
        return pieces[1:], "$"
    ends = () if FUNCTIONS.intersection(pieces) else _DEGREE_SIGNS
    for end in ends:
        if len(pieces) > len(end) and tuple(pieces[-len(end) :]) == end:
            return pieces[: -len(end)], "degree"
    for place, piece in enumerate(pieces):
        if piece[0] == '"':
            unit = " ".join(x.lstrip('"') for x in pieces[place:] if x not in {"{", "}"})
            if not _is_counted(pieces[:place]) or len(pieces) > place + _LONGEST_UNIT:
                unparsed("words that are no answer")
            return pieces[:place], unit
    return pieces, ""


def _is_counted(pieces: Sequence[str]) -> bool:
    """Return whether a formula is a number or one letter, which a unit may follow."""
    return len(pieces) == 1 or any(piece[0].isdigit() for piece in pieces)


def _places(pieces: list[str]) -> int | None:
    """Return the decimal places of a decimal number with or without a sign; else None."""
    bare = pieces[1:] if pieces[0] in {"+", "-"} else pieces
    share = bare[-1:] == ["%"]
    match = _DECIMAL.fullmatch(bare[0]) if bare and len(bare) == 1 + share else None
    return len(match[1]) + 2 * share if match else None


__all__ = ["Interval", "is_degree", "read", "split", "variables", "generators"]
