"""Replies joined to records."""

import json

import pytest

from sacreval.core.record_replies import RecordReply
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.metrics.judges._joining import answered_by
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.judge_requests import wanted
from support.judges import PREFERENCE, QUALITY, write
from support.program import write_jsonl

RECORDS = Batch([Instance(prediction=x, sources=["s"]) for x in ("a", "b")], system="mine")


@pytest.fixture
def answered(tmp_path):
    """Return a judge with an answer to the first record."""
    judge = write(tmp_path, QUALITY)
    first, _ = wanted(Judge(judge=judge), [RECORDS], lambda _: None).requests
    lines = [{"id": first.id, "text": "[[2]]", "model": "m|x", "host": "h:1"}]
    return Judge(judge=judge, replies=(str(write_jsonl(tmp_path / "r.jsonl", lines)),))


def test_joined(answered):
    """Each record has its reply under the judge's digest, or one that is unanswered."""
    one, other = answered.joined(RECORDS)
    assert one.replies[answered.reply_key] == [RecordReply(ask="quality", text="[[2]]")]
    assert [x.missing for x in other.replies[answered.reply_key]] == ["not_asked"]
    assert RECORDS[0].replies is None


def test_joined_twice(answered):
    """Joining again changes nothing; replies of other judges stay."""
    once = answered.joined(RECORDS)
    assert list(answered.joined(once)) == list(once)
    theirs = Batch([Instance(prediction="a", sources=["s"], replies={"other": []})])
    assert set(answered.joined(theirs)[0].replies) == {"other", answered.reply_key}


def test_records_with_an_error(answered):
    """A record without an output is not asked about."""
    failed = Batch([Instance(sources=["s"], error="none")])
    assert answered.joined(failed)[0].replies is None


def test_replies_in_records(answered):
    """A record's own replies under the judge's name are those of the judge."""
    judge = Judge(judge=answered.judge)
    own = Instance(prediction="a", sources=["s"], replies={"quality": [RecordReply(text="[[3]]")]})
    assert set(judge.joined(Batch([own]))[0].replies) == {judge.reply_key}


def test_signature_names_who_answered(answered):
    """Models and hosts of the replies that were used stand in signatures."""
    assert answered_by(answered.tables) == {}
    answered.joined(RECORDS)
    assert answered_by(answered.tables) == {"served": "m_x", "host": "h:1"}


def test_opponent(tmp_path):
    """The opponent's own output is a tie; an opponent without an output is an error."""
    lines = [{"instance_id": i, "prediction": x} for i, x in ((1, "a"), (2, None))]
    path = write_jsonl(tmp_path / "mine.jsonl", lines)
    replies = write_jsonl(tmp_path / "r.jsonl", [{"id": "0" * 32, "text": json.dumps(1)}])
    metric = Judge(judge=write(tmp_path, PREFERENCE), opponent=str(path), replies=(str(replies),))
    (same,) = metric.joined(RECORDS[:1])
    assert metric.rows(Batch([same])).tolist() == [[0.5, 0.0, 1.0]]
    with pytest.raises(InputError, match="the output for instance '2' is missing"):
        metric.joined(RECORDS)
