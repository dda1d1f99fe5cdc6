"""Labels: which are the same, in every metric of labels."""

import pytest

from sacreval.core.records import Batch
from sacreval.readers._base import convert
from support import missing
from support.labels import DIFFERENT, SAME
from support.tasks import made, scores_of


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


def test_binary_references_by_value():
    """0.0 and 1.0, as tables write whole numbers, are no and yes."""
    pairs = [(0.9, 1), (0.2, 0), (0.6, 0)]
    for metric in ("brier", "roc-auc", "average-precision", "calibration-error", "max-f1"):
        assert scores_of(metric, records([(p, float(r)) for p, r in pairs])) == scores_of(
            metric, records(pairs)
        )
    assert scores_of("pass-at-k", [{"samples": [1.0, 0.0]}], {"k": [1]})["pass_at_1"] == 0.5


ANSWER = {"extract": r"regex:is (\w+)"}
SOME_UNANSWERED = records([("it is a", "a"), ("it is b", "b"), ("it is a", "b"), ("hm", "a")])


@pytest.mark.parametrize("labels", [(), ("a", "b")], ids=["of the data", "given"])
def test_an_unanswered_output_is_no_class(labels):
    """It counts in the recall of its true class, as unknown, and adds no class to the averages."""
    found = scores_of("classification", SOME_UNANSWERED, {"labels": labels}, ANSWER)
    as_other = records([("a", "a"), ("b", "b"), ("a", "b"), ("?", "a")])
    options = {"labels": ("a", "b"), "unknown": "count"}
    assert found == scores_of("classification", as_other, options)
    assert found["macro_recall"] == found["accuracy"] == 0.5
    assert found["macro_f1"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    cells = scores_of("confusion-matrix", SOME_UNANSWERED, {"labels": labels}, ANSWER)
    assert {name for name, n in cells.items() if n} == {"a->a", "b->b", "b->a", "a->unknown"}


def test_an_unanswered_output_equals_no_label():
    """Nor is it right where the label is an empty text, which an empty output still is."""
    for metric in ("accuracy", "classification"):
        assert scores_of(metric, records([("hm", "")]), None, ANSWER)["accuracy"] == 0.0
        assert scores_of(metric, records([("", "")]))["accuracy"] == 1.0


def test_the_library_has_the_same_numbers_of_unanswered_outputs():
    """scikit-learn, given the labels without them, agrees."""
    missing.module("sklearn.metrics", "numbers of scikit-learn")
    batch = Batch([convert(one, "here") for one in SOME_UNANSWERED])
    for name in ("accuracy", "classification", "confusion-matrix"):
        metric = made(name, {}, ANSWER).settle([batch])
        found = metric.library_scores(batch)
        ours = scores_of(name, SOME_UNANSWERED, None, ANSWER)
        assert found == pytest.approx({x: ours[x] for x in found}, abs=1e-12)
