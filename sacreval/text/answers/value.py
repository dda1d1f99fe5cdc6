r"""Evaluate closed formulas such as `\frac{1}{2}`, `50\%` or `2\sqrt{3}`.

A recursive descent parser reads numbers, the four operations, powers, roots, fractions and pi. No
code is run; formulas with variables and long formulas are returned unchanged.
"""

import math
import re

from sacreval.text.answers.latex import spelled

_EXACT = 2.0**53  # floats cannot represent all larger integers
LONGEST = 100  # characters of a formula, which also limits the depth of nesting
_TOKEN = re.compile(
    r"(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)"
    r"|(\\frac|\\sqrt|\\cdot|\\times|\\div|\\pi|[-+*/^(){}\[\]])"
)
_APART = re.compile(r"[\d.][\s$%\\!]+[\d.]")  # two numbers without an operator
_TIMES, _OVER = {"*", r"\cdot", r"\times"}, {"/", r"\div"}
_CLOSING = {"(": ")", "{": "}", "[": "]"}


def value(text: str) -> str:
    r"""Return the value of a formula as a decimal number; return other texts unchanged.

    `10\%` is 0.1, and `1\frac{1}{2}` is 1.5. The result has at most twelve significant digits.
    """
    plain = text.strip().strip("$").strip().replace("\\%", "%")
    share = plain.endswith("%")
    try:
        number = _Formula(plain).value() / (100 if share else 1)
    except (ValueError, ArithmeticError):
        return text.strip()
    if not abs(number) < _EXACT:
        return text.strip()
    return str(int(number)) if number.is_integer() else f"{number:.12g}"


class _Formula:
    """A recursive descent parser of one formula."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST or _APART.search(text):
            raise ValueError("no formula")
        text = spelled(text)
        self.tokens: list[str] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise ValueError("no formula")
            self.tokens.append(match[0])
            place = match.end()
        self.place = 0

    @property
    def next(self) -> str:
        """The next token; "" at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        """Consume a token, which must equal `expected` unless that is empty."""
        piece = self.next
        if not piece or (expected and piece != expected):
            raise ValueError("no formula")
        self.place += 1
        return piece

    def value(self) -> float:
        """Evaluate the whole formula."""
        number = self.sum()
        if self.next:
            raise ValueError("no formula")
        return number

    def sum(self) -> float:
        """Evaluate sums and differences."""
        total = self.product()
        while self.next in {"+", "-"}:
            total += self.product() if self.take() == "+" else -self.product()
        return total

    def product(self) -> float:
        """Evaluate products and quotients, including implicit products."""
        product = self.signed()
        while True:
            if self.next in _TIMES:
                self.take()
                product *= self.signed()
            elif self.next in _OVER:
                self.take()
                product /= self.signed()
            elif self.next[:1].isdigit() or self.next in {r"\frac", r"\sqrt", r"\pi", "("}:
                product *= self.power()
            else:
                return product

    def signed(self) -> float:
        """Evaluate signs."""
        if self.next in {"+", "-"}:
            return self.signed() if self.take() == "+" else -self.signed()
        return self.power()

    def power(self) -> float:
        """Evaluate a power."""
        base = self.atom()
        if self.next != "^":
            return base
        self.take()
        return _real(base ** (self.atom() if self.next != "-" else self.signed()))

    def atom(self) -> float:
        """Evaluate a number, a fraction, a root, or an expression in brackets."""
        piece = self.take()
        if piece in _CLOSING:
            inner = self.sum()
            self.take(_CLOSING[piece])
            return inner
        if piece == r"\pi":
            return math.pi
        if piece == r"\frac":
            return self.atom() / self.atom()
        if piece == r"\sqrt":
            degree = self.atom() if self.next == "[" else 2.0
            return _real(self.atom() ** (1 / degree))
        if not piece[0].isdigit() and piece[0] != ".":
            raise ValueError("no formula")
        number = float(piece.replace(",", ""))
        if self.next == r"\frac" and number.is_integer():  # a mixed number
            return number + self.atom()
        return number


def _real(number: complex) -> float:
    if number.imag:
        raise ValueError("no real number")
    return number.real
