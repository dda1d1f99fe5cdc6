"""BLEURT by bleurt-pytorch, in a Python of its own."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

COMPARED = {"bleurt-pytorch": "0.0.1", "transformers": "4", "torch": "", "tokenizers": ""}
INSTALL = "bleurt-pytorch==0.0.1 'transformers<5'"


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records, pair by pair.

    Args:
        options: `model` (a folder), `longest` (tokens of a pair), and `multi_reference`: max or
            mean.
        records: Texts: a `prediction` and its `references`.

    Returns:
        The score of each record.
    """
    library, torch = import_module("bleurt_pytorch"), import_module("torch")
    tokenizer = library.BleurtTokenizer.from_pretrained(options["model"])
    model = library.BleurtForSequenceClassification.from_pretrained(options["model"]).eval()
    found = []
    with torch.inference_mode():
        for one in records:
            for reference in one["references"]:
                tokens = pair(tokenizer, reference, one["prediction"], options["longest"])
                found.append(float(model(**tokens).logits.flatten()[0]))
    left = iter(found)
    combine = max if options["multi_reference"] == "max" else fmean
    return [[combine(list(islice(left, len(one["references"]))))] for one in records]


def pair(tokenizer: Any, reference: str, output: str, longest: int) -> Any:
    """Return the tokens of a pair, cut as google-research/bleurt does.

    The library cuts by rules of transformers, which keep one token less of the reference.
    """
    sides = [tokenizer.encode(text, add_special_tokens=False) for text in (reference, output)]
    room = longest - tokenizer.num_special_tokens_to_add(pair=True)
    while sum(map(len, sides)) > room:
        sides[len(sides[0]) <= len(sides[1])].pop()
    return tokenizer.prepare_for_model(*sides, return_tensors="pt", prepend_batch_axis=True)
