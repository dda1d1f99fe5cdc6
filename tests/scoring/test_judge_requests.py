"""The requests of judges about records."""

import json

import pytest

from sacreval.asking.requests import Failure, Reply
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.judge_requests import first_reply, wanted
from support.judges import PREFERENCE, QUALITY, SUPPORT, write


@pytest.fixture
def quality(tmp_path):
    return Judge(judge=write(tmp_path, QUALITY))


def nothing(_):
    return None


def batch(*predictions, **fields):
    return Batch([Instance(prediction=x, sources=["s"], **fields) for x in predictions], "f.jsonl")


def test_equal_prompts_once(quality):
    """Equal prompts are asked once, for all their records."""
    found = wanted(quality, [batch("a", "b"), batch("a")], nothing)
    assert [len(one.places) for one in found.requests] == [2, 1]
    assert (found.records, found.answered, found.waiting) == (3, 0, 0)


def test_only_what_has_no_answer(quality):
    """A request with an answer is left out; one that failed is asked again."""
    (one,) = wanted(quality, [batch("a")], nothing).requests
    assert wanted(quality, [batch("a")], lambda x: Reply(id=x.id, text="?")).requests == []
    failed = Reply(id=one.id, error=Failure("timeout"))
    assert wanted(quality, [batch("a")], lambda _: failed).requests == [one]


def test_private_records(quality):
    """A record that is marked private is refused with its line, whatever the mark is."""
    for mark in (True, 1, "yes", None):
        with pytest.raises(InputError, match=r"f.jsonl:1: this record has `meta.private`"):
            wanted(quality, [batch("a", meta={"private": mark})], nothing)
    assert wanted(quality, [batch("a", meta={"private": False})], nothing).requests


def test_private_opponents(tmp_path):
    """An output of the opponent that is marked private is refused, since it is in the prompt."""
    judge = write(tmp_path, PREFERENCE)
    for private in (False, True):
        path = tmp_path / "o.jsonl"
        record = {"prediction": "x", "sources": ["s"], "meta": {"private": private}}
        path.write_text(json.dumps(record) + "\n")
        metric = Judge(judge=judge, opponent=str(path))
        if private:
            with pytest.raises(InputError, match=r"o.jsonl: instance '1' has `meta.private`"):
                wanted(metric, [batch("a")], nothing)
        else:
            assert wanted(metric, [batch("a")], nothing).requests


def test_missing_fields(quality):
    """A record that lacks a field is refused with its line; one without output is passed over."""
    with pytest.raises(InputError, match=r"f.jsonl:2: no `sources`"):
        wanted(quality, [Batch([*batch("a"), Instance(prediction="b")], "f.jsonl")], nothing)
    failed = Instance(sources=["s"], error="no reply")
    assert wanted(quality, [Batch([failed, *batch("a")])], nothing).records == 1


def test_later_steps(tmp_path):
    """Records whose later steps wait for replies are counted."""
    found = wanted(Judge(judge=write(tmp_path, SUPPORT)), [batch("a", "b")], nothing)
    assert (len(found.requests), found.waiting) == (2, 2)


def test_no_later_step(tmp_path):
    """A record whose replies are all there waits for nothing, even if they have no items."""
    silent = wanted(
        Judge(judge=write(tmp_path, SUPPORT)), [batch("a")], lambda x: Reply(id=x.id, text="none")
    )
    assert (silent.requests, silent.answered, silent.waiting) == ([], 1, 0)


def test_one_file(quality):
    """What is missing is asked for one file of replies."""
    assert first_reply(quality)(None) is None
    panel = Judge(judge=quality.judge, replies=("a.jsonl", "b.jsonl"))
    with pytest.raises(UsageError, match="give one file"):
        first_reply(panel)
