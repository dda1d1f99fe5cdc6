"""Wrapping: options of a run that change what a metric sees, whichever metric it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple

from sacreval.core.metric import Metric, SetMetric

Reduction = Literal["best", "max", "min", "mean", "median"]
NOTHING = "none"
TEXTUAL = ("prediction", "samples")  # fields that may hold texts


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)  # neither printed nor compared
class Wrapping:
    """What is put around a metric.

    Args:
        extract: Score the answer in an output, read as the text, number, label or list that the
            metric wants: none, last-number, boxed, letter, gsm8k, regex:PATTERN (the last match,
            or its first group), json:JMESPATH.
        extract_references: The same for references.
        normalize: What is done to outputs and references first: none, lower, strip, squad, quac,
            drop, helm, triviaqa, jury, number, punctuation, braces, bigbench, gsm8k, math, value,
            multilingual, multilingual-LANG, or several joined by +; docs/tasks.md says what each
            does.
        unextracted: Outputs without an answer are left out and counted, or scored as empty texts.
        reduce_predictions: Make one score of the several `predictions` of a record; best follows
            the metric's own direction.
        reduce_references: Score each reference on its own and make one score of them; by default
            the metric handles several references itself.
    """

    extract: str = NOTHING
    extract_references: str = NOTHING
    normalize: str = NOTHING
    unextracted: Literal["missing", "empty"] = "missing"
    reduce_predictions: Reduction | None = None
    reduce_references: Reduction | None = None

    def around(self, metric: Metric) -> Metric:
        """Wrap a metric in what is asked for.

        Raises:
            UsageError: If the metric cannot be used in that way.
        """
        if {self.extract, self.extract_references, self.normalize} != {NOTHING}:
            from sacreval.metrics._wrappers import extracted

            metric = extracted(
                metric,
                extract=self.extract,
                extract_references=self.extract_references,
                clean=self.normalize,
                unextracted=self.unextracted,
            )
        if self.reduce_predictions or self.reduce_references:
            from sacreval.metrics._wrappers import Folded

            metric = Folded(
                metric=metric,
                reduce_predictions=self.reduce_predictions,
                reduce_references=self.reduce_references,
            )
        return metric


class Divided(NamedTuple):
    """Options of a metric, and options of what is put around it."""

    own: dict[str, Any]
    wrapping: dict[str, Any]


def divide(cls: type[Metric], options: Mapping[str, Any]) -> Divided:
    """Separate a metric's own options from those of its wrapping.

    Args:
        cls: The metric's class; where both have an option, it is the metric's, as exact-match
            has `normalize`.
        options: Option, with underscores, to value.
    """
    around = names(cls)
    return Divided(
        {key: value for key, value in options.items() if key not in around},
        {key: value for key, value in options.items() if key in around},
    )


def names(cls: type[Metric]) -> set[str]:
    """List the options of a wrapping that can be put around a metric and are not its own."""
    own = {f.name for f in fields(cls)}
    return {f.name for f in fields(Wrapping)} - own - _without_sense(cls)


def _without_sense(cls: type[Metric]) -> set[str]:
    """List the options that change nothing that a metric reads, or that it has no use for."""
    if cls.judges not in TEXTUAL:
        return {f.name for f in fields(Wrapping)}
    if cls.judges != "prediction" or issubclass(cls, SetMetric):
        return {"reduce_predictions", "reduce_references"}
    return set()


def written(metric: Metric) -> dict[str, Any]:
    """Return the options that create a metric and its wrapping, as a config holds them."""
    from sacreval.metrics._wrappers import WITHOUT, Extracted, Folded

    options = metric.options()
    inner = metric.metric if isinstance(metric, Folded) else metric
    if isinstance(inner, Extracted):
        clean = options.pop("clean")
        options.setdefault("normalize", clean)
    reductions = ("reduce_predictions", "reduce_references")
    return {k: v for k, v in options.items() if not (k in reductions and v == WITHOUT)}
