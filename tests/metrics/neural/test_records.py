"""Metrics on a model tell the share of a text that is outside the vocabulary."""

from sacreval.metrics.neural._records import tokenization_by
from sacreval.models.tokens import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models


def test_unknown_text():
    """A text in a script without tokens is unknown, an English one is not, an empty one neither."""
    tiny_models.needed()
    words = tokenizer(checkpoint(str(tiny_models.build("bert"))))
    unknown = tokenization_by(words).unknown
    assert (unknown("मौसम आज"), unknown("the cat"), unknown("")) == (1, 0, 0)
