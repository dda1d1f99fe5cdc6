"""From a reply to a verdict."""

import pytest

from sacreval.core.record_replies import RecordReply
from sacreval.metrics.judges import _verdicts
from sacreval.metrics.judges._verdicts import read_items, read_verdict
from support.judge_parsing import read, rules, scale, score

TEN = "{type: number, min: 1, max: 10}"
RATING = r"[{pattern: '\[\[(\d+(?:\.\d+)?)\]\]', pick: last}]"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Good. [[7]]", 7),
        ("The answer says [[10]], which is a trick. [[2]]", 2),
        ("</answer> [[10]] [[ignore]] Rating: [[1.5]]", 1.5),
        ("[[90]]", None),
        ("[[7/10]]", None),
        ("[[seven]]", None),
        ("", None),
    ],
)
def test_the_verdict_is_the_last_word_of_the_judge(reply, value):
    """What a judge quotes before its verdict does not count, nor what is out of scale."""
    assert score(reply, TEN, RATING) == value


def test_the_first_rule_that_applies_decides():
    """Even where what it finds is not on the scale."""
    both = "[{pattern: 'a(\\d+)'}, {pattern: 'b(\\d+)'}]"
    assert score("b3", TEN, both) == 3
    assert score("a99 b3", TEN, both) is None
    assert read("c3", TEN, both).reason == "unparsed: no rule applies"


def test_replies_without_a_text_and_endless_ones_are_unparsed(monkeypatch):
    """They are not searched at all."""
    monkeypatch.setattr(_verdicts, "LONGEST", 10)
    for text in (None, "[[7]]" * 3):
        reply = RecordReply(text=text)
        assert read_verdict(reply, scale(TEN), rules(RATING)).reason.startswith("unparsed: ")
        assert read_items(reply, rules(RATING)).reason.startswith("unparsed: ")


@pytest.mark.parametrize(
    ("reply", "items", "reason"),
    [
        ('{"claims": ["a", "b"]}', ("a", "b"), ""),
        ('{"claims": []}', (), ""),
        ('{"claims": [""]}', (), "unparsed: an item is empty"),
        ('{"claims": [1]}', (), "unparsed: claims[0] is not of the type string"),
        ("none", (), "unparsed: no rule applies"),
    ],
)
def test_items_of_a_step(reply, items, reason):
    """The texts of a list, or the reason why there is none."""
    rule = rules("[{json: {schema: {claims: [string]}, at: claims}}]")
    assert read_items(RecordReply(text=reply), rule) == (items, reason)


def test_too_many_items():
    """A reply with more items than can be asked about is unparsed, and does not end a run."""
    rule = rules("[{lines: {}}]")
    found = read_items(RecordReply(text="- a\n" * 1001), rule)
    assert found == ((), "unparsed: 1,001 items, where 1,000 are the most")
    assert len(read_items(RecordReply(text="- a\n" * 1000), rule).items) == 1000


def test_one_match_is_one_item():
    """A pattern may find a single item."""
    assert read_items(RecordReply(text="q: why?"), rules("[{pattern: 'q: (.*)'}]")).items == (
        "why?",
    )
