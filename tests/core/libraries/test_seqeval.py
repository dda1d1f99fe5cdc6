"""Scores of tags by seqeval itself, for `verify`."""

import pytest

from sacreval.core.libraries import scores
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

pytest.importorskip("seqeval")
BATCH = Batch(
    [
        Instance(prediction=["B-X", "I-X", "O"], references=[["B-X", "I-X", "O"]]),
        Instance(prediction=["B-X", "O", "O"], references=[["B-X", "I-X", "B-Y"]]),
    ]
)


@pytest.mark.parametrize("scheme", ["lenient", "IOB2"])
def test_by_hand(scheme):
    """4 of 6 tags, 1 of 2 predicted and 1 of 3 right entities: F1 2 / 5."""
    metric = metrics.get("sequence-labelling")(scheme=scheme).settle([BATCH])
    values = scores("seqeval:sequence_labelling", metric, BATCH)
    assert values["tag_accuracy"] == pytest.approx(4 / 6)
    assert values["micro_precision"] == pytest.approx(1 / 2)
    assert values["micro_recall"] == pytest.approx(1 / 3)
    assert values["micro_f1"] == pytest.approx(2 / 5)
