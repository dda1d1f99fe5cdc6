"""Tokens of answers."""

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, UnparsedError
from sacreval.metrics.answers._mathematics.parsing.tokens import tokens


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"$\left( 1, 2 \right)$.", "( 1 , 2 )"),
        ("1,234 + (1,234)", "1234 + ( 1 , 234 )"),
        (r"12{,}345 \dfrac12", r"12345 \frac 12"),
        ("x<=3 and y!=2", r"x \le 3 \and y \ne 2"),
        ("2pi - sqrt2", r"2 \pi - \sqrt 2"),
        ("5 km, 3ab", '5 "km , 3 a b'),
        (r"3 \text{ apples or so}", '3 "apples or so'),
        (r"1 \text{ and } 2", r"1 \and 2"),
        (r"\mathrm{e}^\text{13}", "e ^ 13"),
        ("3 1/2", "( 3 + 1 / 2 )"),
        (r"0.\overline{3}", "~0.{3}"),
        (r"\begin{pmatrix}1&2\end{pmatrix}", r"\begin:pmatrix 1 & 2 \end:pmatrix"),
        ("½ × ∞", r"\frac 12 \times \infty"),
    ],
)
def test_tokens(text, wanted):
    """Numbers, commands and words are tokens; marks without a meaning are dropped."""
    assert " ".join(tokens(text)) == wanted


def test_commas():
    """A number has commas where they do not separate: outside brackets, or nowhere."""
    assert tokens("1,234") == ["1234"]
    assert tokens("(1,234)") == ["(", "1", ",", "234", ")"]
    assert tokens("1,234", commas=False) == ["1", ",", "234"]


@pytest.mark.parametrize("text", ["(1", "1)", "a?b", "1\0"])
def test_no_tokens(text):
    """Other characters, and brackets that are not closed, are no answer."""
    with pytest.raises(UnparsedError):
        tokens(text)


@pytest.mark.parametrize("text", ["(" * 31 + ")" * 31, "1" * 2001])
def test_limits(text):
    """Deep and long answers are undecided."""
    with pytest.raises(UndecidedError):
        tokens(text)
