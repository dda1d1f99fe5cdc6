"""MiniCheck reads chunks of sources with the output as one text, and the best chunk counts."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support.tiny_classifiers import build, official_probabilities

LABELS = ("unsupported", "supported")
SOURCE = "The cat sat.\nA dog barked at boys! Nothing is here."
END = {"bert": "[SEP]", "roberta": "</s>"}


def made(kind="bert", **options):
    """Create the metric on a tiny classifier."""
    return metrics.get("minicheck")(
        model=str(build(kind, LABELS)), **({"splitting": "rule"} | options)
    )


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_scores_are_those_of_transformers(kind):
    """Scores are the best probability of class 1 of `chunk</s>output`, as of one text."""
    metric = made(kind, chunk_tokens=9 if kind == "bert" else 22)
    parts = metric.prepare([SOURCE])
    assert len(parts) == 3
    batch = Batch([Instance(prediction="A cat.", sources=[SOURCE])])
    texts = [(f"{part}{END[kind]}A cat.",) for part in parts]
    expected = official_probabilities(build(kind, LABELS), texts)[:, 1]
    assert metric.rows(batch)[0, 0] == pytest.approx(expected.max(), abs=1e-6)


def test_chunks():
    """Chunks hold whole sentences and keep line breaks; a longer sentence is a chunk alone."""
    assert made().prepare([SOURCE]) == ("The cat sat.\nA dog barked at boys! Nothing is here.",)
    assert made(chunk_tokens=1).prepare([SOURCE]) == (
        "The cat sat.", "A dog barked at boys!", "Nothing is here.")  # fmt: skip
    assert made().prepare(["", "a", "\n"]) == ("a",)


def test_claims():
    """Each sentence of the output may be judged, of which the mean counts."""
    texts = [(f"A dog.[SEP]{claim}",) for claim in ("A cat sat.", "Boys barked!")]
    expected = official_probabilities(build("bert", LABELS), texts)[:, 1]
    batch = Batch([Instance(prediction="A cat sat. Boys barked!", sources=["A dog."])])
    found = made(claims="sentences").rows(batch)[0, 0]
    assert found == pytest.approx(np.mean(expected), abs=1e-6)


@pytest.mark.parametrize(("prediction", "source"), [("", "A dog."), (" ", "A dog."), ("a", "")])
def test_nothing_to_judge(prediction, source):
    """An empty output, and sources without text, score 0."""
    batch = Batch([Instance(prediction=prediction, sources=[source])])
    assert made().rows(batch)[0, 0] == 0


def test_a_cut_output_is_told():
    """An input longer than the model reads loses its end, with a notice."""
    watch = made().watch()
    watch.add(Batch([Instance(prediction="dog " * 50, sources=["cat " * 50])]))
    (notice,) = watch.notices()
    assert "minicheck cuts 1 of 1 inputs of the model after 64 tokens" in notice


def test_a_chunk_has_a_token():
    """A chunk of no tokens is refused."""
    with pytest.raises(UsageError, match="chunk_tokens is 0; give 1 or more"):
        made(chunk_tokens=0)


def test_other_classifiers():
    """A model with three classes, such as one of language inference, is refused."""
    model = build("bert", ("contradiction", "neutral", "entailment"))
    with pytest.raises(UsageError, match="has 3 classes; minicheck reads the second of two"):
        metrics.get("minicheck")(model=str(model), splitting="rule")
