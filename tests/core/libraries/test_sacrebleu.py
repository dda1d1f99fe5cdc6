"""Corpus scores by sacrebleu itself, for `verify`."""

import logging

import pytest

from sacreval.core.libraries import scores
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter"])
def test_records_with_fewer_references(name):
    """Records with one and with two references are scored together, as from rows."""
    batch = Batch(
        [
            Instance(prediction="the cat sat", references=["the cat sat", "a cat"]),
            Instance(prediction="a dog ran off", references=["the dog ran"]),
        ]
    )
    metric = metrics.get(name)(engine="official")
    want = metric.reduce(metric.rows(batch).sum(axis=0))[name]
    assert scores("sacrebleu:corpus_score", metric, batch) == {name: pytest.approx(float(want))}


def test_the_level_of_logging_stays():
    """sacrebleu's warnings are silenced only while it scores."""
    before = logging.getLogger("sacrebleu").level
    batch = Batch([Instance(prediction="a .", references=["a ."])])
    scores("sacrebleu:corpus_score", metrics.get("bleu")(), batch)
    assert logging.getLogger("sacrebleu").level == before
