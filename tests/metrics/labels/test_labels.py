"""Labels: which are the same, in every metric of labels, and what a run says of spellings."""

from pathlib import Path

import pytest

from sacreval.core.field_types import as_label
from support.program import write_jsonl
from support.tasks import scores_of

SAME = [
    (1, 1.0), (1, "1"), (1.0, "1"), (1, "1.0"), (2.5, "2.5"), (-0.0, 0), (10**20, 1e20),
    (1e16, "1e+16"), (1e-07, "1e-07"), (True, "true"), (True, "True"), (False, "False"),
    ("false", "False"), ("a", "a"), ("", ""),
]  # fmt: skip
DIFFERENT = [
    (1, 2), (1, True), (0, False), (1, "01"), (1.5, "1.50"), (1000, "1e3"), ("a", "A"), ("a", " a"),
    (True, "TRUE"), (True, "yes"), (1, "one"), ("nan", "NaN"), (1.0, "1."), ("1,000", 1000),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b"), SAME, ids=repr)
def test_same(a, b):
    """Numbers are labels by value, booleans as true and false, however they are written."""
    assert as_label(a) == as_label(b)
    assert as_label(as_label(a)) == as_label(a)


@pytest.mark.parametrize(("a", "b"), DIFFERENT, ids=repr)
def test_different(a, b):
    """Other texts are labels of their own."""
    assert as_label(a) != as_label(b)


def records(pairs, wrap=lambda value: value):
    return [{"prediction": wrap(p), "references": [wrap(r)]} for p, r in pairs]


@pytest.mark.parametrize("pairs", [SAME, DIFFERENT], ids=["same", "different"])
@pytest.mark.parametrize(
    ("metric", "output"),
    [("accuracy", "accuracy"), ("classification", "accuracy"), ("jaccard", "jaccard"),
     ("multi-label", "subset_accuracy")],
)  # fmt: skip
def test_every_metric_of_labels(pairs, metric, output):
    """All metrics of labels agree about what is the same."""
    wrap = (lambda x: [x]) if metric in {"jaccard", "multi-label"} else (lambda x: x)
    for one in records(pairs, wrap):
        assert scores_of(metric, [one])[output] == (1.0 if pairs is SAME else 0.0)


def test_votes_and_cells():
    """Votes are counted and cells are named by the same rule."""
    record = {"samples": [1, 1.0, "2"], "references": ["1.0"]}
    assert scores_of("maj-at-k", [record], {"k": [3]})["maj_at_3"] == 1.0
    found = scores_of("confusion-matrix", records([(1.0, 1), ("True", True), (True, 1)]))
    assert {name: n for name, n in found.items() if n} == {
        "1->1": 1.0, "true->true": 1.0, "1->true": 1.0,
    }  # fmt: skip


def test_options_are_labels_too():
    """Labels named in options, for free texts too, are read by the same rule."""
    pairs = records([("It is True", True), ("surely false.", False)])
    options = {"labels": ["True", "False"], "find": "first"}
    assert scores_of("accuracy", pairs, options)["accuracy"] == 1.0
    found = scores_of("classification", pairs, options | {"positive": "True"})
    assert found["binary_f1"] == 1.0


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


def test_binary_references_by_value():
    """0.0 and 1.0, as tables write whole numbers, are no and yes."""
    pairs = [(0.9, 1), (0.2, 0), (0.6, 0)]
    for metric in ("brier", "roc-auc", "average-precision", "calibration-error", "max-f1"):
        assert scores_of(metric, records([(p, float(r)) for p, r in pairs])) == scores_of(
            metric, records(pairs)
        )
    assert scores_of("pass-at-k", [{"samples": [1.0, 0.0]}], {"k": [1]})["pass_at_1"] == 0.5
