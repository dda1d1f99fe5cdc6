"""What fills a gap depends on the text alone, and is what the model alone finds."""

import numpy as np
import pytest

from sacreval.models.masked import Gaps, MaskedModel
from sacreval.models.tokens import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq

TEXTS = ["the cat sat", "three boys barked at the mat here", "a b c d e f", "x " * 30]


@pytest.fixture
def found():
    """The checkpoint of the tiny BERT with its head."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build("masked")))


def gaps_of(found):
    """Return every text with its second and last word masked."""
    words = tokenizer(found)
    mask = words.id_of("[MASK]")
    texts = []
    for one in words.encode(TEXTS):
        places = (2, len(one.ids) - 2)
        ids = tuple(mask if i in places else x for i, x in enumerate(one.ids))
        texts.append(Gaps(ids, places))
    return texts


def test_gaps_are_filled_as_by_the_model_alone(found):
    """Tokens are those of largest logit of one text without padding, and not all alike."""
    import torch
    from transformers import AutoModelForMaskedLM

    model = AutoModelForMaskedLM.from_pretrained(str(found.folder), dtype=torch.float32).eval()
    texts = gaps_of(found)
    filled = MaskedModel(found, "float32", "cpu").fill(texts)
    for text, tokens in zip(texts, filled, strict=True):
        with torch.inference_mode():
            logits = model(torch.tensor([text.ids])).logits[0]
        assert tokens.tolist() == logits.argmax(-1)[list(text.places)].tolist()
    assert len(set(np.concatenate(filled).tolist())) > 1


def test_each_text_is_filled_once(found):
    """Filled one by one a text has the same tokens, and repeated texts are filled once."""
    texts = gaps_of(found)
    model = MaskedModel(found, "float32", "cpu")
    together = [tokens.tolist() for tokens in model.fill([*texts, *texts])]
    assert model.store.computed == len(texts)
    alone = [MaskedModel(found, "float32", "cpu").fill([text])[0].tolist() for text in texts]
    assert together == [*alone, *alone]
