"""BERTScore by its authors' library, in a Python of its own."""

from __future__ import annotations

import os
from collections import defaultdict
from importlib import import_module
from math import log
from typing import Any

COMPARED = {"bert-score": "0.3.13", "transformers": "4", "torch": "", "tokenizers": ""}
INSTALL = "bert-score==0.3.13 'transformers<5'"


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `model` (a folder), `layer`, `fast` (the tokenizer), `device`, and `idf`: None, or
            the number of `documents` and in how many of them each token occurs (`counts`).
        records: Texts: a `prediction` and its `references`.

    Returns:
        Precision, recall and F1 of each record, the highest over its references.
    """
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
        scorer._idf_dict = weights(**options["idf"])  # noqa: SLF001 - else it tokenizes all texts
    if not records:
        return []
    found = scorer.score(
        [one["prediction"] for one in records], [one["references"] for one in records]
    )
    return [list(row) for row in zip(*(part.tolist() for part in found), strict=True)]


def weights(documents: int, counts: dict[str, int]) -> Any:
    """Return the inverse document frequency of each token, as the library computes it."""
    found: Any = defaultdict(lambda: log(documents + 1))
    found.update({int(x): log((documents + 1) / (n + 1)) for x, n in counts.items()})
    return found
