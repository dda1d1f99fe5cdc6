"""A judge's requests: asked before records are scored, with the base as opponent."""

import json
from dataclasses import dataclass

import pytest

from sacreval.asking.answering import Asking
from sacreval.asking.requests import Failure, Reply
from sacreval.asking.runners._base import Runner
from sacreval.asking.spending import Budget
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.entries.run_metrics import Entry, entry
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.judge_requests import (
    asked,
    first_reply,
    planned,
    reply_file,
    usual_file,
    wanted,
)
from sacreval.scoring.pair_opponents import against_base
from support.judges import PREFERENCE, QUALITY, SUPPORT, write
from support.program import write_jsonl


@pytest.fixture
def quality(tmp_path):
    return Judge(judge=write(tmp_path, QUALITY))


def nothing(_):
    return None


def batch(*predictions, **fields):
    return Batch([Instance(prediction=x, sources=["s"], **fields) for x in predictions], "f.jsonl")


def test_equal_prompts_once(quality):
    """Equal prompts are asked once, for all their records."""
    plan = wanted(quality, [batch("a", "b"), batch("a")], nothing)
    assert [len(request.places) for request in plan.requests] == [2, 1]
    assert (plan.records, plan.answered, plan.waiting) == (3, 0, 0)


def test_only_what_has_no_answer(quality):
    """A request with an answer is left out; one that failed is asked again."""
    (request,) = wanted(quality, [batch("a")], nothing).requests
    assert wanted(quality, [batch("a")], lambda x: Reply(id=x.id, text="?")).requests == []
    failed = Reply(id=request.id, error=Failure("timeout"))
    assert wanted(quality, [batch("a")], lambda _: failed).requests == [request]


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
    plan = wanted(Judge(judge=write(tmp_path, SUPPORT)), [batch("a", "b")], nothing)
    assert (len(plan.requests), plan.waiting) == (2, 2)


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


RECORDS = [Batch([Instance(prediction=x, sources=["one"]) for x in ("one", "one two")])]

SEEN: list[str] = []


@dataclass(frozen=True)
class Words(Runner):
    """Answers a claim for each word, and yes to each claim; the target fails."""

    name = "words"

    def replies(self, requests):
        for request in requests:
            text = request.messages[-1].content
            SEEN.append(text)
            words = text.removeprefix("Claims of: ").split()
            said = "\n".join(f"- {word}" for word in words) if "Claims" in text else "yes"
            failed = self.target and self.target in text
            yield (
                Reply(id=request.id, error=Failure("server"))
                if failed
                else Reply(id=request.id, text=said)
            )


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch):
    SEEN.clear()
    monkeypatch.setenv("SACREVAL_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def support(tmp_path):
    return Judge(judge=write(tmp_path, SUPPORT))


def asking(target="", **limits):
    return Asking(Words(target), Budget(**limits), progress=False)


def test_rounds(support):
    """Each step is a round, and its prompts are asked once for all records."""
    rounds = []
    judged = asked(support, RECORDS, asking(), rounds.append)
    assert len(SEEN) == 2 + 2  # claims of two texts; two different claims
    assert judged.replies == (str(usual_file(Words(""))),)
    assert judged.asked == "words:"
    assert sum("to words:" in text for text in rounds) == 2
    joined = judged.joined(RECORDS[0])
    assert judged.rows(joined).tolist() == [[1.0, 1.0], [1.0, 1.0]]
    asked(support, RECORDS, asking(), rounds.append)
    assert len(SEEN) == 4
    assert rounds[-1].startswith("all requests were answered before; nothing is asked; remove ")


def test_failures_are_asked_again_by_the_next_run(support):
    """A failed request is asked once in a run, and again in the next."""
    asked(support, RECORDS, asking("two"), lambda _: None)
    assert SEEN.count("Claims of: one two") == 1
    asked(support, RECORDS, asking(), lambda _: None)
    assert SEEN.count("Claims of: one two") == 2


def test_one_budget(support):
    """The limit of requests is that of all rounds."""
    limits = asking(max_requests=3)
    asked(support, RECORDS, limits, lambda _: None)
    assert len(SEEN) == 3
    assert limits.budget.stopped


def test_plan(support):
    """A plan asks nothing, and says how many records have later steps."""
    lines = planned(support, RECORDS, asking())
    assert "to ask: 2" in lines
    assert lines[-1] == "records with later steps, which are not counted: 2"
    assert not SEEN
    assert not usual_file(Words("")).exists()


def test_files(support):
    """Replies go to the named file; runners have files of their own; panels and verdicts none."""
    assert usual_file(Words("a")) != usual_file(Words("b"))
    named = Judge(judge=support.judge, replies=("r.jsonl",))
    assert str(reply_file(named, Words(""))) == "r.jsonl"
    with pytest.raises(UsageError, match="give one file"):
        reply_file(Judge(judge=support.judge, replies=("a", "b")), Words(""))
    with pytest.raises(UsageError, match="--reply-fields"):
        reply_file(Judge(judge=support.judge, reply_fields=("id=x",)), Words(""))


def test_nothing_to_ask(tmp_path):
    """Records about which nothing is asked are an error."""
    failed = [Batch([Instance(error="none", sources=["s"])])]
    with pytest.raises(InputError, match="there is nothing to ask about these records"):
        asked(Judge(judge=write(tmp_path, QUALITY)), failed, asking(), lambda _: None)


def opponent(entries):
    metric = entries[0].metric
    return metric.opponent, metric.opponent_system


@pytest.fixture
def files(tmp_path):
    """A file with one system, and one with two."""
    first = write_jsonl(tmp_path / "a.jsonl", [{"prediction": "x"}])
    lines = [{"system_id": name, "prediction": "x"} for name in ("b", "c")]
    return str(first), str(write_jsonl(tmp_path / "bc.jsonl", lines))


@pytest.mark.parametrize(
    ("order", "base", "want"),
    [((0, 1), None, (0, "a")), ((1, 0), None, (1, "b")), ((1, 0), "c", (1, "c")),
     ((1, 0), "a", (0, "a"))],
)  # fmt: skip
def test_base(tmp_path, files, order, base, want):
    """The base is the named system, else the first of the first file."""
    judge = Entry(Judge(judge=write(tmp_path, PREFERENCE)))
    chosen = against_base([judge], Source(tuple(files[i] for i in order)), base)
    assert opponent(chosen) == (files[want[0]], want[1])


def test_others_are_unchanged(tmp_path, files):
    """Other metrics, judges of single outputs and a named opponent stay as they are."""
    named = Judge(judge=write(tmp_path, PREFERENCE), opponent="x.jsonl")
    entries = [entry("bleu"), Entry(Judge(judge=write(tmp_path, QUALITY))), Entry(named)]
    assert against_base(entries, Source(files), None) == entries


@pytest.mark.parametrize("path", ["-", "a.txt"])
def test_no_jsonl(tmp_path, path):
    """The base is read twice, from JSONL."""
    judge = Entry(Judge(judge=write(tmp_path, PREFERENCE)))
    with pytest.raises(UsageError, match="reads the base again, from a JSONL file"):
        against_base([judge], Source((path,)), None)
