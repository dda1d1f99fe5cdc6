"""Metrics with the option `tokenize`."""

from dataclasses import fields

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import NotSetUpError
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.text.tokenizers import tokenization

NAMES = ("cider", "d-sari", "google-bleu", "hlepor", "lepor", "ribes", "sari", "self-bleu")


@pytest.mark.parametrize("name", NAMES)
def test_splitting(name):
    """The description of a metric splits as its tokenizer does."""
    cls = metrics.get(name)
    assert issubclass(cls, TokenizedMetric)
    for tokenize in ("intl", "char", "ptb"):
        split = cls(tokenize=tokenize).tokenization().split
        assert split("The mat, too.") == tokenization(tokenize).split("The mat, too.")
    assert cls(tokenize="none").rests_on() == ()


@pytest.mark.parametrize("name", NAMES)
def test_missing_models(name, monkeypatch, tmp_path):
    """A tokenizer whose model is not there is refused when the metric is created."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    with pytest.raises(NotSetUpError, match="flores101"):
        metrics.get(name)(tokenize="flores101")


def test_no_fields():
    """The base class adds no option."""
    assert "tokenize" not in {f.name for f in fields(TokenizedMetric)}
