"""Scales of labels: how labels are compared, and how a list of them is folded."""

import pytest

from sacreval.metrics.judges._label_scales import ChoicesScale, ListScale

YES_NO = {"yes": 1.0, "no": 0.0}


@pytest.mark.parametrize("text", ["Yes", " yes. ", "**YES**", '"yes"', "_yes_"])
def test_marks_around_a_label_do_not_count(text):
    """Case, blanks, quotes, asterisks, underscores and full stops are left out, but for `exact`."""
    assert ChoicesScale(values=YES_NO).label(text) == "yes"
    assert ChoicesScale(values=YES_NO, exact=True).label(text) is None


def test_a_label_within_a_text_is_none():
    """A reply is a label as a whole, so that "yes and no" is neither."""
    scale = ChoicesScale(values=YES_NO)
    assert [scale.label(x) for x in ("yes and no", "yesno", "", 1.0, ["yes"])] == [None] * 5
    assert scale.read("yes and no").reason.endswith("is none of yes, no")


def test_labels_of_marks_alone():
    """A label that consists of marks is compared as it is."""
    scale = ChoicesScale(values={"*": 1.0, "**": 2.0})
    assert (scale.label("**"), scale.label(" * ")) == ("**", "*")


@pytest.mark.parametrize(
    ("values", "expected"),
    [([1.0, 0.0, 1.0], (1 / 1 + 2 / 3) / 2), ([0.0, 1.0], 1 / 2), ([0.0, 0.0], 0.0)],
)
def test_average_precision(values, expected):
    """It is the mean precision at the ranks of the items with value 1, and 0 without any."""
    scale = ListScale(values=YES_NO, fold="average-precision")
    assert scale.folded(values).values == pytest.approx((expected,))


def test_one_wrong_item_makes_the_list_unparsed():
    """No item is left out of a fold."""
    verdict = ListScale(values=YES_NO).read(["yes", "perhaps", "no"])
    assert verdict.values == ()
    assert "perhaps" in verdict.reason
    assert ListScale(values=YES_NO).item == ChoicesScale(values=YES_NO)
