"""BERTScore by its authors' library."""

import os
from collections import defaultdict
from importlib import import_module
from math import log
from typing import Any

MODULE = "bert_score"  # that its Python has


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    table = metric._table() if metric.idf != "none" else None
    return {
        "model": str(metric._checkpoint.folder.resolve()),
        "layer": metric.layer,
        "fast": metric.tokenizer == "fast",
        "device": metric.device,
        "idf": table and {"documents": table.references, "counts": dict(table.counts)},
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    # The library takes a path with "t5" in it for a model of that kind, so it is given none.
    os.chdir(options["model"])
    scorer = import_module("bert_score").BERTScorer(
        model_type="./",
        num_layers=options["layer"],
        idf=options["idf"] is not None,
        device=options["device"],
        use_fast_tokenizer=options["fast"],
        nthreads=0,
    )
    if options["idf"] is not None:
        scorer._idf_dict = weights(**options["idf"])  # else it tokenizes all texts
    tensors = scorer.score(
        [record["prediction"] for record in records], [record["references"] for record in records]
    )
    return [list(row) for row in zip(*(part.tolist() for part in tensors), strict=True)]


def weights(documents: int, counts: dict[str, int]) -> Any:
    """Return the inverse document frequency of each token, as the library computes it."""
    idf: Any = defaultdict(lambda: log(documents + 1))
    idf.update({int(x): log((documents + 1) / (n + 1)) for x, n in counts.items()})
    return idf
