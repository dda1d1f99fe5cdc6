"""The spelling of MATH's authors: which answers are equal texts."""

import pytest

from sacreval.text.answers.hendrycks import hendrycks
from support.shared_cases import shared_cases


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        (r"\dfrac12", r"\frac{1}{2}"),
        (r"\tfrac1{72}", r"\frac{1}{72}"),
        ("0.5", r"\frac{1}{2}"),
        (" .5", r"\frac{1}{2}"),
        ("-3/4", r"\frac{-3}{4}"),
        ("3/04", "3/04"),
        ("x = 5", "5"),
        ("abc=5", "abc=5"),
        (r"\left(1, 2\right)", "(1,2)"),
        (r"5\text{ cm}", "5"),
        (r"\$12\%", "12"),
        (r"\sqrt3x", r"\sqrt{3}x"),
        (r"90^{\circ}", "90"),
        (r"\frac1", r"\frac1"),
    ],
)
def test_spelled(text, spelled):
    """Each rule of is_equiv applies."""
    assert hendrycks(text) == spelled


@pytest.mark.parametrize("text", [r" 5\text{ a}\text{ b}", r" \sqrt", r" \frac", " x/2"])
def test_failures(text):
    """Where the authors' program fails, it compares the texts as they are, blanks included."""
    assert hendrycks(text) == text


def test_shared_cases():
    """The shared pairs have the verdicts of is_equiv."""
    cases = [x for x in shared_cases("math_equivalence")["cases"] if "answer" in x]
    assert len(cases) > 100
    for case in cases:
        equal = hendrycks(case["gold"]) == hendrycks(case["answer"])
        assert equal == case["verdicts"]["hendrycks_is_equiv"], case["id"]
