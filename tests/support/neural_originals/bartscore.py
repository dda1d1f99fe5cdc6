"""BARTScore by its authors' script: github.com/neulab/BARTScore at commit 248f511."""

import sys
from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

MODULE = "transformers"  # that its Python has
CODE = "BARTScore"  # its folder below SACREVAL_CODE


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    return {
        "model": str(metric._checkpoint.folder.resolve()),
        "weights": str(metric._weights.path.resolve()) if metric._weights else "",
        "longest": metric._words.limit,
        "device": metric.device,
        "directions": metric.directions,
        "multi_reference": metric.multi_reference,
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    sys.path.insert(0, options["code"])
    scorer = import_module("bart_score").BARTScorer(
        device=options["device"], max_length=options["longest"], checkpoint=options["model"]
    )
    if options["weights"]:
        scorer.load(options["weights"])
    columns = [direction(scorer, name, options, records) for name in options["directions"]]
    return [list(row) for row in zip(*columns, strict=True)]


def direction(
    scorer: Any, name: str, options: dict[str, Any], records: list[dict[str, Any]]
) -> list[float]:
    """Return the score of one direction for each record."""
    if name == "faithfulness":
        sources = [" ".join(record["sources"]) for record in records]
        scores: list[float] = scorer.score(sources, [record["prediction"] for record in records])
        return scores
    outputs = [record["prediction"] for record in records for _ in record["references"]]
    references = [text for record in records for text in record["references"]]
    pairs = {
        "precision": lambda: scorer.score(references, outputs),
        "recall": lambda: scorer.score(outputs, references),
    }
    parts = [pairs[part]() for part in pairs if name in {part, "f"}]
    left = iter([fmean(some) for some in zip(*parts, strict=True)])
    combine = max if options["multi_reference"] == "best" else fmean
    return [combine(list(islice(left, len(record["references"])))) for record in records]
