r"""Values: what a closed formula such as `\frac{1}{2}`, `50\%` or `2\sqrt{3}` comes to.

Numbers, four operations, powers, roots, fractions and pi are read by a parser of their own: no code
is run, no letter has a value, and long formulas are left as they are.
"""

import math
import re

from sacreval.text.latex import spelled

_EXACT = 2.0**53  # larger whole numbers are not told apart
LONGEST = 100  # characters; nesting is no deeper than that
_TOKEN = re.compile(
    r"(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)"
    r"|(\\frac|\\sqrt|\\cdot|\\times|\\div|\\pi|[-+*/^(){}\[\]])"
)
_APART = re.compile(r"[\d.][\s$%\\!]+[\d.]")  # two numbers are no number
_TIMES, _OVER = {"*", r"\cdot", r"\times"}, {"/", r"\div"}
_CLOSING = {"(": ")", "{": "}", "[": "]"}


def value(text: str) -> str:
    r"""Write what a formula comes to as a decimal number; leave other texts as they are.

    `10\%` is 0.1, and `1\frac{1}{2}` is one and a half. Twelve digits count.
    """
    plain = text.strip().strip("$").strip().replace("\\%", "%")
    share = plain.endswith("%")
    try:
        found = _Formula(plain).value() / (100 if share else 1)
    except (ValueError, ArithmeticError):
        return text.strip()
    if not abs(found) < _EXACT:
        return text.strip()
    return str(int(found)) if found.is_integer() else f"{found:.12g}"


class _Formula:
    """A formula, read from left to right."""

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
        """The piece that comes next; nothing at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        """Go past a piece, which must be the one wanted if any is."""
        piece = self.next
        if not piece or (wanted and piece != wanted):
            raise ValueError("no formula")
        self.place += 1
        return piece

    def value(self) -> float:
        """Read all of it."""
        found = self.sum()
        if self.next:
            raise ValueError("no formula")
        return found

    def sum(self) -> float:
        """Read sums and differences."""
        found = self.product()
        while self.next in {"+", "-"}:
            found += self.product() if self.take() == "+" else -self.product()
        return found

    def product(self) -> float:
        """Read products and quotients; factors may stand side by side."""
        found = self.signed()
        while True:
            if self.next in _TIMES:
                self.take()
                found *= self.signed()
            elif self.next in _OVER:
                self.take()
                found /= self.signed()
            elif self.next[:1].isdigit() or self.next in {r"\frac", r"\sqrt", r"\pi", "("}:
                found *= self.power()
            else:
                return found

    def signed(self) -> float:
        """Read signs."""
        if self.next in {"+", "-"}:
            return self.signed() if self.take() == "+" else -self.signed()
        return self.power()

    def power(self) -> float:
        """Read a power."""
        base = self.atom()
        if self.next != "^":
            return base
        self.take()
        return _real(base ** (self.atom() if self.next != "-" else self.signed()))

    def atom(self) -> float:
        """Read a number, a fraction, a root, or what brackets hold."""
        piece = self.take()
        if piece in _CLOSING:
            found = self.sum()
            self.take(_CLOSING[piece])
            return found
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
