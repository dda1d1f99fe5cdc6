"""Options that change what a metric sees: extraction, normalising, several predictions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, Literal

import typer

from sacreval.errors import UsageError
from sacreval.metric import Metric, SampleMetric, SetMetric

PANEL = "Answers"

Extract = Annotated[
    str,
    typer.Option(
        metavar="HOW",
        help="Score the answer in an output: last-number, boxed, letter, gsm8k, regex:PATTERN "
        "(the last match, or its first group), json:JMESPATH.",
        rich_help_panel=PANEL,
    ),
]
ExtractReferences = Annotated[
    str,
    typer.Option(
        metavar="HOW", help="The same for references; none by default.", rich_help_panel=PANEL
    ),
]
Normalize = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="What is done to outputs and references first: lower, strip, squad, quac, drop, helm, "
        "triviaqa, gsm8k, math, multilingual-LANG, or several joined by +.",
        rich_help_panel=PANEL,
    ),
]
Unextracted = Annotated[
    Literal["missing", "empty"],
    typer.Option(
        help="Outputs without an answer are left out and counted, or scored as empty texts.",
        rich_help_panel=PANEL,
    ),
]
Reduction = Literal["best", "max", "min", "mean", "median"]
ReducePredictions = Annotated[
    Reduction | None,
    typer.Option(
        help="Make one score of the several `predictions` of a record; best follows the metric's "
        "own direction.",
        rich_help_panel=PANEL,
    ),
]
ReduceReferences = Annotated[
    Reduction | None,
    typer.Option(
        help="Score each reference on its own and make one score of them; by default the metric "
        "handles several references itself.",
        rich_help_panel=PANEL,
    ),
]


def wrapped(
    metric: Metric,
    *,
    extract: str,
    extract_references: str,
    clean: str,
    unextracted: Literal["missing", "empty"],
    reduce_predictions: Reduction | None,
    reduce_references: Reduction | None,
) -> Metric:
    """Put around a metric what the options ask for.

    Raises:
        UsageError: If the metric cannot be used in that way.
    """
    if {extract, extract_references, clean} != {"none"}:
        from sacreval.wrappers import Extracted

        metric = Extracted(
            metric=metric,
            extract=extract,
            extract_references=extract_references,
            clean=clean,
            unextracted=unextracted,
        )
    if reduce_predictions or reduce_references:
        from sacreval.wrappers import Folded

        metric = Folded(
            metric=metric,
            reduce_predictions=reduce_predictions,
            reduce_references=reduce_references,
        )
    return metric


def refuse_sets(metric: Metric, *, ci: bool, instances: bool) -> None:
    """Say before any work what a metric of whole sets cannot give.

    Raises:
        UsageError: If it is asked for.
    """
    if isinstance(metric, SetMetric) and instances:
        raise UsageError(f"{metric.name} has no score of a single record; drop --instances")
    if isinstance(metric, SetMetric) and not isinstance(metric, SampleMetric) and ci:
        raise UsageError(
            f"{metric.name} is computed anew for every set and has no intervals; drop --ci"
        )


def verb_for(verb: Callable[..., None], cls: type[Any]) -> Callable[..., None]:
    """Leave out options of a verb that the metric has itself, as exact-match has --normalize."""
    signature = inspect.signature(verb, eval_str=True)
    own = {f.name for f in fields(cls)} & {"normalize"}

    @wraps(verb)
    def narrowed(*args: Any, **values: Any) -> None:
        verb(*args, **values)

    kept = [p for p in signature.parameters.values() if p.name not in own]
    narrowed.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    return narrowed
