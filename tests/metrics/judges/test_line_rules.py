"""The parse rules `lines` and `errors`."""

import msgspec
import pytest

from sacreval.core.record_replies import RecordReply
from sacreval.metrics.judges._verdicts import read_items
from support.judge_parsing import read, rules

LINES = "[{lines: {none: none}}]"


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("- a\n- b", ("a", "b")),
        ("1. a\n\n2) b\n * c \n• d", ("a", "b", "c", "d")),
        ("- a\nand so on", None),
        ("Here they are:\n- a", None),
        ("None.", ()),
        ("-  a  b  ", ("a  b",)),
        ("- " + " " * 100_000, None),  # would take minutes if blanks were tried one by one
        ("no list", None),
        ("", None),
    ],
)
def test_each_line_is_an_item(reply, items):
    """A line that is no item makes a reply unparsed; nothing is dropped."""
    found = read_items(RecordReply(text=reply), rules(LINES))
    assert found.items == (items or ())
    assert bool(found.reason) == (items is None)


def test_other_lines_are_skipped_where_a_judge_says_so():
    """`others` allows a line before or after the list."""
    found = read_items(RecordReply(text="Here:\n- a"), rules("[{lines: {others: true}}]"))
    assert found.items == ("a",)


ERRORS = "[{errors: {}}]"
MQM = "{type: mqm}"


@pytest.mark.parametrize(
    ("reply", "numbers"),
    [
        ('Critical:\nno-error\nMajor:\naccuracy - "x"\nMinor:\n- a\n- b', (-7, 0, 1, 2)),
        ('**Major:**\naccuracy - "x"', (-5, 0, 1, 0)),
        ("### Major\n:\n", ()),
        ("No-error.", (0, 0, 0, 0)),
        ("Major:\nno-error", (0, 0, 0, 0)),
        ("Major:\n- No errors found.\nMinor:\nno error", (0, 0, 0, 0)),
        ("Major:\nno-errorless style", (-5, 0, 1, 0)),
        ('Major:\nno errors - "x"', (-5, 0, 1, 0)),
        ("I cannot help with that.", ()),
        ("Here you are.\nMajor:\nno-error", ()),
        ("", ()),
    ],
)
def test_errors_stand_under_their_severity(reply, numbers):
    """A reply without a heading is no perfect translation, but unparsed."""
    assert read(reply, MQM, ERRORS).values == numbers


def test_category_and_span():
    """An error has what its line says."""
    (error,) = read('Major:\naccuracy/omission - "the holder"', MQM, ERRORS).details
    assert (error["category"], error["span"]) == ("accuracy/omission", "the holder")


def test_a_category_alone():
    """A line without a span is a category, and a fatal one has the highest severity."""
    on = "{type: mqm, fatal: [non-translation]}"
    verdict = read("Minor:\nNon-translation", on, ERRORS)
    assert verdict.values == (-25, 1, 0, 0)
    assert verdict.details[0]["category"] == "Non-translation"


@pytest.mark.parametrize("rule", ["[{errors: {headings: []}}]", "[{errors: {none: ''}}]"])
def test_wrong_rules_are_refused(rule):
    """There is a heading and a text for none."""
    with pytest.raises(msgspec.ValidationError):
        rules(rule)
