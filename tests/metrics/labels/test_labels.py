"""Labels: which are the same, in every metric of labels."""

import pytest

from support.labels import DIFFERENT, SAME
from support.tasks import scores_of


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
