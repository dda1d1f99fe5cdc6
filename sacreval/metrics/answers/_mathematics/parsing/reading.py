"""Read an answer: a formula, a word, a list, a set, an interval, a matrix or an equation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sacreval.metrics.answers._mathematics import real_sets, relations
from sacreval.metrics.answers._mathematics.answer_kinds import (
    Answer,
    Dots,
    Group,
    Matrix,
    NamedAnswer,
    Ratio,
    RealSet,
    Scalar,
    WordAnswer,
)
from sacreval.metrics.answers._mathematics.exact_values import Value, multiply
from sacreval.metrics.answers._mathematics.parsing.tokens import (
    AND,
    CLOSING,
    ELLIPSIS,
    OPENING,
    OR,
    tokens,
)
from sacreval.metrics.answers._mathematics.parsing.work_limits import (
    UndecidedError,
    UnparsedError,
    Work,
    undecided,
    unparsed,
)
from sacreval.metrics.answers._mathematics.scalars import Scalars
from sacreval.text.answers.latex import unmarked

_WRAPPED = re.compile(r"\\(?:text|textbf|textrm|textit|mathrm|mathbf|mbox)\s*\{([^{}]*)\}")
_PLAIN_WORDS = re.compile(r"[A-Za-z][A-Za-z']{2,}(?:[ -]+[A-Za-z][A-Za-z']*){0,5}\.?|[Nn]o\.?")
_WRAPPED_WORDS = re.compile(r"[A-Za-z][A-Za-z']+(?:[ -]+[A-Za-z][A-Za-z']*){0,5}\.?")
_FORMULAS = re.compile(
    r"(?:sqrt|sin|cos|tan|cot|sec|csc|ln|log|exp|pi|inf|infinity|arc\w+|abs|alpha|beta|theta)\b"
)
_SEVERAL = re.compile(r"\b(?:and|or)\b")


def words(text: str) -> WordAnswer | None:
    r"""Return an answer in up to six words, which may be in `\text{}`; None if the text is none."""
    wrapped = _WRAPPED.fullmatch(text)
    plain = (wrapped[1] if wrapped else text).strip()
    pattern = _WRAPPED_WORDS if wrapped else _PLAIN_WORDS
    if not pattern.fullmatch(plain) or _FORMULAS.match(plain) or _SEVERAL.search(plain):
        return None
    return WordAnswer(" ".join(plain.rstrip(".").lower().split()))


class Split(NamedTuple):
    """Tokens between signs.

    Args:
        parts: The parts, one more than signs.
        signs: The signs, in their order.
    """

    parts: list[list[str]]
    signs: list[str]


def split(pieces: Sequence[str], signs: AbstractSet[str]) -> Split:
    """Split tokens at signs outside brackets and environments."""
    if signs.isdisjoint(pieces):
        return Split([list(pieces)], [])
    result = Split([[]], [])
    depth = 0
    for piece in pieces:
        if not depth and piece in signs:
            result.parts.append([])
            result.signs.append(piece)
            continue
        if piece in OPENING or piece.startswith(r"\begin:"):
            depth += 1
        elif piece in CLOSING or piece.startswith(r"\end:"):
            depth -= 1
        result.parts[-1].append(piece)
    return result


def closing(pieces: Sequence[str]) -> int:
    """Return the place of the bracket that closes the one in front; -1 if there is none."""
    depth = 0
    for place, piece in enumerate(pieces):
        depth += (piece in OPENING) - (piece in CLOSING)
        if not depth:
            return place
    return -1


OPENING_BRACKETS = frozenset({"(", "[", "{", r"\{", r"\langle"})
_PAIRED = {("(", ")"), ("[", "]"), ("{", "}")}
_MATRICES = frozenset(f"\\begin:{kind}matrix" for kind in ("p", "b", "", "small", "B"))


def inside(reader: _Reader, pieces: list[str], *, is_formula: bool) -> Answer | None:
    """Read a tuple, a set or an interval."""
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


def _items(reader: _Reader, parts: Sequence[list[str]]) -> tuple[Answer, ...]:
    if not all(parts):
        unparsed("an empty element")
    return tuple(reader.item(part) for part in parts)


def _set(reader: _Reader, content: list[str]) -> Answer:
    if not content:
        return Group("{", (), "}")
    place = next((i for i, piece in enumerate(content) if piece in {":", "|"}), 0)
    if place and (place == 1 or r"\in" in content[:place]):
        condition = reader.answer(content[place + 1 :] or unparsed("a set without a condition"))
        return condition if isinstance(condition, RealSet) else undecided("a set by a condition")
    items = _items(reader, split(content, {",", AND, OR}).parts)
    return Group("{", tuple(flat(items)), "}")


def flat(items: Sequence[Answer]) -> list[Answer]:
    """Replace what stands for two values, such as plus-minus 3, by both."""
    values: list[Answer] = []
    for item in items:
        several = isinstance(item, Group) and item.opening == "{" and len(items) > 1
        values.extend(item.items if several and isinstance(item, Group) else [item])
    return values


def matrix(work: Work, scalars: Scalars, pieces: list[str]) -> Matrix:
    """Read a matrix, which a factor may precede."""
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


PERCENTS = {"value": Fraction(1, 100), "bare": Fraction(1)}
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_LISTING = frozenset({",", OR, AND})
_RELATIONS = frozenset({"=", "<", ">", r"\le", r"\ge", r"\ne", r"\in", r"\approx", r"\to"})
_SET_SIGNS = frozenset({r"\cup", r"\cap", r"\setminus"})
_STRUCTURE = frozenset({":", r"\{", r"\langle", r"\empty", r"\mathbb"})
_STRUCTURE |= _LISTING | _RELATIONS | _SET_SIGNS


@lru_cache(maxsize=1024)
def read(text: str, *, percent: str = "value", commas: bool = True) -> Answer | Exception:
    """Read an answer.

    Args:
        text: The answer, in LaTeX or plain; marks around it, such as `**`, are dropped.
        percent: Whether 50% is 0.5 (`value`) or 50 (`bare`).
        commas: Whether `1,234` outside brackets is one number.

    Returns:
        The answer; UnparsedError if the text is none, and UndecidedError if it is one that the
        rules or limits do not cover.
    """
    plain = unmarked(text)
    if _NUMBER.fullmatch(plain):
        return _plain_number(plain)
    try:
        return words(plain) or _Reader(PERCENTS[percent]).read(plain, commas=commas)
    except (UnparsedError, UndecidedError) as error:
        return error.with_traceback(None)


def _plain_number(text: str) -> Scalar:
    places = text.partition(".")[2]
    if not places:
        return Scalar(int(text))
    fraction = Fraction(text)
    return Scalar(int(fraction) if fraction.denominator == 1 else fraction, places=len(places))


class _Reader:
    """Reads one answer.

    Args:
        percent: What a percent sign multiplies by.
    """

    def __init__(self, percent: Fraction) -> None:
        self.work = Work()
        self.scalars = Scalars(self.work, percent)

    def read(self, text: str, *, commas: bool) -> Answer:
        pieces = tokens(text, commas=commas)
        if not pieces:
            unparsed("an empty answer")
        return self.answer(pieces)

    def answer(self, pieces: list[str]) -> Answer:
        """Read a list, or what is in it."""
        if _STRUCTURE.isdisjoint(pieces):
            return self.single(pieces)
        parts, signs = split(pieces, _LISTING)
        if not all(parts) and {AND, OR}.isdisjoint(signs):
            unparsed("an empty element")
        parts = [part for part in parts if part]
        if len(parts) < 2:
            return self._relation(parts[0] if parts else pieces)
        items = [self.item(part) for part in parts]
        return self._solved(items, signs) or _listed(items)

    def item(self, part: list[str]) -> Answer:
        """Read an element, or the mark for left-out ones."""
        return Dots() if part == [ELLIPSIS] else self.answer(part)

    def _solved(self, items: list[Answer], signs: list[str]) -> Answer | None:
        """Return what solves one of several inequalities of a variable, or all of them."""
        sets = [item for item in items if isinstance(item, RealSet) and item.name]
        if len(sets) < len(items) or len({item.name for item in sets}) > 1:
            return None
        real_set = sets[0]
        for other in sets[1:]:
            if OR in signs:
                real_set = real_sets.union(self.work, (*real_set.pieces, *other.pieces))
            else:
                real_set = real_sets.intersection(self.work, real_set, other)
        return real_set._replace(name=sets[0].name)

    def _relation(self, pieces: list[str]) -> Answer:
        sides, signs = split(pieces, _RELATIONS)
        if not signs:
            return self._side(pieces)
        if not all(sides):
            unparsed("a relation without a side")
        kinds = set(signs)
        if kinds == {"="}:
            return self._equation(sides)
        if kinds == {r"\in"}:
            return self._member(sides)
        if not kinds <= {*relations.STRICT, r"\ne"}:
            undecided("a limit, an approximate value, or a chain of different relations")
        values = [self.scalars.value(side) for side in sides]
        return relations.inequality(self.work, values, signs)

    def _member(self, sides: list[list[str]]) -> Answer:
        if len(sides) > 2:  # an element and a set
            undecided("a chain of memberships")
        answer = self.answer(sides[1])
        name = relations.lone_symbol(self.scalars.value(sides[0]))
        return (
            answer._replace(name=name) if isinstance(answer, RealSet) else NamedAnswer(name, answer)
        )

    def _equation(self, sides: list[list[str]]) -> Answer:
        name = _name(sides[0])
        answer = self._equal([self._side(side) for side in sides[bool(name) :]])
        return NamedAnswer(name, answer) if name else answer

    def _equal(self, answers: list[Answer]) -> Answer:
        """Return what one or several answers with signs of equality between them stand for."""
        if len(answers) == 1:
            return answers[0]
        scalars = [answer for answer in answers if isinstance(answer, Scalar)]
        if len(scalars) == len(answers):
            return relations.equation(self.work, scalars)
        if names := _names_of(answers[0]):
            return NamedAnswer(names, answers[1]) if len(answers) == 2 else undecided("a chain")
        name = relations.lone_symbol(scalars[0].value) if scalars else ""
        if len(answers) > 2 or not name or answers[0] is not scalars[0]:
            undecided("an equation of this kind")
        return NamedAnswer(name, answers[1])

    def _side(self, pieces: list[str]) -> Answer:
        """Read what has no list and no relation at its top level."""
        parts, signs = split(pieces, _SET_SIGNS)
        if signs:
            return self._union(parts, signs)
        members, colons = split(pieces, {":"})
        if colons:
            return Ratio(tuple(map(self.scalars.value, members)), "".join(pieces))
        return self.single(pieces)

    def _union(self, parts: list[list[str]], signs: list[str]) -> RealSet:
        real_set = self._set(parts[0])
        for part, sign in zip(parts[1:], signs, strict=True):
            other = self._set(part)
            if sign == r"\cup":
                real_set = real_sets.union(self.work, (*real_set.pieces, *other.pieces))
            else:
                if sign == r"\setminus":
                    other = real_sets.complement(self.work, other.pieces)
                real_set = real_sets.intersection(self.work, real_set, other)
        return real_set

    def _set(self, pieces: list[str]) -> RealSet:
        real_set = real_sets.as_set(self.work, self.answer(pieces)) if pieces else None
        return real_set or undecided("a union of other things")

    def single(self, pieces: list[str]) -> Answer:
        """Read what is in brackets, a matrix, a formula, or words beside other answers."""
        if all(piece[0] == '"' for piece in pieces):
            return WordAnswer(" ".join(piece[1:] for piece in pieces).lower())
        if pieces[0] in OPENING_BRACKETS and closing(pieces) == len(pieces) - 1:
            answer = inside(self, pieces, is_formula=_STRUCTURE.isdisjoint(pieces[1:-1]))
            if answer is not None:
                return answer
        if pieces[0] in _SPECIAL:
            return _special(pieces)
        if any(piece.startswith(r"\begin") for piece in pieces):
            return matrix(self.work, self.scalars, pieces)
        if r"\pm" in pieces or r"\mp" in pieces:
            both = self.scalars.read(pieces), self.scalars.read(pieces, plus_minus=-1)
            return Group("{", both, "}")
        return self.scalars.read(pieces)


_SPECIAL = frozenset({r"\empty", r"\mathbb", ELLIPSIS})


def _special(pieces: list[str]) -> Answer:
    """Return the empty set, the real numbers, or the mark for left-out elements."""
    text = "".join(pieces).replace("{", "").replace("}", "")
    known: dict[str, Answer] = {
        r"\empty": Group("{", (), "}"),
        r"\mathbbR": RealSet((real_sets.ALL,)),
        ELLIPSIS: Dots(),
    }
    return known.get(text) or undecided("a set of numbers")


def _listed(items: Sequence[Answer]) -> Group:
    """Return a list; values of one variable are listed without its name."""
    names = {item.name for item in items if isinstance(item, NamedAnswer)}
    if len(names) == 1:
        items = [item.answer if isinstance(item, NamedAnswer) else item for item in items]
    return Group("", tuple(flat(items)), "")


def _names_of(answer: Answer) -> str:
    """Return the text of a tuple of variables, such as `(x,y)`; "" for other answers."""
    if not isinstance(answer, Group) or answer.opening != "(":
        return ""
    names = [relations.lone_symbol(x.value) if isinstance(x, Scalar) else "" for x in answer.items]
    return f"({','.join(names)})" if all(names) else ""


def _name(pieces: list[str]) -> str:
    """Return a left side that is a name, such as `f(x)` or words; "" if it is a formula."""
    if all(piece[0] == '"' for piece in pieces):
        return " ".join(pieces)
    if pieces[0].isalpha() and pieces[1:2] == ["("] and pieces[-1] == ")":
        letters = pieces[2:-1]
        if letters and all(x == "," or (x.isalpha() and len(x) == 1) for x in letters):
            return "".join(pieces)
    return ""
