"""UniEval by its authors' code: github.com/maszhongming/UniEval at commit d33e7b6.

What is changed to run it: the model. An output without sentences, which sacreval scores 0, ends it.
"""

import sys
from importlib import import_module
from itertools import islice
from statistics import fmean
from typing import Any

MODULE = "prettytable"  # that its Python has
CODE = "UniEval"  # its folder below SACREVAL_CODE


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    punkt = metric._files()
    return {
        "model": str(metric._checkpoint.folder.resolve()),
        "max_tokens": metric.max_tokens,
        "device": metric.device,
        "dimensions": metric.dimensions,
        "punkt": str(punkt[0].parents[2]) if punkt else "",
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
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
    several = [record["references"] if name == "relevance" else [""] for record in records]
    data = [
        {
            "system_output": record["prediction"],
            "source": " ".join(record.get("sources", ())),
            "reference": text,
        }
        for record, some in zip(records, several, strict=True)
        for text in some
    ]
    results = iter(summaries.evaluate(data, dims=[name], overall=False))
    return [max(result[name] for result in islice(results, len(some))) for some in several]
