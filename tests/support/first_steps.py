"""The published formulas of metrics that read a first step, by plain transformers, text by text."""

from functools import cache

import numpy as np

from support import tiny_seq2seq


@cache
def _model(kind):
    import torch
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    folder = str(tiny_seq2seq.build(kind))
    model = AutoModelForSeq2SeqLM.from_pretrained(folder, dtype=torch.float32).eval()
    return AutoTokenizer.from_pretrained(folder), model


def logits(kind, text, *, end=True):
    """Return all logits of the first step for a text.

    Args:
        kind: Name of the tiny model.
        text: The input.
        end: Keep the token that ends it.
    """
    import torch

    words, model = _model(kind)
    ids = words(text)["input_ids"]
    inputs = torch.tensor([ids if end else ids[:-1]])
    start = torch.zeros((1, 1), dtype=torch.long)
    with torch.inference_mode():
        return model(input_ids=inputs, decoder_input_ids=start).logits[0, 0].numpy()


def share(kind, text, first, second):
    """Return the probability of one token among two, by a softmax over the two."""
    chosen, other = np.exp(logits(kind, text)[[first, second]])
    return float(chosen / (chosen + other))


def first_token(kind, text):
    """Return the id of the first token of a text."""
    words, _ = _model(kind)
    return words(text)["input_ids"][0]
