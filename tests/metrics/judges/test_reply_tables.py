"""Files of replies, and the verdicts of other programs."""

import json

import pytest

from sacreval.asking.requests import Failure, Message, Place, Reply, request
from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges._reply_tables import read_table, record_reply

PLACE = Place(instance_id="7", system_id="a", ask="quality")
ASKED = request(messages=(Message("user", "x"),), places=(PLACE,))
FOREIGN = ("instance_id=key", "system_id=model", "text=verdict")


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
def test_states(reply, missing):
    """What is missing says why; refusals and failures are apart."""
    found = record_reply(reply, ASKED, 1)
    assert (found.missing, found.source, found.ask) == (missing, 1, "quality")
    assert (found.text is None) == bool(missing)


def test_truncated():
    """A reply that ends at the limit of tokens is truncated."""
    assert record_reply(Reply(id="x", text="t", finish_reason="length"), ASKED, 0).truncated
