"""Scales: what is on them, what is not, and their bounds."""

import msgspec
import pytest

from sacreval.metrics.judges._scale_base import Bounds
from sacreval.metrics.judges._scales import filled, yes_or_no
from support.judge_parsing import scale

FIVE = "{type: number, min: 1, max: 5}"
AB = "{type: choices, values: {A: 1, B: 0, tie: 0.5}}"
LIST = "{type: list, values: {'yes': 1, 'no': 0}, fold: %s}"
CHECKS = "{type: checklist, items: [a, b]}"


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
    assert scale(text).bounds() == Bounds(worst, best)
    assert scale(text).bounds(higher_is_better=False) == Bounds(best, worst)
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
