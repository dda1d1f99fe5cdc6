"""SummaC-ZS has the scores of summac 0.0.4, and tells what it leaves out."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from support import tiny_punkt
from support.summac_records import PAIRS
from support.tiny_classifiers import NLI, build, official_probabilities

BATCH = Batch([Instance(prediction=output, sources=[source]) for source, output in PAIRS])
SENTENCES = ("The cat sat on the mat.", "It barked at three running boys!",
             "Nothing is in common here.")  # fmt: skip


def made(**options):
    """Create the metric on a tiny classifier."""
    return metrics.get("summac-zs")(
        model=str(build("bert", NLI)), **({"splitting": "rule"} | options)
    )


def test_official_numbers():
    """Scores equal SummaCZS(granularity="sentence") of summac 0.0.4 with transformers 4.57.6."""
    expected = [0.7161769, 0.7589074, 0.0, 0.6965387, 0.7428991, 0.7643841, 0.0, 0.7135394]
    np.testing.assert_allclose(made().rows(BATCH)[:, 0], expected, atol=1e-6)


@pytest.mark.parametrize(
    ("options", "fold"),
    [({}, lambda e, c: (e.max(0) - c.max(0)).mean()),
     ({"over_document": "mean", "over_output": "min"}, lambda e, c: (e.mean(0) - c.mean(0)).min()),
     ({"inference": "entailment", "over_output": "max"}, lambda e, _: e.max(0).max()),
     ({"inference": "contradiction", "over_document": "min"}, lambda _, c: (1 - c.min(0)).mean())],
)  # fmt: skip
def test_the_formula(options, fold):
    """By hand from transformers' probabilities of each pair of sentences of one record."""
    claims = ("The cat barked at the boys.", "Nothing is there.")
    pairs = [(premise, claim) for premise in SENTENCES for claim in claims]
    found = official_probabilities(build("bert", NLI), pairs).reshape(3, 2, 3)
    score = made(**options).rows(BATCH[:1])[0, 0]
    assert score == pytest.approx(fold(found[..., 2], found[..., 0]), abs=1e-6)


def test_parts():
    """Short sentences are dropped; two sentences overlap; empty lines end paragraphs."""
    source = PAIRS[-1][0]
    sentences = made().premises([source])
    assert made().premises([PAIRS[0][0]]) == SENTENCES
    assert made(document_parts="paragraph").premises([source]) == tuple(source.split("\n\n"))
    assert made(document_parts="document").premises([source, "b"]) == (source, "b")
    pairs = made(document_parts="two-sentences").premises([source])
    assert pairs[0] == " ".join(sentences[:2])
    assert pairs[-1] == sentences[-1]
    assert made().premises(["one line of text\nanother line."]) == (
        "one line of text\nanother line.",
    )
    lines = made(document_parts="paragraph").premises(["one line of text\nanother line."])
    assert lines == ("one line of text", "another line.")


def test_most_sentences_of_a_document():
    """Sentences of the sources after the hundredth are not read, with a notice."""
    source = "The cat is here. " * 101
    batch = Batch([Instance(prediction="The dog is here.", sources=[source])])
    metric = made()
    assert metric.grid("The dog is here.", [source]).shape == (100, 1)
    watch = metric.watch()
    watch.add(batch)
    (notice,) = watch.notices()
    assert notice.startswith(
        "system: summac-zs reads the first 100 parts of the sources of 1 of 1 records"
    )


def test_what_is_told():
    """Outputs without sentences and cut pairs are counted."""
    watch = made().watch()
    watch.add(BATCH)
    (notice,) = watch.notices()
    assert "finds no part of more than 10 characters in 2 of 8 outputs" in notice
    watch = made(document_parts="document").watch()
    watch.add(Batch([Instance(prediction="A dog is here.", sources=["cat " * 80])]))
    (notice,) = watch.notices()
    assert "summac-zs cuts 1 of 1 inputs of the model after 64 tokens" in notice


def test_punkt(monkeypatch, tmp_path):
    """By default sentences are punkt's, whose files the rows rest on."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = made(splitting="punkt")
    assert english in metric.rests_on()
    assert metric.hypotheses("Mr. Fox sat here. A dog barked.") == (
        "Mr. Fox sat here.", "A dog barked.")  # fmt: skip
    assert made().hypotheses("Mr. Fox sat here.") == ("Fox sat here.",)


def test_without_punkt(monkeypatch, tmp_path):
    """Without punkt the command that fetches it is named."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric punkt"):
        made(splitting="punkt")


def test_a_model_without_contradiction():
    """A model whose classes do not have both labels is refused."""
    with pytest.raises(UsageError, match="none of the labels entailment, other is contradiction"):
        metrics.get("summac-zs")(
            model=str(build("bert", ("entailment", "other"))), splitting="rule"
        )
