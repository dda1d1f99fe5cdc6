"""Prism is the mean log-probability of a text after the token of its language."""

import numpy as np
import pytest

from sacreval.core.metric import leave_out, metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from support import tiny_models, tiny_seq2seq

RECORDS = [
    Instance(prediction="the cat", references=["a cat", "the cat sat", ""], sources=["a", "dog"]),
    Instance(prediction="", references=["four boys", "a"], sources=["the mat"]),
]


def made(folder=None, **options):
    """Create Prism on the tiny BART, one of whose tokens is taken for a language."""
    tiny_models.needed()
    options = {"language": "<mask>"} | options
    return metrics.get("prism")(model=str(folder or tiny_seq2seq.build("bart")), **options)


@pytest.fixture(scope="module")
def plain():
    """A function to the log-probability of a text given another, by the tiny BART alone."""
    tiny_models.needed()
    import torch
    from tokenizers import Tokenizer
    from transformers import AutoModelForSeq2SeqLM

    folder = tiny_seq2seq.build("bart")
    model = AutoModelForSeq2SeqLM.from_pretrained(str(folder), dtype=torch.float32).eval()
    words = Tokenizer.from_file(str(folder / "tokenizer.json"))
    language, end = 4, 2

    def score(source, target, before=()):
        first, second = (words.encode(x, add_special_tokens=False).ids for x in (source, target))
        labels = torch.tensor([[language, *second, end]])
        with torch.inference_mode():
            logits = model(torch.tensor([[*before, *first, end]]), labels=labels).logits[0]
        logs = logits.log_softmax(-1)[range(labels.shape[1]), labels[0]]
        return float(logs[1:].mean())

    return score


def test_against_references(plain):
    """Both directions are averaged; the best reference counts, or the mean of all."""
    for how, choose in (("best", max), ("mean", np.mean)):
        rows = made(multi_reference=how).rows(Batch(RECORDS))
        for one, row in zip(RECORDS, rows, strict=True):
            both = [
                (plain(x, one.prediction) + plain(one.prediction, x)) / 2 for x in one.references
            ]
            assert row == pytest.approx((choose(both), 1), abs=1e-5)


def test_against_sources(plain):
    """Against sources one direction counts, after the token of the source's language."""
    rows = made(against="sources", source_language="<unk>").rows(Batch(RECORDS))
    for one, row in zip(RECORDS, rows, strict=True):
        assert row[0] == pytest.approx(plain(" ".join(one.sources), one.prediction, [3]), abs=1e-5)
    assert made(against="sources").needs == ("sources",)


def test_jackknifing_is_scoring_shortened_records():
    """Rows without a reference are those of records that lack it."""
    for how in ("best", "mean"):
        metric = made(multi_reference=how)
        batch = Batch(RECORDS)
        shortened = Batch([short for one in batch for short in leave_out(metric, one)])
        assert metric.leave_one_out_rows(batch).tobytes() == metric.rows(shortened).tobytes()


def test_the_definition_and_the_signature():
    """Scores of one record by the definition are its row; the signature rebuilds the metric."""
    metric = made()
    row = metric.rows(Batch(RECORDS))[0]
    assert tuple(row) == metric.row(RECORDS[0].prediction, metric.prepare(RECORDS[0].references))
    assert from_signature(metric.signature()) == metric


def test_texts_that_are_cut():
    """Texts are cut so that the tokens around them fit, and counted."""
    batch = Batch([Instance(prediction="a" * 200, references=["the cat"])])
    metric = made()
    watch = metric.watch()
    watch.add(batch)
    assert "cuts 1 of 2 texts after 94 tokens" in watch.notices()[0]
    assert np.isfinite(metric.rows(batch)).all()


def test_languages_that_the_model_lacks(tmp_path):
    """The language must be named and be a token; a model without an end token is refused."""
    with pytest.raises(UsageError, match="needs the token of the language of outputs"):
        made(language="")
    with pytest.raises(UsageError, match="'english' is no token of bart; give the token"):
        made(language="english").rows(Batch(RECORDS))
    folder = tiny_seq2seq.copied("bart", tmp_path)
    config = folder / "config.json"
    config.write_text(config.read_text().replace('"eos_token_id": 2', '"eos_token_id": null'))
    with pytest.raises(InputError, match="no eos_token_id; add it"):
        made(folder).rows(Batch(RECORDS))
