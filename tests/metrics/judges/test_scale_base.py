"""What scales share: numbers and labels of replies."""

import pytest

from sacreval.metrics.judges._scale_base import Bounds, decimal, folded, oriented, quoted, unparsed


@pytest.mark.parametrize(
    ("value", "number"),
    [("4", 4), (" 4.5 ", 4.5), ("-3", -3), ("07", 7), (4, 4), (2.5, 2.5), ("4/5", None),
     ("1e3", None), ("٤", 4), ("１２.５", 12.5), ("²", None), ("四", None),
     ("", None), ("nan", None), (True, None), (None, None),
     (float("inf"), None), (10**400, None), ("9" * 31, None), ([4], None)],
)  # fmt: skip
def test_numbers_are_decimals(value, number):
    """A number is a finite one of JSON, or a text in decimals of any script."""
    assert decimal(value) == number


def test_labels_are_compared_without_case_and_marks():
    """Case, marks around a label and repeated blanks do not matter."""
    assert folded(' **"Perfect  Translation"**. ') == "perfect translation"
    assert folded("...") == ""


def test_the_best_end_is_the_highest_unless_lower_is_better():
    """Bounds follow the direction; without one the highest is the best."""
    assert oriented((1.0,), (5.0,), higher=True) == Bounds((1.0,), (5.0,))
    assert oriented((1.0,), (5.0,), higher=None) == Bounds((1.0,), (5.0,))
    assert oriented((1.0,), (5.0,), higher=False) == Bounds((5.0,), (1.0,))


def test_reasons_are_short_and_on_one_line():
    """A long value of a reply is shortened in a reason."""
    assert unparsed(quoted("a\nb" * 999)).reason.startswith("unparsed: 'a ba b")
    assert len(quoted("a\nb" * 999)) < 70
