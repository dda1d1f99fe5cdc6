"""Kinds of answers, as they are read."""

import pytest

from sacreval.metrics.answers._mathematics.answers import (
    Dots,
    Group,
    Matrix,
    Ratio,
    RealSet,
    Scalar,
    Words,
)
from sacreval.metrics.answers._mathematics.parsing.reading import read


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("5", Scalar(5)),
        ("Evelyn", Words("evelyn")),
        ("1,2", Group("", (Scalar(1), Scalar(2)), "")),
        ("[0,1)", Group("[", (Scalar(0), Scalar(1)), ")")),
        (r"\{1,\ldots\}", Group("{", (Scalar(1), Dots()), "}")),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", Matrix(((1, 2), (3, 4)))),
        ("1:2", Ratio((1, 2), "1:2")),
    ],
)
def test_kinds(text, answer):
    """An answer is read as its kind."""
    assert read(text) == answer
    assert isinstance(read(r"(1,2)\cup(3,4)"), RealSet)
