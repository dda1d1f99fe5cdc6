"""UniEval by its authors' code, in a Python of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

REPOSITORY = "maszhongming/UniEval"
COMMIT = "d33e7b6cfebe97b2bafe435adbd818230d5a416a"
FILES = {
    "metric/evaluator.py": "c172248fe44085978893d4fd77cc586882c3cb03ed29f36a9b704167b3c3d142",
    "metric/scorer.py": "d5835036017772c9dc60c9ccb0111e07a94fc323b7fccdfc1da2049a5c77da22",
    "utils.py": "f27b0af0ad521df72138d8412a3bf843436ad1e3486905470562e4436df4565d",
}
COMPARED = {
    "transformers": "4", "torch": "", "tokenizers": "", "nltk": "3", "prettytable": "", "tqdm": "",
}  # fmt: skip
INSTALL = "torch 'transformers<5' sentencepiece nltk prettytable tqdm"


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `model` (a folder), `max_tokens`, `device`, `dimensions`, `punkt` (the folder of
            NLTK's data, or ""), and `code`, the folder of the authors' repository.
        records: Texts: a `prediction`, and its `sources` and `references` as dimensions need them.

    Returns:
        The score of each dimension and their mean, for each record.
    """
    sys.path.insert(0, options["code"])
    if options["punkt"]:
        import_module("nltk").data.path.insert(0, options["punkt"])
    library = import_module("metric.evaluator")
    summaries = object.__new__(library.SumEvaluator)  # else it loads the model of one name
    summaries.task = "summarization"
    summaries.scorer = library.UniEvaluator(
        options["model"], max_length=options["max_tokens"], device=options["device"]
    )
    columns = [dimension(summaries, name, records) for name in options["dimensions"]]
    return [[*row, fmean(row)] for row in zip(*columns, strict=True)]


def dimension(summaries: Any, name: str, records: list[dict[str, Any]]) -> list[float]:
    """Return the score of one dimension for each record: that of the best reference."""
    several = [one["references"] if name == "relevance" else [""] for one in records]
    data = [
        {
            "system_output": one["prediction"],
            "source": " ".join(one.get("sources", ())),
            "reference": text,
        }
        for one, some in zip(records, several, strict=True)
        for text in some
    ]
    found = iter(summaries.evaluate(data, dims=[name], overall=False))
    return [max(one[name] for one in islice(found, len(some))) for some in several]
