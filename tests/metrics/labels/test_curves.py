"""What metrics over all thresholds read: a number, and 0 or 1."""

from pathlib import Path

import pytest

from support.program import write_jsonl
from support.sizes import few
from support.tasks import pairs, scores_of

CURVES = pytest.mark.parametrize("name", ["roc-auc", "average-precision", "max-f1"])


@CURVES
@pytest.mark.parametrize(("score", "outcome"), [([1], 1), (0.5, 2)])
def test_refused(cli, name, score, outcome):
    """A score that is no number, or an outcome that is neither 0 nor 1, is named by its line."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, score], [1, outcome]))
    done = cli("evaluate", name, "in.jsonl")
    assert (done.code, done.err.count("\n"), "in.jsonl:2" in done.err) == (2, 1, True)


@CURVES
@pytest.mark.parametrize(("score", "outcome"), [("high", 1), (0.5, "b")])
def test_texts_that_are_no_values(cli, name, score, outcome):
    """A text that is no score, or no outcome, is counted as missing."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, "0.2", score], [1, "false", outcome]))
    done = cli("evaluate", name, "in.jsonl")
    assert (done.code, "in.jsonl:3" in done.err, "in.jsonl:2" in done.err) == (3, True, False)


BINARY = ["roc-auc", "average-precision", "max-f1", "brier", "calibration-error"]


@pytest.mark.parametrize("name", BINARY)
def test_a_positive_label(name):
    """The label that is named stands for 1, and all others for 0."""
    scores, right = [0.9, 0.3, 0.6], [1, 0, 0]
    named = pairs(scores, ["toxic" if one else "ok" for one in right])
    assert scores_of(name, named, {"positive": "toxic"}) == scores_of(name, pairs(scores, right))


@pytest.mark.parametrize("name", BINARY)
def test_no_positive_label(cli, name):
    """If no reference is the named label, a notice names those that there are."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, 0.2], ["toxic", "ok"]))
    done = cli("evaluate", name, "in.jsonl", "--positive", "toxc")
    assert "no reference is 'toxc', so all count as 0; there is 'toxic', 'ok'" in done.err


def test_choices_have_no_positive_label(cli):
    """Choices have no references that a label could be one of."""
    done = cli("evaluate", "brier", "in.jsonl", "--over", "choices", "--positive", "a")
    assert (done.code, "positive is for references" in done.err) == (2, True)


@few(3, "name", [*BINARY, "pearson", "spearman", "kendall"])
def test_several_references_are_refused(cli, name):
    """A metric of one reference refuses several, and names a remedy that works."""
    records = pairs([0.9, 0.8, 0.7], [1, 0, 1])
    more = [{**record, "references": [*record["references"], 0]} for record in records]
    write_jsonl(Path("one.jsonl"), records)
    write_jsonl(Path("two.jsonl"), more)
    done = cli("evaluate", name, "two.jsonl")
    assert done.code == 2
    assert f"two.jsonl:1: this record has 2 references, and {name} takes one" in done.err
    assert ("--reduce-references" in done.err) == (name in ("brier", "calibration-error"))
    first = cli("evaluate", name, "s=two.jsonl", "--map", "references=references[:1]", "-q")
    assert first.out == cli("evaluate", name, "s=one.jsonl", "-q").out
