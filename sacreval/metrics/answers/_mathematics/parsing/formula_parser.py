r"""Evaluate one formula, such as `2\sqrt{3}`, from its tokens: a recursive descent parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NoReturn

from sacreval.metrics.answers._mathematics import exponents
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    add,
    divide,
    multiply,
    number,
    symbol,
    text_of,
)
from sacreval.metrics.answers._mathematics.exponents import power
from sacreval.metrics.answers._mathematics.parsing import functions
from sacreval.metrics.answers._mathematics.parsing.terms import ONE
from sacreval.metrics.answers._mathematics.parsing.work_limits import DEEPEST, undecided, unparsed
from sacreval.metrics.answers._mathematics.roots import absolute, root

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work


class Cursor:
    """Tokens, of which one is the next."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = [*tokens, ""]
        self.place = 0

    @property
    def _next(self) -> str:
        """The next token; "" at the end."""
        return self.tokens[self.place]

    def _take(self, expected: str = "") -> str:
        """Consume a token, which must equal `expected` unless that is empty."""
        piece = self.tokens[self.place]
        if not piece or (expected and piece != expected):
            unparsed(f"{expected or 'more'} is missing")
        self.place += 1
        return piece

    def _follows(self, sequence: Sequence[str]) -> bool:
        """Consume a sequence of tokens if it is next; return whether it is."""
        if self.tokens[self.place : self.place + len(sequence)] != [*sequence]:
            return False
        self.place += len(sequence)
        return True

    def _refuse(self, piece: str) -> NoReturn:
        """Raise the error for a token in a place where no rule has it."""
        if piece[0] in {"\\", '"'} and piece[1:2].isalpha():
            undecided(piece)
        unparsed(f"{piece} in this place")


