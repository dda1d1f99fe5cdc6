"""Answers in LaTeX: the last box, and one spelling."""

import pytest

from sacreval.errors import RecordError
from sacreval.text.latex import boxed, latex_answer, spelled


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (r"\boxed{1} or \boxed{\frac{1}{2}} so", r"\frac{1}{2}"),
        (r"\fbox{3}", "3"),
        (r"so $\boxed 5$", "5"),
        (r"\boxed{}", ""),
    ],
)
def test_the_last_box(text, content):
    """The last box counts, with balanced braces."""
    assert boxed(text) == content


@pytest.mark.parametrize("text", ["42", r"\boxed{1", r"\boxed{1} then \boxed{\frac{2}{3}"])
def test_no_box(text):
    """A text without a box, or with one that is not closed, has no answer."""
    with pytest.raises(RecordError, match="boxed"):
        boxed(text)


@pytest.mark.parametrize(
    ("answer", "normal"),
    [
        (r"\dfrac12", r"\frac{1}{2}"),
        (r"\frac1{20}", r"\frac{1}{20}"),
        ("3/4", r"\frac{3}{4}"),
        ("0.5", r"\frac{1}{2}"),
        (".5", r"\frac{1}{2}"),
        ("x = 7", "7"),
        ("abc=7", "abc=7"),
        (r"\sqrt3", r"\sqrt{3}"),
        (r"90^\circ", "90"),
        (r"50\%", "50"),
        (r"\$3", "3"),
        (r"3\text{ cm}", "3"),
        ("a/b", "a/b"),
    ],
)
def test_one_spelling(answer, normal):
    """Equal answers are spelt alike, and what is spelt so stays."""
    assert spelled(answer) == normal
    assert spelled(normal) == normal


def test_answer():
    """The content of the box is spelt in the same way."""
    assert latex_answer(r"so \boxed{\tfrac34}") == r"\frac{3}{4}"
