"""Scores by the libraries that define them, for `verify`."""

import logging

import pytest

from sacreval.core.libraries import scores
from sacreval.core.libraries.nltk import nist
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance


def batch(*records):
    """Return records of an output and its references."""
    return Batch([Instance(prediction=text, references=list(refs)) for text, *refs in records])


def test_by_hand():
    """Each of two words has one bit, the bigram none."""
    assert nist(metrics.get("nist")(), batch(("a b", "a b"))) == {"nist": pytest.approx(1.0)}


@pytest.mark.parametrize("record", [("", "a"), ("a", ""), ("", "")])
def test_nothing(record):
    """Where NLTK divides by 0 there is no score."""
    assert nist(metrics.get("nist")(), batch(record)) == {}


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


def of(name, *pairs):
    batch = Batch([Instance(prediction=x, references=[y, 9]) for x, y in pairs])
    return scores("scipy:correlation", metrics.get(name)(), batch)


@pytest.mark.parametrize(
    ("name", "value"), [("pearson", 0.5), ("spearman", 0.5), ("kendall", 1 / 3)]
)
def test_by_hand_of_scipy(name, value):
    """1 2 3 with 1 3 2, the first references, correlate 1/2, and 1/3 by pairs."""
    assert of(name, (1, 1), (2, 3), (3, 2)) == {name: pytest.approx(value)}


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_undefined(name):
    """A constant side and a single record have no score of the library."""
    assert of(name, (1, 1), (1, 2)) == {}
    assert of(name, (1, 1)) == {}
