"""Notices of labels that differ only in spelling."""

from pathlib import Path

import pytest

from sacreval.core.contract import watches
from sacreval.core.records import Batch, Instance
from support.program import write_jsonl


def records(pairs, wrap=lambda value: value):
    return [{"prediction": wrap(p), "references": [wrap(r)]} for p, r in pairs]


@pytest.mark.parametrize(
    ("metric", "pairs", "said"),
    [
        ("accuracy", [("Positive", "positive"), ("a", "a")], "'Positive' and 'positive'"),
        ("classification", [("1.50", 1.5)], "'1.5' and '1.50'"),
        ("classification", [("TRUE", True)], "'TRUE' and 'true'"),
        ("multi-label", [(["a b"], ["a  b"])], "'a  b' and 'a b'"),
    ],
)
def test_notice_of_spellings(cli, metric, pairs, said):
    """A run names labels that differ only in case, blanks or the spelling of a number."""
    write_jsonl(Path("in.jsonl"), records(pairs))
    done = cli("evaluate", metric, "in.jsonl")
    assert done.code == 0
    assert said in done.err
    assert done.err.count("\n") == 1
    assert cli("evaluate", metric, "in.jsonl", "-q").err == ""


def test_no_notice_without_need(cli):
    """Labels that differ otherwise, folded ones, and free texts are passed over."""
    write_jsonl(Path("in.jsonl"), records([("a", "b"), (1.0, 1)]))
    assert cli("evaluate", "accuracy", "in.jsonl").err == ""
    write_jsonl(Path("in.jsonl"), records([("Positive", "positive")]))
    assert cli("evaluate", "accuracy", "in.jsonl", "--normalize", "lower").err == ""
    many = [(f"Text {i}", f"text {i}") for i in range(1200)]
    write_jsonl(Path("in.jsonl"), records(many))
    assert cli("evaluate", "accuracy", "in.jsonl").err == ""


def test_notice_of_compare_and_score(cli):
    """compare and score name them too."""
    pairs = records([("Positive", "positive"), ("a", "a"), ("b", "a")])
    write_jsonl(Path("x.jsonl"), pairs)
    write_jsonl(Path("y.jsonl"), pairs)
    done = cli("compare", "accuracy", "x.jsonl", "y.jsonl", "--trials", "100")
    assert done.err.count("'Positive' and 'positive'") == 1
    done = cli("score", "accuracy", "x.jsonl", "--no-jackknife")
    assert done.err.count("'Positive' and 'positive'") == 1


def spellings(*labels):
    """Return the notices of a column of labels, added in two batches."""
    found = watches.Spellings("accuracy", lambda one: [one.prediction], ("Declared",))
    half = len(labels) // 2
    for part in (labels[:half], labels[half:]):
        found.add(Batch([Instance(prediction=label) for label in part]))
    return found.notices()


def test_labels_of_all_batches_and_of_options_are_compared():
    """A label in one batch and one in another, or in the options, are named in one notice."""
    (notice,) = spellings("a b", "x", "A  B", "declared")
    assert "'A  B' and 'a b'" in notice
    assert "'Declared' and 'declared'" in notice
    assert spellings("a", "b") == []


def test_only_some_are_shown():
    """Three pairs are shown and the others counted."""
    (notice,) = spellings(*(x for name in "abcde" for x in (name, name.upper())))
    assert notice.count(" and '") == 3
    assert "2 more" in notice


def test_many_labels_are_texts(monkeypatch):
    """Beyond so many different labels there is no notice."""
    monkeypatch.setattr(watches, "MANY", 3)
    assert spellings("a", "A", "b", "B", "c", "C") == []
