"""Right samples: drawn, counted, and judged by another metric."""

import pickle

import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.metrics.samples._base import at_least, tally

PASS = metrics.get("pass-at-k")


@pytest.mark.parametrize(
    ("m", "n", "c", "k", "chance"),
    [(1, 5, 2, 2, 0.7), (2, 5, 2, 2, 0.1), (3, 5, 2, 3, 0.0), (1, 4, 4, 1, 1.0)],
)
def test_draws_by_hand(m, n, c, k, chance):
    """Of the 10 pairs of 5 samples with 2 right ones, 3 have none and 1 has both."""
    assert at_least(m, n, c, k) == pytest.approx(chance)


def test_flags_and_counts():
    """Flags are counted, and counts are taken as they are."""
    assert tally([True, 0, 1]) == tally({"n": 3, "c": 2}) == (3, 2)


def test_a_scorer_that_counts_over_the_run():
    """A scorer such as nist is settled on all records, and the signature has what it found."""
    records = [
        Instance(instance_id=str(i), samples=["a red cat", "x"], references=[text])
        for i, text in enumerate(["a red cat", "a dog"])
    ]
    metric = PASS(scorer="nist|order:2", threshold=1.0)
    assert not metric.is_settled()
    settled = metric.settle([Batch(records[:1]), Batch(records[1:])])
    assert settled.is_settled()
    assert "references_sha256" in settled.signature()
    whole = settled.rows(Batch(records))
    moved = pickle.loads(pickle.dumps(settled))  # noqa: S301 - as workers do
    assert whole.tobytes() == moved.rows(Batch(records)).tobytes()
    again = from_signature(settled.signature()).settle([Batch(records)])
    assert again == settled


def test_too_few_samples():
    """Fewer samples than k, or another number than n, are a fault of the record."""
    record = Instance(samples=[True, False])
    assert PASS(k=(2,), n=2).fault(record) is None
    assert "2 samples" in PASS(k=(3,)).fault(record)
    assert "2 samples" in PASS(n=5).fault(record)
