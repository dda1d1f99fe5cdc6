"""BLEURT has the numbers of bleurt-pytorch, and cuts pairs as the original."""

import numpy as np
import pytest

from sacreval.core.metric import leave_out, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.models.pairs import classifier
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_models

REFERENCES = ["the cat sat on the mat", "a dog barked", ""]
RECORD = Instance(prediction="the dog sat", references=REFERENCES)


@pytest.fixture(params=[None, 16])
def model(request, tmp_path):
    """A tiny BLEURT on a BERT, or on a RemBERT with small embeddings; and its folder."""
    tiny_models.needed()
    return tiny_classifiers.bleurt(tmp_path, request.param), tmp_path


def expected(model, folder, pairs):
    """Return the model's own numbers, one pair at a time."""
    import torch
    from transformers import PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json"),
        model_input_names=["input_ids", "attention_mask", "token_type_ids"],
    )
    with torch.inference_mode():
        return [
            float(model(**tokenizer([a], [b], return_tensors="pt")).logits[0, 0]) for a, b in pairs
        ]


def test_scores_are_those_of_the_model(model):
    """The reference is the first text, the output the second; the best or the mean counts."""
    each = expected(*model, [(text, RECORD.prediction) for text in REFERENCES])
    assert np.ptp(each) > 0.01
    for rule, fold in (("max", max), ("mean", np.mean)):
        metric = metrics.get("bleurt")(model=str(model[1]), multi_reference=rule)
        assert metric.rows(Batch([RECORD]))[0, 0] == pytest.approx(fold(each), abs=1e-5)


def test_jackknifing_classifies_nothing_twice(model):
    """Rows without a reference are those of shortened records, from scores that are known."""
    metric = metrics.get("bleurt")(model=str(model[1]))
    metric.rows(Batch([RECORD]))
    own = classifier(checkpoint(str(model[1])), "float32", "cpu", metric._renamed())
    before = own.store.computed
    rows = metric.leave_one_out_rows(Batch([RECORD]))
    assert own.store.computed == before
    short = [metric.rows(Batch([one])) for one in leave_out(metric, RECORD)]
    assert rows.tobytes() == np.concatenate(short).tobytes()


def test_a_long_pair_loses_the_longer_text(model):
    """A pair beyond 64 tokens keeps 31 of the reference and 30 of the output, with a notice."""
    metric = metrics.get("bleurt")(model=str(model[1]))
    long = Batch([Instance(prediction="cat " * 50, references=["dog " * 50])])
    short = Batch([Instance(prediction="cat " * 30, references=["dog " * 31])])
    assert metric.rows(long).tobytes() == metric.rows(short).tobytes()
    watch = metric.watch()
    watch.add(long)
    assert "leaves out 39 tokens" in watch.notices()[0]


def test_other_models():
    """A classifier of one class is taken, one of several is refused."""
    one = tiny_classifiers.build("bert", ("score",))
    assert metrics.get("bleurt")(model=str(one)).rows(Batch([RECORD])).shape == (1, 2)
    with pytest.raises(UsageError, match="or a classifier of one class, and this is neither"):
        metrics.get("bleurt")(model=str(tiny_classifiers.build("bert", tiny_classifiers.NLI)))
