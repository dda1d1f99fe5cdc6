"""MiniCheck with Flan-T5 is the highest probability of support over chunks."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural.minicheck_t5 import chunks
from support import first_steps, tiny_models, tiny_punkt, tiny_seq2seq

RECORDS = [
    Instance(prediction="the cat sat", sources=["the cat sat. it is here.\na dog", "four boys"]),
    Instance(prediction="", sources=["a dog barked."]),
]


def made(**options):
    """Create MiniCheck on the tiny T5."""
    tiny_models.needed()
    options = {"sentences": "rule"} | options
    return metrics.get("minicheck-t5")(model=str(tiny_seq2seq.build("t5")), **options)


def support(chunk, claim):
    """Return the softmax of logit 209 beside logit 3, by transformers alone."""
    return first_steps.share("t5", f"predict: {chunk}</s>{claim}", 209, 3)


def test_the_best_chunk():
    """The highest probability over the chunks of all sources counts, to 1e-5."""
    expected = {
        500: ["the cat sat. it is here.\na dog", "four boys"],
        6: ["the cat sat. it is here.", "a dog", "four boys"],
        3: ["the cat sat.", "it is here.", "a dog", "four boys"],
        1: ["the cat sat.", "it is here.", "a dog", "four boys"],
    }
    for words, parts in expected.items():
        rows = made(chunk_words=words).rows(Batch(RECORDS))
        best = max(support(part, "the cat sat") for part in parts)
        assert rows[0] == pytest.approx((best, 1), abs=1e-5)
        assert rows[1] == pytest.approx((support("a dog barked.", ""), 1), abs=1e-5)


def test_chunks():
    """Chunks hold whole sentences; line breaks stay between lines of one chunk."""
    sentences = ["a b.", "c.", "\n", "d e f g.", "h."]
    assert list(chunks(sentences, 100)) == ["a b. c.\nd e f g. h."]
    assert list(chunks(sentences, 3)) == ["a b. c.", "d e f g.", "h."]
    assert list(chunks([], 3)) == list(chunks(["\n", "\n"], 3)) == []


def test_punkt(monkeypatch, tmp_path):
    """The default splits sources with punkt, whose files rows depend on."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = made(sentences="punkt", chunk_words=3)
    assert english in metric.rests_on()
    record = Instance(prediction="a", sources=["mr. cat sat. it is"])
    assert list(metric.inputs(record)) == ["predict: mr. cat sat.</s>a", "predict: it is</s>a"]


def test_options():
    """The definition is the row, the signature rebuilds it, and chunks need a word."""
    metric = made(chunk_words=2)
    row = metric.rows(Batch(RECORDS))[0]
    assert metric.row("the cat sat", metric.prepare(RECORDS[0].sources)) == tuple(row)
    assert from_signature(metric.signature()) == metric
    with pytest.raises(UsageError, match="chunk_words must be 1 or more; correct it"):
        made(chunk_words=0)
