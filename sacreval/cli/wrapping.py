"""Options that change what a metric sees: extraction, normalising, several predictions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
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


Summaries = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOW",
        help="What is made of the scores of groups: mean, weighted, worst; only:VARIANT=VALUE; "
        "or the change from originals to other records: drop-rate:VARIANT=ORIGINAL, "
        "cohens-h:..., hedges-g:...; repeat it.",
        rich_help_panel="Run",
    ),
]
ResampleBy = Annotated[
    str | None,
    typer.Option(
        metavar="GROUP",
        help="What resamples draw whole, such as documents; by default records.",
        rich_help_panel="Run",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Wrapping:
    """What the options put around metrics; the fields are those of the wrappers."""

    extract: str
    extract_references: str
    clean: str
    unextracted: Literal["missing", "empty"]
    reduce_predictions: Reduction | None
    reduce_references: Reduction | None

    def __call__(self, metric: Metric) -> Metric:
        """Put it around a metric.

        Raises:
            UsageError: If the metric cannot be used in that way.
        """
        if {self.extract, self.extract_references, self.clean} != {"none"}:
            from sacreval.wrappers import Extracted

            metric = Extracted(
                metric=metric,
                extract=self.extract,
                extract_references=self.extract_references,
                clean=self.clean,
                unextracted=self.unextracted,
            )
        if self.reduce_predictions or self.reduce_references:
            from sacreval.wrappers import Folded

            metric = Folded(
                metric=metric,
                reduce_predictions=self.reduce_predictions,
                reduce_references=self.reduce_references,
            )
        return metric


def refuse_sets(metrics: Sequence[Metric], *, ci: bool, instances: bool) -> None:
    """Say before any work what metrics of whole sets cannot give.

    Raises:
        UsageError: If it is asked for.
    """
    for metric in metrics:
        if isinstance(metric, SetMetric) and instances:
            raise UsageError(f"{metric.name} has no score of a single record; drop --instances")
        if isinstance(metric, SetMetric) and not isinstance(metric, SampleMetric) and ci:
            raise UsageError(
                f"{metric.name} is computed anew for every set and has no intervals; drop --ci"
            )


def verb_for(verb: Callable[..., None], cls: type[Any]) -> Callable[..., None]:
    """Leave out options of a verb that the metric has itself, as exact-match has --normalize."""
    signature = inspect.signature(verb)
    own = {f.name for f in fields(cls)} & {"normalize"}

    @wraps(verb)
    def narrowed(*args: Any, **values: Any) -> None:
        verb(*args, **values)

    kept = [p for p in signature.parameters.values() if p.name not in own]
    narrowed.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    return narrowed
