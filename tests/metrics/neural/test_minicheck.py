"""MiniCheck reads chunks of sources with the output as one text."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural.minicheck_t5 import chunks
from support import first_steps, tiny_models, tiny_punkt, tiny_seq2seq
from support.tiny_classifiers import build, official_probabilities

LABELS = ("unsupported", "supported")

SOURCE = "The cat sat.\nA dog barked at boys! Nothing is here."

END = {"bert": "[SEP]", "roberta": "</s>"}


def minicheck(kind="bert", **options):
    """Create the metric on a tiny classifier."""
    return metrics.get("minicheck")(
        model=str(build(kind, LABELS)), **({"splitting": "rule"} | options)
    )


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_scores_are_those_of_transformers(kind):
    """Scores are the best probability of class 1 of `chunk</s>output`, as of one text."""
    metric = minicheck(kind, chunk_tokens=9 if kind == "bert" else 22)
    parts = metric.prepare([SOURCE])
    assert len(parts) == 3
    batch = Batch([Instance(prediction="A cat.", sources=[SOURCE])])
    texts = [(f"{part}{END[kind]}A cat.",) for part in parts]
    expected = official_probabilities(build(kind, LABELS), texts)[:, 1]
    assert metric.rows(batch)[0, 0] == pytest.approx(expected.max(), abs=1e-6)


def test_chunks():
    """Chunks hold whole sentences and keep line breaks; a longer sentence is a chunk alone."""
    assert minicheck().prepare([SOURCE]) == (
        "The cat sat.\nA dog barked at boys! Nothing is here.",
    )
    assert minicheck(chunk_tokens=1).prepare([SOURCE]) == (
        "The cat sat.", "A dog barked at boys!", "Nothing is here.")  # fmt: skip
    assert minicheck().prepare(["", "a", "\n"]) == ("a",)


def test_claims():
    """Each sentence of the output may be judged, of which the mean counts."""
    texts = [(f"A dog.[SEP]{claim}",) for claim in ("A cat sat.", "Boys barked!")]
    expected = official_probabilities(build("bert", LABELS), texts)[:, 1]
    batch = Batch([Instance(prediction="A cat sat. Boys barked!", sources=["A dog."])])
    score = minicheck(claims="sentences").rows(batch)[0, 0]
    assert score == pytest.approx(np.mean(expected), abs=1e-6)


@pytest.mark.parametrize(("prediction", "source"), [("", "A dog."), (" ", "A dog."), ("a", "")])
def test_nothing_to_judge(prediction, source):
    """An empty output, and sources without text, score 0."""
    batch = Batch([Instance(prediction=prediction, sources=[source])])
    assert minicheck().rows(batch)[0, 0] == 0


def test_a_cut_output_is_told():
    """An input longer than the model reads loses its end, with a notice."""
    watch = minicheck().watch()
    watch.add(Batch([Instance(prediction="dog " * 50, sources=["cat " * 50])]))
    (notice,) = watch.notices()
    assert "minicheck cuts 1 of 1 inputs of the model after 64 tokens" in notice


def test_a_chunk_has_a_token():
    """A chunk of no tokens is refused."""
    with pytest.raises(UsageError, match="chunk_tokens is 0; give 1 or more"):
        minicheck(chunk_tokens=0)


def test_other_classifiers():
    """A model with three classes, such as one of language inference, is refused."""
    model = build("bert", ("contradiction", "neutral", "entailment"))
    with pytest.raises(UsageError, match="has 3 classes; minicheck reads the second of two"):
        metrics.get("minicheck")(model=str(model), splitting="rule")


RECORDS = [
    Instance(prediction="the cat sat", sources=["the cat sat. it is here.\na dog", "four boys"]),
    Instance(prediction="", sources=["a dog barked."]),
]


def minicheck_t5(**options):
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
        rows = minicheck_t5(chunk_words=words).rows(Batch(RECORDS))
        best = max(support(part, "the cat sat") for part in parts)
        assert rows[0] == pytest.approx((best, 1), abs=1e-5)
        assert rows[1] == pytest.approx((support("a dog barked.", ""), 1), abs=1e-5)


def test_chunks_of_t5():
    """Chunks hold whole sentences; line breaks stay between lines of one chunk."""
    sentences = ["a b.", "c.", "\n", "d e f g.", "h."]
    assert list(chunks(sentences, 100)) == ["a b. c.\nd e f g. h."]
    assert list(chunks(sentences, 3)) == ["a b. c.", "d e f g.", "h."]
    assert list(chunks([], 3)) == list(chunks(["\n", "\n"], 3)) == []


def test_punkt(monkeypatch, tmp_path):
    """The default splits sources with punkt, whose files rows depend on."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = minicheck_t5(sentences="punkt", chunk_words=3)
    assert english in metric.rests_on()
    record = Instance(prediction="a", sources=["mr. cat sat. it is"])
    assert list(metric.inputs(record)) == ["predict: mr. cat sat.</s>a", "predict: it is</s>a"]


def test_options():
    """The definition is the row, the signature rebuilds it, and chunks need a word."""
    metric = minicheck_t5(chunk_words=2)
    row = metric.rows(Batch(RECORDS))[0]
    assert metric.row("the cat sat", metric.prepare(RECORDS[0].sources)) == tuple(row)
    assert from_signature(metric.signature()) == metric
    with pytest.raises(UsageError, match="chunk_words must be 1 or more; correct it"):
        minicheck_t5(chunk_words=0)
