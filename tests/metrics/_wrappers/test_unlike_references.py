"""Notices where references hold the answers that are extracted from outputs alone."""

import json

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.metrics import metrics
from sacreval.metrics._wrappers import extracted


def said(*pairs, extract="gsm8k", references="none"):
    """Return the notices about outputs and their references."""
    inner = metrics.get("exact-match")()
    metric = extracted(inner, extract=extract, extract_references=references)
    watch = metric.watch()
    watch.add(Batch([Instance(prediction=one, references=[other]) for one, other in pairs]))
    return watch.notices()


HIDDEN = ("so it is 2\nA: 2", "so 1 + 1 = 2\nA: 2")


def test_answers_within_references():
    """If no answer is a reference but some are what is found in one, the option is named."""
    (text,) = said(("A: 3", "A: 4"), HIDDEN)
    assert text.endswith("give --extract-references gsm8k")
    (text,) = said(HIDDEN, extract=r"regex:A: (\d+)")
    assert text.endswith(r"give --extract-references 'regex:A: (\d+)'")


@pytest.mark.parametrize("pairs", [[HIDDEN, ("A: 5", "5")], [("A: 3", "A: 4")], [("none", "A: 4")]])
def test_nothing_to_say(pairs):
    """There is no notice if an answer is its reference, or none is found in a reference."""
    assert said(*pairs) == []


def test_nothing_to_watch():
    """There is no notice if nothing is extracted, or from both sides."""
    assert said(HIDDEN, references="gsm8k") == said(HIDDEN, extract="none") == []


def test_of_a_run(cli, tmp_path):
    """The notice is printed once for all systems of a run."""
    lines = [{"system_id": name, "prediction": HIDDEN[0], "reference": HIDDEN[1]} for name in "ab"]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    found = cli("evaluate", "exact-match", "r.jsonl", "--extract", "gsm8k")
    assert found.err.count("give --extract-references gsm8k") == 1
