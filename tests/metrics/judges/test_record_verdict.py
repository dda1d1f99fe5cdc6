"""Verdicts about records, and files of replies."""

import json

import pytest

from sacreval.asking.requests import Failure, Message, Place, Reply, request
from sacreval.core.record_parts import RecordReply
from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges._record_verdict import folded, judged
from sacreval.metrics.judges._reply_tables import read_table, record_reply
from support.judges import PREFERENCE, QUALITY, SUPPORT, definition

PLACE = Place(instance_id="7", system_id="a", ask="quality")
ASKED = request(messages=(Message("user", "x"),), places=(PLACE,))
FOREIGN = ("instance_id=key", "system_id=model", "text=verdict")


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
    verdict = judged(definition(QUALITY), [reply])
    assert (verdict.values, verdict.state) == ((), state)
    assert verdict.reason


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
    verdict = judged(definition(QUALITY, repeats=2), replies)
    assert (verdict.values, verdict.without) == ((3.0,), 1)
    assert verdict.each == {(0, 0): (2.0,), (1, 0): (4.0,)}
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
        verdict = judged(definition(PREFERENCE, pair={"disagree": how}), replies)
        assert verdict.values == (() if value is None else (value,))
        assert verdict.state == ("unparsed" if value is None else "")
        assert verdict.disagrees == ({first, second} in ({"A"}, {"A", "tie"}) and value is not None)


def test_pair_with_one_reply():
    """A pair in both orders needs both replies."""
    missing = RecordReply(missing="failed", variant="ba")
    verdict = judged(definition(PREFERENCE), [said("[[A]]", variant="ab"), missing])
    assert verdict.state == "failed"


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
    verdict = judged(definition(SUPPORT), replies)
    assert (verdict.values or verdict.state) == want


def write(path, *lines):
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(path)


def test_own_replies(tmp_path):
    """Replies are found by the id of their request, whoever else the file answers."""
    lines = {"id": ASKED.id, "text": "a", "model": "m", "host": "h"}, {"id": "f" * 32, "text": "b"}
    table = read_table(write(tmp_path / "r.jsonl", *lines))
    assert len(table) == 2
    assert table.used == set()
    assert table.find(ASKED).text == "a"
    assert (table.used, table.models, table.hosts) == ({ASKED.id}, {"m"}, {"h"})


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"key": "7", "model": "a", "verdict": 4}, "4"),
        ({"key": 7, "model": None, "verdict": "[[4]]"}, "[[4]]"),
        ({"key": "7", "model": "b", "verdict": "4"}, None),
        ({"key": "8", "model": "a", "verdict": "4"}, None),
    ],
)
def test_verdicts_of_another_program(tmp_path, line, found):
    """Verdicts are found by instance and system; one without a system is about any one system."""
    reply = read_table(write(tmp_path / "v.jsonl", line), FOREIGN).find(ASKED)
    assert (reply and reply.text) == found


def test_repeats_of_another_program(tmp_path):
    """Repeats, orders and steps are fields too."""
    line = {"key": "7", "verdict": "4", "n": 2, "order": "ba", "step": "s"}
    fields = ("instance_id=key", "text=verdict", "repeat=n", "variant=order", "ask=step")
    table = read_table(write(tmp_path / "v.jsonl", line), fields)
    place = Place(instance_id="7", system_id="a", ask="s", variant="ba")
    assert table.find(request(repeat=2, places=(place,))).text == "4"
    assert table.find(request(repeat=1, places=(place,))) is None


@pytest.mark.parametrize(
    "fields",
    [
        ("txt=a",),
        ("text",),
        ("text=a",),
        ("id=a",),
        ("text=a[", "id=b"),
        ("text=a", "text=b", "id=c"),
    ],
)
def test_wrong_fields(tmp_path, fields):
    """Unknown fields, missing ones, repeated ones and what is no JMESPath are refused."""
    with pytest.raises(UsageError, match="--reply-fields"):
        read_table(write(tmp_path / "v.jsonl", {"a": 1}), fields)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([{"key": "7", "verdict": "a"}] * 2, ":2: there is another reply to the same request"),
        ([{"verdict": "a"}], ":1: it has neither id nor instance_id"),
    ],
)
def test_wrong_verdicts(tmp_path, lines, sentence):
    """Two verdicts about one output, and one about none, are errors with the line."""
    with pytest.raises(InputError, match=sentence):
        read_table(write(tmp_path / "v.jsonl", *lines), FOREIGN)


@pytest.mark.parametrize(
    ("change", "field"), [({"system_id": "b"}, "system_id"), ({"ask": "claims"}, "ask")]
)
def test_a_verdict_counts_once(tmp_path, change, field):
    """A verdict that names no system, or no step, never counts for two of them."""
    table = read_table(write(tmp_path / "v.jsonl", {"key": "7", "verdict": "4"}), FOREIGN)
    assert table.find(ASKED).text == table.find(ASKED).text == "4"
    other = request(
        places=(Place(**{"instance_id": "7", "system_id": "a", "ask": "quality"} | change),)
    )
    with pytest.raises(InputError, match=f"has no {field}, so that it would count for both"):
        table.find(other)


def test_no_text_anywhere(tmp_path):
    """A file without any text at the place that is named is an error, not failed requests."""
    with pytest.raises(InputError, match="no line has anything at the place of text"):
        read_table(write(tmp_path / "v.jsonl", {"key": "7", "says": "4"}), FOREIGN)


@pytest.mark.parametrize(
    ("reply", "missing"),
    [
        (None, "not_asked"),
        (Reply(id="x", text="t"), ""),
        (Reply(id="x", refusal="no"), "refused"),
        (Reply(id="x", text="t", finish_reason="content_filter"), "refused"),
        (Reply(id="x", error=Failure("filtered")), "refused"),
        (Reply(id="x", error=Failure("timeout")), "failed"),
        (Reply(id="x"), "failed"),
    ],
)
def test_states_of_tables(reply, missing):
    """What is missing says why; refusals and failures are apart."""
    converted = record_reply(reply, ASKED, 1)
    assert (converted.missing, converted.source, converted.ask) == (missing, 1, "quality")
    assert (converted.text is None) == bool(missing)


def test_truncated():
    """A reply that ends at the limit of tokens is truncated."""
    assert record_reply(Reply(id="x", text="t", finish_reason="length"), ASKED, 0).truncated
