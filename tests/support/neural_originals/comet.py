"""COMET by its authors' library, which reads Lightning's checkpoint alone."""

from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

MODULE = "comet"  # that its Python has


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    return {
        "checkpoint": str((metric._checkpoint.folder / "checkpoints" / "model.ckpt").resolve()),
        "device": metric.device,
        "multi_reference": metric.multi_reference,
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    samples = [triples(record) for record in records]
    model = import_module("comet").load_from_checkpoint(options["checkpoint"])
    output = model.predict(
        [sample for some in samples for sample in some],
        batch_size=16,
        gpus=int(options["device"] == "cuda"),
        progress_bar=False,
        num_workers=0,
    )
    left = iter(output["scores"])
    combine = max if options["multi_reference"] == "best" else fmean
    return [[combine(islice(left, len(some)))] for some in samples]


def triples(record: dict[str, Any]) -> list[dict[str, str]]:
    """Return what the library is given for a record: one for each of its references."""
    texts = {"mt": record["prediction"], "src": " ".join(record["sources"])}
    if "references" not in record:
        return [texts]
    return [texts | {"ref": text} for text in record["references"]]
