"""NIST computed by NLTK."""

import pytest

from sacreval.core.libraries.nltk import nist
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance


def batch(*records):
    """Return records of an output and its references."""
    return Batch([Instance(prediction=text, references=list(own)) for text, *own in records])


def test_by_hand():
    """Each of two words has one bit, the bigram none."""
    assert nist(metrics.get("nist")(), batch(("a b", "a b"))) == {"nist": pytest.approx(1.0)}


@pytest.mark.parametrize("record", [("", "a"), ("a", ""), ("", "")])
def test_nothing(record):
    """Where NLTK divides by 0 there is no score."""
    assert nist(metrics.get("nist")(), batch(record)) == {}
