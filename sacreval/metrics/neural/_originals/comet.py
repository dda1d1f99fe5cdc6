"""COMET by its authors' library, in a Python of its own."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

COMPARED = {"unbabel-comet": "2.2.7", "transformers": "4", "torch": "", "pytorch-lightning": ""}
INSTALL = "unbabel-comet==2.2.7 'setuptools<81' 'numpy<2'"


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `checkpoint` (the file), `device`, and `multi_reference`: best or mean.
        records: Texts: a `prediction`, its `sources`, and its `references` if the model reads them.

    Returns:
        The score of each record, the best or the mean over its references.
    """
    if not records:
        return []
    samples = [triples(one) for one in records]
    model = import_module("comet").load_from_checkpoint(options["checkpoint"])
    found = model.predict(
        [one for some in samples for one in some],
        batch_size=16,
        gpus=int(options["device"] == "cuda"),
        progress_bar=False,
        num_workers=0,
    )
    left = iter(found["scores"])
    combine = max if options["multi_reference"] == "best" else fmean
    return [[combine(islice(left, len(some)))] for some in samples]


def triples(record: dict[str, Any]) -> list[dict[str, str]]:
    """Return what the library is given for a record: one for each of its references."""
    texts = {"mt": record["prediction"], "src": " ".join(record["sources"])}
    if "references" not in record:
        return [texts]
    return [texts | {"ref": text} for text in record["references"]]
