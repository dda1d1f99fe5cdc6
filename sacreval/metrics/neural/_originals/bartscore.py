"""BARTScore by its authors' script bart_score.py, in a Python of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

REPOSITORY = "neulab/BARTScore"
COMMIT = "248f511cb34ae3753fc81f7d7a945de5bfe33458"
FILES = {"bart_score.py": "f5b9c037ab527028875f529085d5ea134e00b0a7ec6ffce10de039bc23d51087"}
COMPARED = {"transformers": "4", "torch": "", "tokenizers": "", "numpy": ""}
INSTALL = "torch 'transformers<5' numpy"


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `model` (a folder), `weights` (a file in place of the model's, or ""), `longest`
            (tokens of a text), `device`, `directions`, `multi_reference` (mean or best), and
            `code`, the folder of bart_score.py.
        records: Texts: a `prediction`, and its `sources` and `references` as directions need them.

    Returns:
        The score of each direction for each record.
    """
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
        sources = [" ".join(one["sources"]) for one in records]
        found: list[float] = scorer.score(sources, [one["prediction"] for one in records])
        return found
    outputs = [one["prediction"] for one in records for _ in one["references"]]
    references = [text for one in records for text in one["references"]]
    pairs = {
        "precision": lambda: scorer.score(references, outputs),
        "recall": lambda: scorer.score(outputs, references),
    }
    parts = [pairs[part]() for part in pairs if name in {part, "f"}]
    left = iter([fmean(some) for some in zip(*parts, strict=True)])
    combine = max if options["multi_reference"] == "best" else fmean
    return [combine(list(islice(left, len(one["references"])))) for one in records]
