"""BLEURT by bleurt-pytorch."""

from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

MODULE = "bleurt_pytorch"  # that its Python has


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    return {
        "model": str(metric._checkpoint.folder.resolve()),
        "longest": metric._tokens.limit,
        "multi_reference": metric.multi_reference,
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    library, torch = import_module("bleurt_pytorch"), import_module("torch")
    tokenizer = library.BleurtTokenizer.from_pretrained(options["model"])
    model = library.BleurtForSequenceClassification.from_pretrained(options["model"]).eval()
    logits = []
    with torch.inference_mode():
        for record in records:
            for reference in record["references"]:
                tokens = pair(tokenizer, reference, record["prediction"], options["longest"])
                logits.append(float(model(**tokens).logits.flatten()[0]))
    left = iter(logits)
    combine = max if options["multi_reference"] == "max" else fmean
    return [[combine(list(islice(left, len(record["references"]))))] for record in records]


def pair(tokenizer: Any, reference: str, output: str, longest: int) -> Any:
    """Return the tokens of a pair, cut as google-research/bleurt does.

    The library cuts by rules of transformers, which keep one token less of the reference.
    """
    sides = [tokenizer.encode(text, add_special_tokens=False) for text in (reference, output)]
    room = longest - tokenizer.num_special_tokens_to_add(pair=True)
    while sum(map(len, sides)) > room:
        sides[len(sides[0]) <= len(sides[1])].pop()
    return tokenizer.prepare_for_model(*sides, return_tensors="pt", prepend_batch_axis=True)