GREEK = frozenset(
    [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda",
        "mu", "nu", "xi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta",
        "Theta", "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega", "ell", "hbar",
    ]
)  # fmt: skip
CLOSING = {"(": ")", "[": "]", "{": "}", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", "|": "|"}
FUNCTIONS = frozenset(
    [
        r"\sin", r"\cos", r"\tan", r"\cot", r"\sec", r"\csc", r"\ln", r"\log", r"\exp",
        r"\arcsin", r"\arccos", r"\arctan", r"\sinh", r"\cosh",
    ]
)  # fmt: skip
INVERSE = {r"\arcsin": "sin", r"\arccos": "cos", r"\arctan": "tan"}
WITH_BRACKETS = {r"\abs": "|", r"\floor": r"\lfloor", r"\ceil": r"\lceil"}
STARTS = frozenset(
    [
        r"\frac", r"\sqrt", r"\binom", r"\pi", "(", "{", "[", r"\lfloor", r"\lceil", r"\sum",
        r"\prod", *FUNCTIONS, *WITH_BRACKETS,
    ]
) | {"\\" + name for name in GREEK}  # fmt: skip
STARTS_ARGUMENT = STARTS - FUNCTIONS


def enclosed(work: Work, opening: str, value: Value) -> Value:
    r"""Return what brackets for absolute values and rounding compute."""
    if opening == "|":
        return absolute(work, value)
    return functions.rounded(work, value, "floor" if opening == r"\lfloor" else "ceil")


def applied(work: Work, name: str, operand: Value, base: Value | None) -> Value:
    """Return a function of a value."""
    if name in INVERSE:
        return exponents.inverse(work, INVERSE[name], operand)
    if name[1:] in exponents.RATIOS:
        return exponents.trigonometric(work, name[1:], operand)
    if name == r"\exp":
        return power(work, symbol("e"), operand)
    if name == r"\ln" or base is not None:
        return functions.logarithm(work, operand, base)
    if name == r"\log":
        return functions.unnamed_logarithm(work, operand)
    return functions.opaque(name[1:], operand)


_DEGREE = Fraction(1, 180)


class FormulaParser(Cursor):
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
        super().__init__(tokens)
        self.plus_minus = plus_minus
        self.percent = percent
        self.bound = bound or {}
        self.depth = self.bars = 0

    def value(self) -> Value:
        """Evaluate all tokens."""
        value = self._sum()
        if self._next:
            self._refuse(self._next)
        return value

    def _sum(self) -> Value:
        total = self._product()
        while self._next in {"+", "-", r"\pm", r"\mp"}:
            sign = self._sign()
            total = add(self.work, total, self._product(), sign)
        return total

    def _sign(self) -> int:
        piece = self._take()
        if piece in {"+", "-"}:
            return 1 if piece == "+" else -1
        return self.plus_minus if piece == r"\pm" else -self.plus_minus

    def _product(self) -> Value:
        product = self._signed()
        while True:
            piece = self._next
            if piece == r"\times":
                self._take()
                product = multiply(self.work, product, self._signed())
            elif piece == "/":
                self._take()
                product = divide(self.work, product, self._signed())
            elif self._begins_factor(piece, STARTS):
                if piece[0].isdigit() and self.tokens[self.place - 1][0].isdigit():
                    unparsed("two numbers side by side")
                product = multiply(self.work, product, self._power())
            else:
                return product

    def _begins_factor(self, piece: str, starts: frozenset[str]) -> bool:
        if piece == "|":
            return not self.bars
        return piece in starts or piece[:1].isalnum() or piece[:1] in {".", "~"}

    def _signed(self) -> Value:
        factor = 1
        while self._next in {"+", "-", r"\pm", r"\mp"}:
            factor *= self._sign()
        value = self._power()
        return value if factor == 1 else multiply(self.work, -1, value)

    def _power(self) -> Value:
        value = self._postfixed(self._atom())
        if self._next != "^":
            return value
        self._take()
        if self._is_degree():
            return self._postfixed(self._in_radians(value))
        value = power(self.work, value, self._exponent())
        return self._postfixed(value)

    def _is_degree(self) -> bool:
        return self._follows([r"\circ"]) or self._follows(["{", r"\circ", "}"])

    def _in_radians(self, degrees: Value) -> Value:
        return multiply(self.work, degrees, Quotient({(("π", 1),): _DEGREE}, ONE))

    def _exponent(self) -> Value:
        factor = self._sign() if self._next in {"+", "-"} else 1
        value = self._atom()
        if self._next == "^":
            undecided("a power of a power without brackets")
        return multiply(self.work, factor, value)

    def _postfixed(self, value: Value) -> Value:
        while self._next in {"!", "%", r"\circ"}:
            piece = self._take()
            if piece == "!":
                if self._next == "!":
                    undecided("a double factorial")
                value = functions.factorial(self.work, value)
            elif piece == "%":
                value = multiply(self.work, value, self.percent)
            else:
                value = self._in_radians(value)
        return value

    def _group(self) -> Value:
        """Evaluate what is in brackets."""
        opening = self._take()
        bars, self.bars = self.bars, self.bars + 1 if opening == "|" else 0
        value = self._sum()
        if self._next == r"\choose":
            self._take()
            value = functions.binomial(self.work, value, self._sum())
        self._take(CLOSING[opening])
        self.bars = bars
        if opening in {"|", r"\lfloor", r"\lceil"}:
            return enclosed(self.work, opening, value)
        return value

    def _atom(self) -> Value:
        self.depth += 1
        if self.depth > DEEPEST:
            undecided("nested too deeply")
        value = self._atom_of(self._next)
        self.depth -= 1
        return value

    def _atom_of(self, piece: str) -> Value:
        if piece in CLOSING:
            return self._group()
        self._take()
        if piece[:1].isdigit() or piece[0] in ".~":
            return self._mixed(number(self.work, piece))
        if piece.isalpha() or piece[1:] in GREEK:
            return self._letter(piece)
        if piece in FUNCTIONS:
            return self._function(piece)
        if piece not in self._commands:
            self._refuse(piece)
        return self._commands[piece](self, piece)

    def _pi(self, _: str) -> Value:
        return symbol("π")

    def _in_round_brackets(self, piece: str) -> Value:
        self._take("(")
        value = self._sum()
        self._take(")")
        return enclosed(self.work, WITH_BRACKETS[piece], value)

    def _fraction(self, _: str) -> Value:
        top = self._argument()
        return divide(self.work, top, self._argument())

    def _binomial(self, _: str) -> Value:
        top = self._argument()
        return functions.binomial(self.work, top, self._argument())

    def _root(self, _: str) -> Value:
        degree: Value = self._group() if self._next == "[" else 2
        radicand = self._atom()
        if not isinstance(degree, int):
            undecided("a root of this degree")
        return root(self.work, radicand, degree)

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
        operand = self._operand()
        if exponent == -1 and f"\\arc{name[1:]}" in INVERSE:
            return applied(self.work, f"\\arc{name[1:]}", operand, base)
        return power(self.work, applied(self.work, name, operand, base), exponent)

    def _operand(self) -> Value:
        """Evaluate the argument of a function: what is in brackets, or the factors that follow."""
        if self._next in {"(", "{", "["}:
            return self._group()
        value = self._signed()
        while self._begins_factor(self._next, STARTS_ARGUMENT):
            value = multiply(self.work, value, self._power())
        return value

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
        body, self.place = functions.term(self.tokens, self.place)
        expression = functions.Series(name, index, body, first, last)
        return functions.evaluate(self.work, expression, self._within)

    def _within(self, body: Sequence[str], index: str, value: Value) -> Value:
        """Evaluate a formula in which the index of a sum has a value."""
        bound = {**self.bound, index: value}
        inner = FormulaParser(self.work, body, percent=self.percent, bound=bound)
        inner.depth = self.depth
        return inner.value()

    _commands: ClassVar[Mapping[str, Callable[[FormulaParser, str], Value]]] = {
        r"\pi": _pi,
        r"\frac": _fraction,
        r"\binom": _binomial,
        r"\sqrt": _root,
        r"\sum": _series,
        r"\prod": _series,
        **dict.fromkeys(WITH_BRACKETS, _in_round_brackets),
    }
