"""Scales of judges: numbers, labels, lists of errors, and their bounds."""

import msgspec
import pytest

from sacreval.metrics.judges._scale_base import (
    VerdictBounds,
    decimal,
    folded,
    oriented,
    quoted,
    unparsed,
)
from sacreval.metrics.judges._scales import ChoicesScale, ListScale, filled, yes_or_no
from support.judge_parsing import scale

FIVE = "{type: number, min: 1, max: 5}"
AB = "{type: choices, values: {A: 1, B: 0, tie: 0.5}}"
LIST = "{type: list, values: {'yes': 1, 'no': 0}, fold: %s}"
CHECKS = "{type: checklist, items: [a, b]}"
YES_NO = {"yes": 1.0, "no": 0.0}
MQM = "{type: mqm}"


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
    assert oriented((1.0,), (5.0,), higher=True) == VerdictBounds((1.0,), (5.0,))
    assert oriented((1.0,), (5.0,), higher=None) == VerdictBounds((1.0,), (5.0,))
    assert oriented((1.0,), (5.0,), higher=False) == VerdictBounds((5.0,), (1.0,))


def test_reasons_are_short_and_on_one_line():
    """A long value of a reply is shortened in a reason."""
    assert unparsed(quoted("a\nb" * 999)).reason.startswith("unparsed: 'a ba b")
    assert len(quoted("a\nb" * 999)) < 70


@pytest.mark.parametrize(
    ("text", "value", "numbers"),
    [
        (FIVE, "4", (4.0,)),
        (FIVE, 4.5, (4.5,)),
        (FIVE, "0.99", ()),
        (FIVE, "100", ()),
        (FIVE, ["4", "5"], ()),
        (FIVE, True, ()),
        (FIVE, None, ()),
        ("{type: number, min: 1, max: 5, integer: true}", "4.0", (4.0,)),
        ("{type: number, min: 1, max: 5, integer: true}", "4.5", ()),
        ("{type: number, min: 0, max: 10, names: [a, b]}", ["8", "7.5"], (8.0, 7.5)),
        ("{type: number, min: 0, max: 10, names: [a, b]}", "8", ()),
        (AB, "a", (1.0,)),
        (AB, '"Tie".', (0.5,)),
        (AB, "C", ()),
        (AB, 1, ()),
        (AB, None, ()),
        ("{type: choices, values: {m: 0, M: 1}, exact: true}", " M", (1.0,)),
        ("{type: choices, values: {'1': 0, '2': 1}}", 2, (1.0,)),
        ("{type: choices, values: {'true': 1, 'false': 0}}", True, (1.0,)),
        (CHECKS, {"a": True, "b": "No"}, (0.5, 1.0, 0.0)),
        (CHECKS, ["yes", "yes"], (1.0, 1.0, 1.0)),
        (CHECKS, ["yes"], ()),
        (CHECKS, {"a": True}, ()),
        (CHECKS, {"a": True, "b": "maybe"}, ()),
        (CHECKS, {"a": True, "b": False, "c": True}, ()),
        (LIST % "share", ["yes", "no", "Yes", True], ()),
        (LIST % "share", ["yes", "no", "Yes", "yes"], (0.75,)),
        (LIST % "average-precision", ["yes", "no", "yes"], ((1 + 2 / 3) / 2,)),
        (LIST % "average-precision", ["no"], (0.0,)),
        (LIST % "share", [], ()),
        (LIST % "share", "yes", ()),
    ],
)
def test_what_is_on_a_scale_has_numbers_and_all_else_is_unparsed(text, value, numbers):
    """Nothing is moved onto a scale, and a reason says why."""
    verdict = scale(text).read(value)
    assert verdict.values == pytest.approx(numbers)
    assert bool(verdict.reason) == (not numbers)
    assert len(verdict.values) in (0, len(scale(text).outputs))


@pytest.mark.parametrize(
    ("text", "worst", "best"),
    [
        (FIVE, (1.0,), (5.0,)),
        ("{type: number, min: 0, max: 9, names: [a, b]}", (0.0, 0.0), (9.0, 9.0)),
        (AB, (0.0,), (1.0,)),
        (CHECKS, (0.0,) * 3, (1.0,) * 3),
        (LIST % "share", (0.0,), (1.0,)),
    ],
)
def test_bounds_are_the_ends_of_a_scale(text, worst, best):
    """The worst verdict is the lowest, or the highest where lower is better."""
    assert scale(text).bounds() == VerdictBounds(worst, best)
    assert scale(text).bounds(higher_is_better=False) == VerdictBounds(best, worst)
    assert filled(scale(text), "worst") == worst
    assert filled(scale(text), "perfect") == best
    assert filled(scale(text), "zero") == (0.0,) * len(worst)


