"""Log-probabilities of a pair depend on the pair alone, and each source is encoded once."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.models import scorer
from sacreval.models.scorer import Pair, Seq2SeqScorer
from sacreval.models.tokens import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq

TEXTS = ["the cat", "a dog barked at it", "x" * 6, "the cat sat on the mat" * 3, "", "a"]


@pytest.fixture(params=["bart", "t5", "fsmt"])
def found(request):
    """The checkpoint of a tiny model."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build(request.param)))


def pairs_of(found):
    """Return every pair of texts, empty ones and those as wide as a batch included."""
    ids = [one.ids for one in tokenizer(found).encode(TEXTS)]
    return [Pair(a, b) for a in ids for b in ids]


def made(found):
    """Return a scorer that has scored nothing yet."""
    return Seq2SeqScorer(found, "float32", "cpu", None)


def sources_of(found):
    """Return the ids of all texts."""
    return [one.ids for one in tokenizer(found).encode(TEXTS)]


def test_numbers_are_those_of_the_model_alone(found):
    """Log-probabilities equal those of one pair without padding, to 1e-5."""
    import torch
    from transformers import AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_pretrained(str(found.folder), dtype=torch.float32).eval()
    pairs = pairs_of(found)
    for pair, logs in zip(pairs, made(found).log_probabilities(pairs), strict=True):
        labels = torch.tensor([pair.target])
        given = torch.tensor([[model.config.decoder_start_token_id, *pair.target[:-1]]])
        with torch.inference_mode():
            logits = model(
                input_ids=torch.tensor([pair.source]), decoder_input_ids=given, use_cache=False
            ).logits
        expected = logits.log_softmax(-1).gather(-1, labels[..., None])[0, :, 0].numpy()
        np.testing.assert_allclose(logs, expected, atol=1e-5)


@pytest.mark.parametrize("size", [1, 5])
def test_numbers_do_not_depend_on_neighbours(found, size):
    """Scored in parts of any size and in reverse, a pair has equal bytes."""
    pairs = pairs_of(found)
    together = [logs.tobytes() for logs in made(found).log_probabilities(pairs)]
    apart = made(found)
    parts = [apart.log_probabilities(pairs[i : i + size]) for i in range(0, len(pairs), size)]
    assert together == [logs.tobytes() for part in parts for logs in part]
    backwards = made(found).log_probabilities(pairs[::-1])[::-1]
    assert together == [logs.tobytes() for logs in backwards]


def test_a_source_is_encoded_once(found):
    """Targets of one source share its states, in one call and in others; pairs are scored once."""
    one = made(found)
    pairs = pairs_of(found)
    one.log_probabilities(pairs[:20])
    one.log_probabilities(pairs)
    assert one.sources.computed == len({pair.source for pair in pairs})
    assert one.store.computed == len(set(pairs))


def test_states_that_do_not_fit_at_once(found, monkeypatch):
    """Sources are split so that their states fit in memory, with equal bytes."""
    pairs = pairs_of(found)
    whole = made(found).log_probabilities(pairs)
    monkeypatch.setattr(scorer, "AT_ONCE", 8)
    assert sum(1 for _ in scorer._parts([pair.source for pair in pairs])) > 2
    parts = made(found).log_probabilities(pairs)
    assert [a.tobytes() for a in whole] == [b.tobytes() for b in parts]


def test_first_step_logits(found):
    """Logits of the first step are those of one source alone, of the tokens that are asked for."""
    import torch
    from transformers import AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_pretrained(str(found.folder), dtype=torch.float32).eval()
    start = torch.tensor([[model.config.decoder_start_token_id]])
    sources = sources_of(found)
    together = made(found).first_step_logits(sources, (3, 20))
    for ids, logits in zip(sources, together, strict=True):
        with torch.inference_mode():
            all_logits = model(
                input_ids=torch.tensor([ids]), decoder_input_ids=start, use_cache=False
            ).logits[0, 0]
        np.testing.assert_allclose(logits, all_logits[[3, 20]], atol=1e-5)
    alone = [made(found).first_step_logits([ids], (3, 20))[0] for ids in sources]
    assert [a.tobytes() for a in alone] == [b.tobytes() for b in together]


def test_a_token_that_the_vocabulary_lacks(found):
    """A model without the token whose logit is asked for is refused."""
    with pytest.raises(InputError, match="and none with id 250089; use a model that was trained"):
        made(found).first_step_logits([(3, 1)], (250_089,))
