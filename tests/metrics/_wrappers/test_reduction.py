"""Scores of several predictions and references reduced to one, by hand."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics._wrappers.reduction import Folded, fold
from support.tasks import scores_of

SCORES = np.array([[1.0, 1.0], [4.0, 4.0], [1.0, 1.0], [5.0, 5.0]])
RECORD = {"predictions": ["abcd", "abxx", "xxxx"], "references": ["abcd", "abyy"]}


@pytest.mark.parametrize(
    ("how", "first"),
    [("max", [4, 4]), ("min", [1, 1]), ("mean", [2, 2]), ("median", [1, 1]), ("best", [4, 1])],
)
def test_segments_by_hand(how, first):
    """Three rows, 1, 4 and 1, and one of 5 are reduced; the second column is better low."""
    found = fold(SCORES[[0, 1, 2, 3]], [3, 1], how, np.array([1.0, -1.0]))
    assert found.tolist() == [first, [5, 5]]


@pytest.mark.parametrize(
    ("predictions", "references", "distance", "similarity"),
    [("best", "best", 0, 1.0), ("mean", "max", (2 + 2 + 4) / 3, 0.5), ("min", "mean", 1, 0.0)],
)
def test_predictions_and_references(predictions, references, distance, similarity):
    """References are reduced first: edits of the three are 0 and 2, 2 and 2, 4 and 4."""
    wrap = {"reduce_predictions": predictions, "reduce_references": references}
    found = scores_of("edit-distance", [RECORD], None, wrap)
    assert found["edit_distance"] == pytest.approx(distance)
    if references == "best":
        assert found["edit_similarity"] == similarity


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("distinct-n", {"reduce_predictions": "max"}),
        ("repetition", {"reduce_references": "max"}),
        ("length", {"reduce_predictions": "best"}),
    ],
)
def test_refused(name, options):
    """Sets, metrics without references, and the best of what has no direction are refused."""
    with pytest.raises(UsageError, match=next(iter(options)).replace("_", "[-_]") + "|best"):
        Folded(metric=metrics.get(name)(), **options)


@pytest.mark.parametrize(
    ("name", "highest"), [("bleu", 100.0), ("token-f1", 1.0), ("edit-distance", None)]
)
def test_a_folded_metric_is_a_mean(name, highest):
    """The score of a system is the mean over records, whatever that of the metric itself is."""
    folded = Folded(metric=metrics.get(name)(), reduce_references="max")
    assert folded.is_mean
    assert folded.highest_score(folded.outputs[0]) == highest
