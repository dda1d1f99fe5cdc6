"""Log-probabilities of a text depend on the text alone, and are those of the model."""

import numpy as np
import pytest

from sacreval.models.causal import CausalScorer
from sacreval.models.tokens import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq

TEXTS = ["the cat", "x" * 8, "x" * 16, "", "a", "the cat sat on the mat " * 4]


@pytest.fixture
def found():
    """The checkpoint of the tiny GPT-2."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build("gpt2")))


def ids_of(found):
    """Return the ids of all texts."""
    return [one.ids for one in tokenizer(found).encode(TEXTS)]


def test_numbers_are_those_of_the_model_alone(found):
    """Log-probabilities equal those of one text without padding, to 1e-5; of one token none."""
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(str(found.folder), dtype=torch.float32).eval()
    texts = ids_of(found)
    for ids, logs in zip(texts, CausalScorer(found, "float32", "cpu").log_probabilities(texts),
                         strict=True):  # fmt: skip
        assert len(logs) == max(len(ids) - 1, 0)
        if len(ids) > 1:
            with torch.inference_mode():
                logits = model(torch.tensor([ids])).logits[0, :-1].log_softmax(-1)
            expected = logits[range(len(ids) - 1), list(ids[1:])].numpy()
            np.testing.assert_allclose(logs, expected, atol=1e-5)


@pytest.mark.parametrize("size", [1, 4])
def test_numbers_do_not_depend_on_neighbours(found, size):
    """Scored in parts of any size and in reverse, a text has equal bytes, and is scored once."""
    texts = ids_of(found)
    scorer = CausalScorer(found, "float32", "cpu")
    together = [logs.tobytes() for logs in scorer.log_probabilities(texts)]
    scorer.log_probabilities(texts[:3])
    assert scorer.store.computed == len(set(texts))
    apart = CausalScorer(found, "float32", "cpu")
    parts = [apart.log_probabilities(texts[i : i + size]) for i in range(0, len(texts), size)]
    assert together == [logs.tobytes() for part in parts for logs in part]
