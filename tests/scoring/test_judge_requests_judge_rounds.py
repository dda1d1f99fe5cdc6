"""A model is asked before records are scored."""

from dataclasses import dataclass

import pytest

from sacreval.asking.answering import Asking
from sacreval.asking.requests import Failure, Reply
from sacreval.asking.runners._base import Runner
from sacreval.asking.spending import Budget
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.judge_requests import asked, planned, reply_file, usual_file
from support.judges import QUALITY, SUPPORT, write

RECORDS = [Batch([Instance(prediction=x, sources=["one"]) for x in ("one", "one two")])]
SEEN: list[str] = []


@dataclass(frozen=True)
class Words(Runner):
    """Answers a claim for each word, and yes to each claim; the target fails."""

    name = "words"

    def replies(self, requests):
        for one in requests:
            text = one.messages[-1].content
            SEEN.append(text)
            words = text.removeprefix("Claims of: ").split()
            said = "\n".join(f"- {word}" for word in words) if "Claims" in text else "yes"
            failed = self.target and self.target in text
            yield (
                Reply(id=one.id, error=Failure("server")) if failed else Reply(id=one.id, text=said)
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
    told = []
    found = asked(support, RECORDS, asking(), told.append)
    assert len(SEEN) == 2 + 2  # claims of two texts; two different claims
    assert found.replies == (str(usual_file(Words(""))),)
    assert found.asked == "words:"
    assert sum("to words:" in text for text in told) == 2
    joined = found.joined(RECORDS[0])
    assert found.rows(joined).tolist() == [[1.0, 1.0], [1.0, 1.0]]
    asked(support, RECORDS, asking(), told.append)
    assert len(SEEN) == 4
    assert told[-1].startswith("all requests were answered before; nothing is asked; remove ")


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
