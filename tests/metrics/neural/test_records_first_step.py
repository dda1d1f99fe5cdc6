"""Metrics that read a first step count inputs that are cut, and refuse too few tokens."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support import tiny_models, tiny_seq2seq

RECORD = Instance(prediction="the cat sat " * 9, sources=["a dog barked. four boys."])


def made(**options):
    """Create a metric of the kind on the tiny T5."""
    tiny_models.needed()
    model = str(tiny_seq2seq.build("t5"))
    return metrics.get("minicheck-t5")(model=model, sentences="rule", **options)


def test_inputs_that_are_cut():
    """Inputs beyond the largest number of tokens are cut and counted; a score needs two tokens."""
    metric = made(max_tokens=12)
    watch = metric.watch()
    watch.add(Batch([RECORD]))
    assert "minicheck-t5 cuts 1 of 1 texts after 12 tokens" in watch.notices()[0]
    assert np.isfinite(metric.rows(Batch([RECORD]))).all()
    with pytest.raises(UsageError, match="max_tokens must be 2 or more; correct it"):
        made(max_tokens=1)


def test_the_rows_of_no_input():
    """A record without any input has a row, alone and beside others."""
    none = Instance(prediction="a", sources=[""])
    metric = made()
    alone = metric.rows(Batch([none]))
    beside = metric.rows(Batch([RECORD, none, RECORD]))
    assert alone.tolist() == beside[1:2].tolist() == [[0.0, 1.0]]


def test_more_tokens_than_the_tokenizer_states(tmp_path):
    """Inputs longer than the tokenizer's own limit are read up to --max-tokens, as in originals."""
    tiny_models.needed()
    folder = tiny_seq2seq.copied("t5", tmp_path)
    whole = made().rows(Batch([RECORD]))
    config = folder / "tokenizer_config.json"
    stated = json.loads(config.read_text()) | {"model_max_length": 8}
    config.write_text(json.dumps(stated))
    metric = metrics.get("minicheck-t5")(model=str(folder), sentences="rule")
    np.testing.assert_allclose(metric.rows(Batch([RECORD])), whole, atol=1e-6)