@pytest.mark.parametrize(
    "text",
    [
        "{type: number, min: 5, max: 5}",
        "{type: number, min: 0, max: .inf}",
        "{type: number, min: 0, max: 1, names: []}",
        "{type: number, min: 0, max: 1, names: [a, a]}",
        "{type: number, min: 0, max: 1, most: 2}",
        "{type: number, min: 0}",
        "{type: stars}",
        "{type: choices, values: {A: 1}}",
        "{type: choices, values: {A: 1, a: 0}}",
        "{type: choices, values: {A: 1, ' ': 0}}",
        "{type: choices, values: {A: 1, B: .nan}}",
        "{type: checklist, items: []}",
        "{type: checklist, items: [score]}",
        "{type: list, values: {A: 1, B: 0.5}, fold: average-precision}",
        "{type: list, values: {A: 1, B: 0.5}, fold: median}",
        "{min: 1, max: 5}",
    ],
)
def test_wrong_scales_are_refused(text):
    """A scale that contradicts itself, or has an unknown key, is no scale."""
    with pytest.raises(msgspec.ValidationError):
        scale(text)


def test_tokens_that_are_labels():
    """Whole numbers in range and labels stand for a value; parts of numbers do not."""
    assert scale(FIVE).value_of("5") == 5
    assert [scale(FIVE).value_of(text) for text in ("6", "05", "4.5", "x", "", "４")] == [None] * 6
    assert scale(AB).value_of("TIE") == 0.5
    assert scale(CHECKS).value_of("yes") is None


def test_yes_and_no():
    """Words and JSON's own values are read; others are neither."""
    answers = [yes_or_no(each) for each in ("YES.", False, "maybe", 1, None)]
    assert answers == [1.0, 0.0, None, None, None]


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


def errors(*severities):
    return [{"severity": severity} for severity in severities]


@pytest.mark.parametrize(
    ("text", "value", "numbers"),
    [
        (MQM, [], (0, 0, 0, 0)),
        (MQM, errors("Major", "minor", "minor"), (-7, 0, 1, 2)),
        (MQM, errors(*["major"] * 6), (-25, 0, 6, 0)),
        (MQM, errors("critical", "critical"), (-25, 2, 0, 0)),
        ("{type: mqm, cap: 100, most: 2}", errors("minor", "major", "critical"), (-30, 1, 1, 1)),
        (MQM, {"major": ["a", {"class": "b"}], "minor": []}, (-10, 0, 2, 0)),
        (MQM, errors("severe"), ()),
        (MQM, [{"class": "a"}], ()),
        (MQM, {"major": "a"}, ()),
        (MQM, "no errors", ()),
        (MQM, ["a"], ()),
        (MQM, None, ()),
    ],
)
def test_errors_cost_the_weight_of_their_severity(text, value, numbers):
    """The score is minus the capped sum, with counts beside it; all else is unparsed."""
    assert scale(text).read(value).values == numbers


def test_errors_are_kept_as_details():
    """A later step can show them."""
    assert scale(MQM).read({"major": ["a"]}).details == [{"text": "a", "severity": "major"}]


def test_a_fatal_category_has_the_highest_severity():
    """A text that is no translation is critical, whatever it is under."""
    value = [{"severity": "minor", "category": "Non-translation"}]
    assert scale("{type: mqm, fatal: [non-translation]}").read(value).values == (-25, 1, 0, 0)


def test_bounds():
    """The worst is the cap, the best no error."""
    assert scale("{type: mqm, cap: 26}").bounds() == VerdictBounds((-26, 2, 0, 0), (0, 0, 0, 0))


@pytest.mark.parametrize(
    "text",
    [
        "{type: mqm, weights: {}}",
        "{type: mqm, weights: {minor: 1, major: 5}}",
        "{type: mqm, weights: {major: 5, minor: 0}}",
        "{type: mqm, weights: {score: 5}}",
        "{type: mqm, weights: {Major: 5, major: 1}}",
        "{type: mqm, cap: 0}",
        "{type: mqm, most: 0}",
    ],
)
def test_wrong_weights_are_refused(text):
    """Weights are positive, in order, of different severities."""
    with pytest.raises(msgspec.ValidationError):
        scale(text)
