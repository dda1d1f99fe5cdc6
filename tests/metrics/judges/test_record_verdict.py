"""Verdicts about records."""

import pytest

from sacreval.core.record_replies import RecordReply
from sacreval.metrics.judges._record_verdict import folded, judged
from support.judges import PREFERENCE, QUALITY, SUPPORT, definition


def said(text, **place):
    return RecordReply(text=text, **place)


def test_verdict():
    """A verdict on the scale is a number."""
    assert judged(definition(QUALITY), [said("So [[4]]")]).values == (4.0,)


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        (said("[[10]]"), "unparsed"),
        (said("no verdict"), "unparsed"),
        (said(""), "unparsed"),
        (said("[[4]]", truncated=True), "truncated"),
        (RecordReply(missing="refused"), "refused"),
        (RecordReply(missing="failed"), "failed"),
        (RecordReply(missing="not_asked"), "not_asked"),
    ],
)
def test_states(reply, state):
    """A reply without a verdict has a state, and no number."""
    found = judged(definition(QUALITY), [reply])
    assert (found.values, found.state) == ((), state)
    assert found.reason


def test_no_reply():
    """A record without any reply is unanswered."""
    assert judged(definition(QUALITY), []).state == "not_asked"


def test_truncated_reply_that_may_be_read():
    """A cut reply counts if the judge says so."""
    judge = definition(QUALITY, truncated="parse")
    assert judged(judge, [said("[[4]] since", truncated=True)]).values == (4.0,)


@pytest.mark.parametrize(
    ("how", "values", "want"),
    [
        ("mean", (1, 2, 4), 7 / 3),
        ("median", (1, 2, 4), 2),
        ("median", (1, 2), 1.5),
        ("majority", (1, 4, 4), 4),
        ("majority", (1, 1, 4, 4, 2), 2.5),
    ],
)
def test_folds(how, values, want):
    """Repeats are folded by mean, median or majority; equally frequent ones by their mean."""
    judge = definition(QUALITY, repeats=len(values), fold=how)
    replies = [said(f"[[{value}]]", repeat=i) for i, value in enumerate(values)]
    assert judged(judge, replies).values == (pytest.approx(want),)
    assert folded(how, values) == pytest.approx(want)


def test_some_repeats_are_missing():
    """Repeats and members of a panel without a verdict are left out and counted."""
    replies = [said("[[2]]"), said("?", repeat=1), said("[[4]]", source=1)]
    found = judged(definition(QUALITY, repeats=2), replies)
    assert (found.values, found.without) == ((3.0,), 1)
    assert found.each == {(0, 0): (2.0,), (1, 0): (4.0,)}
    assert judged(definition(QUALITY, repeats=2), replies[1:2]).state == "unparsed"


@pytest.mark.parametrize(
    ("first", "second", "want"),
    [
        ("A", "B", {"tie": 1, "mean": 1, "unparsed": 1}),
        ("B", "A", {"tie": 0, "mean": 0, "unparsed": 0}),
        ("tie", "tie", {"tie": 0.5, "mean": 0.5, "unparsed": 0.5}),
        ("A", "A", {"tie": 0.5, "mean": 0.5, "unparsed": None}),
        ("A", "tie", {"tie": 0.5, "mean": 0.75, "unparsed": None}),
    ],
)
def test_pairs(first, second, want):
    """In the second order the opponent is A; where orders disagree, the judge says what counts."""
    replies = [said(f"[[{first}]]", variant="ab"), said(f"[[{second}]]", variant="ba")]
    for how, value in want.items():
        found = judged(definition(PREFERENCE, pair={"disagree": how}), replies)
        assert found.values == (() if value is None else (value,))
        assert found.state == ("unparsed" if value is None else "")
        assert found.disagrees == ({first, second} in ({"A"}, {"A", "tie"}) and value is not None)


def test_pair_with_one_reply():
    """A pair in both orders needs both replies."""
    missing = RecordReply(missing="failed", variant="ba")
    found = judged(definition(PREFERENCE), [said("[[A]]", variant="ab"), missing])
    assert found.state == "failed"


def test_same_output():
    """The opponent against itself is a tie."""
    assert judged(definition(PREFERENCE), [said("", variant="same")]).values == (0.5,)


def claims(*answers, first="- a\n- b"):
    steps = [said(first, ask="claims")]
    return steps + [said(x, ask="check", variant=str(i)) for i, x in enumerate(answers)]


@pytest.mark.parametrize(
    ("replies", "want"),
    [
        (claims("yes", "no"), (0.5,)),
        (claims("yes", "yes"), (1.0,)),
        (claims(*["yes"] * 11, "no"), (pytest.approx(11 / 12),)),
        (claims("yes", "?"), "unparsed"),
        (claims(), "unparsed"),
        (claims(first=""), "unparsed"),
        ([RecordReply(ask="claims", missing="failed")], "failed"),
    ],
)
def test_items(replies, want):
    """The verdicts about items are folded in their order; one that is missing makes all missing."""
    found = judged(definition(SUPPORT), replies)
    assert (found.values or found.state) == want
