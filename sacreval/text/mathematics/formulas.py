"""Evaluate one formula, such as `2\\sqrt{3}`, from its tokens: a recursive descent parser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from sacreval.text.mathematics import angles, functions
from sacreval.text.mathematics.limits import DEEPEST, undecided, unparsed
from sacreval.text.mathematics.roots import absolute, power, root
from sacreval.text.mathematics.terms import ONE
from sacreval.text.mathematics.values import (
    Quotient,
    Value,
    add,
    as_quotient,
    divide,
    multiply,
    symbol,
    text_of,
    variables,
    whole_power,
)

if TYPE_CHECKING:
    from sacreval.text.mathematics.limits import Work

GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi "
    "omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega ell hbar".split()
)
CLOSING = {"(": ")", "[": "]", "{": "}", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", "|": "|"}
FUNCTIONS = frozenset(
    r"\sin \cos \tan \cot \sec \csc \ln \log \exp \arcsin \arccos \arctan \sinh \cosh".split()
)
_INVERSE = {r"\arcsin": "sin", r"\arccos": "cos", r"\arctan": "tan"}
_WITH_BRACKETS = {r"\abs": "|", r"\floor": r"\lfloor", r"\ceil": r"\lceil"}
_STARTS = frozenset(
    [
        r"\frac", r"\sqrt", r"\binom", r"\pi", "(", "{", "[", r"\lfloor", r"\lceil", r"\sum",
        r"\prod", *FUNCTIONS, *_WITH_BRACKETS,
    ]
) | {"\\" + name for name in GREEK}  # fmt: skip
_STARTS_ARGUMENT = _STARTS - FUNCTIONS
MOST_SUMMANDS = 200
_DEGREE = Fraction(1, 180)


class Formula:
    """A parser of one formula.

    Args:
        work: Counts the steps.
        tokens: The tokens.
        plus_minus: What a plus-minus sign stands for: 1 or -1.
        percent: What a percent sign multiplies by.
        bound: Values of letters, such as the index of a sum.
    """

    def __init__(
        self,
        work: Work,
        tokens: Sequence[str],
        *,
        plus_minus: int = 1,
        percent: Fraction = Fraction(1, 100),
        bound: Mapping[str, Value] | None = None,
    ) -> None:
        self.work = work
        self.tokens = [*tokens, ""]
        self.place = 0
        self.plus_minus = plus_minus
        self.percent = percent
        self.bound = bound or {}
        self.depth = self.bars = 0

    def value(self) -> Value:
        """Evaluate all tokens."""
        found = self._sum()
        if self._next:
            self._refuse(self._next)
        return found

    def _refuse(self, piece: str) -> NoReturn:
        """Raise the error for a token in a place where no rule has it."""
        if piece[0] in {"\\", '"'} and piece[1:2].isalpha():
            undecided(piece)
        unparsed(f"{piece} in this place")

    @property
    def _next(self) -> str:
        return self.tokens[self.place]

    def _take(self, expected: str = "") -> str:
        piece = self.tokens[self.place]
        if not piece or (expected and piece != expected):
            unparsed(f"{expected or 'more'} is missing")
        self.place += 1
        return piece

    def _sum(self) -> Value:
        found = self._product()
        while self._next in {"+", "-", r"\pm", r"\mp"}:
            sign = self._sign()
            found = add(self.work, found, self._product(), sign)
        return found

    def _sign(self) -> int:
        piece = self._take()
        if piece in {"+", "-"}:
            return 1 if piece == "+" else -1
        return self.plus_minus if piece == r"\pm" else -self.plus_minus

    def _product(self) -> Value:
        found = self._signed()
        while True:
            piece = self._next
            if piece == r"\times":
                self._take()
                found = multiply(self.work, found, self._signed())
            elif piece == "/":
                self._take()
                found = divide(self.work, found, self._signed())
            elif self._begins_factor(piece, _STARTS):
                if piece[0].isdigit() and self.tokens[self.place - 1][0].isdigit():
                    unparsed("two numbers side by side")
                found = multiply(self.work, found, self._power())
            else:
                return found

    def _begins_factor(self, piece: str, starts: frozenset[str]) -> bool:
        if piece == "|":
            return not self.bars
        return piece in starts or piece[:1].isalnum() or piece[:1] in {".", "~"} and bool(piece)

    def _signed(self) -> Value:
        factor = 1
        while self._next in {"+", "-", r"\pm", r"\mp"}:
            factor *= self._sign()
        found = self._power()
        return found if factor == 1 else multiply(self.work, -1, found)

    def _power(self) -> Value:
        found = self._postfixed(self._atom())
        if self._next != "^":
            return found
        self._take()
        if self._is_degree():
            return self._postfixed(self._in_radians(found))
        found = power(self.work, found, self._exponent())
        return self._postfixed(found)

    def _is_degree(self) -> bool:
        for sign in ([r"\circ"], ["{", r"\circ", "}"]):
            if self.tokens[self.place : self.place + len(sign)] == sign:
                self.place += len(sign)
                return True
        return False

    def _in_radians(self, degrees: Value) -> Value:
        return multiply(self.work, degrees, Quotient({(("π", 1),): _DEGREE}, ONE))

    def _exponent(self) -> Value:
        factor = self._sign() if self._next in {"+", "-"} else 1
        found = self._atom()
        if self._next == "^":
            undecided("a power of a power without brackets")
        return multiply(self.work, factor, found)

    def _postfixed(self, found: Value) -> Value:
        while self._next in {"!", "%", r"\circ"}:
            piece = self._take()
            if piece == "!":
                if self._next == "!":
                    undecided("a double factorial")
                found = functions.factorial(self.work, found)
            elif piece == "%":
                found = multiply(self.work, found, self.percent)
            else:
                found = self._in_radians(found)
        return found

    def _group(self) -> Value:
        """Evaluate what stands in brackets."""
        opening = self._take()
        bars, self.bars = self.bars, self.bars + 1 if opening == "|" else 0
        found = self._sum()
        if self._next == r"\choose":
            self._take()
            found = functions.binomial(self.work, found, self._sum())
        self._take(CLOSING[opening])
        self.bars = bars
        if opening in {"|", r"\lfloor", r"\lceil"}:
            return self._rounded(opening, found)
        return found

    def _rounded(self, opening: str, found: Value) -> Value:
        if opening == "|":
            return absolute(self.work, found)
        return functions.rounded(self.work, found, "floor" if opening == r"\lfloor" else "ceil")

    def _atom(self) -> Value:
        self.depth += 1
        if self.depth > DEEPEST:
            undecided("nested too deeply")
        found = self._atom_of(self._next)
        self.depth -= 1
        return found

    def _atom_of(self, piece: str) -> Value:
        if piece in CLOSING:
            return self._group()
        self._take()
        if piece[0].isdigit() or piece[0] in ".~":
            return self._mixed(number(self.work, piece))
        if piece.isalpha():
            return self._letter(piece)
        if piece == r"\pi":
            return symbol("π")
        if piece[1:] in GREEK:
            return self._letter(piece)
        if piece in FUNCTIONS:
            return self._function(piece)
        if piece in _WITH_BRACKETS:
            self._take("(")
            found = self._sum()
            self._take(")")
            return self._rounded(_WITH_BRACKETS[piece], found)
        if piece in {r"\sum", r"\prod"}:
            return self._series(piece)
        return self._construct(piece)

    def _construct(self, piece: str) -> Value:
        if piece == r"\frac":
            top = self._argument()
            return divide(self.work, top, self._argument())
        if piece == r"\binom":
            top = self._argument()
            return functions.binomial(self.work, top, self._argument())
        if piece == r"\sqrt":
            degree: Value = self._group() if self._next == "[" else 2
            radicand = self._atom()
            if not isinstance(degree, int):
                undecided("a root of this degree")
            return root(self.work, radicand, degree)
        return self._refuse(piece)

    def _argument(self) -> Value:
        r"""Evaluate an argument of a command; of `\frac12`, the first digit is one."""
        piece = self._next
        if piece.isdigit() and len(piece) > 1:
            self.tokens[self.place] = piece[1:]
            return int(piece[0])
        return self._atom()

    def _mixed(self, whole: Value) -> Value:
        r"""Add the fraction of a mixed number such as `3\frac{1}{2}`."""
        if self._next != r"\frac" or not isinstance(whole, int):
            return whole
        place, tokens = self.place, list(self.tokens)
        self._take()
        parts = [self._argument(), self._argument()]
        if all(isinstance(part, int) for part in parts) and 0 < parts[0] < parts[1]:  # type: ignore[operator]
            return add(self.work, whole, divide(self.work, *parts))
        self.place, self.tokens = place, tokens
        return whole

    def _letter(self, name: str) -> Value:
        if self._next == "_":
            self._take()
            below = self._argument() if self._next == "{" else self._atom_below()
            name = f"{name}_{text_of(below)}"
        if self._next == "'":
            undecided("a derivative")
        return self.bound[name] if name in self.bound else symbol(name)

    def _atom_below(self) -> Value:
        piece = self._take()
        return int(piece) if piece.isdigit() else symbol(piece)

    def _function(self, name: str) -> Value:
        base: Value | None = None
        if name == r"\log" and self._next == "_":
            self._take()
            base = self._argument()
        exponent: Value = 1
        if self._next == "^":
            self._take()
            exponent = self._exponent()
        angle = self._operand()
        if exponent == -1 and f"\\arc{name[1:]}" in _INVERSE:
            return angles.inverse(self.work, name[1:], angle)
        return power(self.work, self._applied(name, angle, base), exponent)

    def _operand(self) -> Value:
        """Evaluate the argument of a function: what is in brackets, or the factors that follow."""
        if self._next in {"(", "{", "["}:
            return self._group()
        found = self._signed()
        while self._begins_factor(self._next, _STARTS_ARGUMENT):
            found = multiply(self.work, found, self._power())
        return found

    def _applied(self, name: str, operand: Value, base: Value | None) -> Value:
        if name in _INVERSE:
            return angles.inverse(self.work, _INVERSE[name], operand)
        if name[1:] in angles.RATIOS:
            return angles.trigonometric(self.work, name[1:], operand)
        if name == r"\exp":
            return power(self.work, symbol("e"), operand)
        if name == r"\ln" or base is not None:
            return functions.logarithm(self.work, operand, base)
        if name == r"\log":
            return functions.unnamed_logarithm(self.work, operand)
        return functions.opaque(name[1:], operand)

    def _series(self, name: str) -> Value:
        """Evaluate a sum or product over an index."""
        self._take("_")
        self._take("{")
        index = self._take()
        self._take("=")
        first = self._sum()
        self._take("}")
        self._take("^")
        last = self._atom()
        start, end = self.place, self._end_of_term()
        body = self.tokens[start:end]
        self.place = end
        if isinstance(first, int) and isinstance(last, int):
            return self._each(name, body, index, range(first, last + 1))
        if name == r"\sum":
            return self._symbolic_sum(body, index, first, last)
        return undecided("a product with variable limits")

    def _end_of_term(self) -> int:
        depth = 0
        for place in range(self.place, len(self.tokens)):
            piece = self.tokens[place]
            if not piece or (depth == 0 and piece in {"+", "-", ")", "}", "]"}):
                return place
            depth += (piece in {"(", "{", "["}) - (piece in {")", "}", "]"})
        return len(self.tokens) - 1

    def _each(self, name: str, body: Sequence[str], index: str, numbers: range) -> Value:
        if len(numbers) > MOST_SUMMANDS:
            undecided("a sum of too many terms")
        found: Value = int(name == r"\prod")
        for k in numbers:
            self.work.spend(len(body))
            one = self._within(body, {**self.bound, index: k})
            found = (add if name == r"\sum" else multiply)(self.work, found, one)
        return found

    def _within(self, body: Sequence[str], bound: Mapping[str, Value]) -> Value:
        inner = Formula(self.work, body, percent=self.percent, bound=bound)
        inner.depth = self.depth
        return inner.value()

    def _symbolic_sum(self, body: Sequence[str], index: str, first: Value, last: Value) -> Value:
        summand = as_quotient(self._within(body, {**self.bound, index: symbol(index)}))
        if summand.bottom is not ONE or index in variables(first) | variables(last):
            undecided("a sum that is no polynomial")
        before = add(self.work, first, -1)
        found: Value = 0
        for monomial, coefficient in summand.top.items():
            degree = dict(monomial).get(index, 0)
            rest = Quotient({tuple(x for x in monomial if x[0] != index): coefficient}, ONE)
            if degree != int(degree) or degree < 0 or index in variables(rest):
                undecided("a sum that is no polynomial")
            sums = [functions.sum_of_powers(self.work, x, int(degree)) for x in (last, before)]
            part = add(self.work, sums[0], sums[1], -1)
            found = add(self.work, found, multiply(self.work, rest, part))
        return found


def number(work: Work, text: str) -> Value:
    """Return the value of a number such as `12`, `0.25`, `1e5` or, repeating, `~0.1{6}`.

    Args:
        work: Counts the steps.
        text: The number.

    Raises:
        UndecidedError: If it is too large.
    """
    if text.isdigit():
        work.check(4 * len(text))
        return int(text)
    if text[0] == "~":
        return _repeating(work, text[1:])
    digits, _, exponent = text.lower().partition("e")
    work.check(4 * len(digits) + 4 * (abs(int(exponent)) if exponent else 0))
    found = Fraction(digits) * whole_power(work, 10, int(exponent or 0))  # type: ignore[operator]
    return int(found) if found.denominator == 1 else found


def _repeating(work: Work, text: str) -> Value:
    fixed, _, digits = text.partition("{")
    digits = digits.rstrip("}")
    if not digits:
        fixed, digits = text[:-1], text[-1]
    work.check(8 * len(text))
    places = len(fixed.partition(".")[2])
    period = Fraction(int(digits), 10 ** len(digits) - 1) / 10**places
    return Fraction("0" + fixed if fixed[-1] != "." else "0" + fixed + "0") + period
