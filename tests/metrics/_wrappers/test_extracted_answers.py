"""The answers that are shown beside scores."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics._wrappers import Folded, extracted
from sacreval.metrics._wrappers.extracted_answers import answers, extracts

NUMBERS = extracted(metrics.get("exact-match")(), extract="last-number")
BATCH = Batch([Instance(prediction="so 1 or 2"), Instance(prediction="none")])


@pytest.mark.parametrize(
    ("metric", "found"),
    [
        (NUMBERS, ["2", None]),
        (Folded(metric=NUMBERS, reduce_references="max"), ["2", None]),
        (metrics.get("exact-match")(), [None, None]),
    ],
    ids=["extraction", "inside another wrapper", "none"],
)
def test_answers(metric, found):
    """Each output's answer is found, however deep the extraction is; None where there is none."""
    assert list(answers(metric, BATCH)) == found
    assert extracts(metric) == any(found)


def test_answers_of_samples():
    """Each of several samples has its own answer."""
    metric = extracted(metrics.get("pass-at-k")(), extract="regex:(0|1)")
    batch = Batch([Instance(samples=["it is 1", "none"])])
    assert answers(metric, batch) == [[1, None]]
