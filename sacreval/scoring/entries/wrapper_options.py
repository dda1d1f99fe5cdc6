"""Options of wrappers, which change the texts that any metric reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, NamedTuple

from sacreval.core.contract.declarations import of_sets
from sacreval.core.metric import Metric
from sacreval.errors import UsageError

Reduction = Literal["best", "max", "min", "mean", "median"]
NOTHING = "none"
TEXTUAL = ("prediction", "samples")  # fields that may contain texts


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)  # neither printed nor compared
class Wrapping:
    """The wrappers around a metric.

    Args:
        extract: Score the answer in an output, as the text, number, label or list that the metric
            needs: none, first-line, first-word, number (the only one), last-number, yes-no, letter,
            boxed, final-answer, gsm8k, gsm8k-strict, gsm8k-flexible, closest-label (of --labels),
            closest-label:LABEL,LABEL, list:SEPARATOR, regex:PATTERN (the last match, or its first
            group), json:JMESPATH, py:MODULE:FUNCTION; after-thinking: before any of them drops what
            is before a mark such as </think>. Given several times, or joined as in
            boxed+last-number, they are tried in turn.
        extract_references: The same for references; with list:SEPARATOR one reference may hold
            several.
        normalize: Normalization of outputs and references before scoring: none, lower, strip,
            squad, quac, drop, helm, triviaqa, jury, number, punctuation, braces, bigbench, gsm8k,
            math, value, hendrycks, minerva, minerva-paper, multilingual, multilingual-LANG,
            py:MODULE:FUNCTION, or several joined by +, applied one after the other; docs/tasks.md
            describes them.
        unextracted: Treatment of outputs without an answer, which are counted: scored as empty, as
            by default wherever the metric can, or missing.
        reduce_predictions: Reduce the scores of a record's several `predictions` to one; best is
            max or min, by the metric's direction.
        reduce_references: Score against each reference separately and reduce the scores to one;
            by default the metric handles several references itself.
    """

    common: ClassVar[tuple[str, ...]] = ("extract",)

    extract: tuple[str, ...] = ()
    extract_references: tuple[str, ...] = ()
    normalize: str = NOTHING
    unextracted: Literal["empty", "missing"] | None = None
    reduce_predictions: Reduction | None = None
    reduce_references: Reduction | None = None

    def around(self, metric: Metric) -> Metric:
        """Wrap a metric as the options require.

        Raises:
            UsageError: If the metric cannot be used in that way.
        """
        if self.unextracted is not None and not {*self.extract} - {NOTHING}:
            raise UsageError(
                f"--unextracted {self.unextracted}: there is nothing to extract; add --extract, "
                "such as last-number, or drop it"
            )
        texts = {*self.extract, *self.extract_references, self.normalize}
        if texts != {NOTHING}:
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


class SplitOptions(NamedTuple):
    """Options of a metric, and options of the wrappers around it."""

    own: dict[str, Any]
    wrapping: dict[str, Any]


def split_options(cls: type[Metric], options: Mapping[str, Any]) -> SplitOptions:
    """Separate a metric's own options from those of its wrappers.

    Args:
        cls: The metric's class; an option that both have goes to the metric, such as `normalize`
            of exact-match.
        options: Option, with underscores, to value.
    """
    around = names(cls)
    return SplitOptions(
        {key: value for key, value in options.items() if key not in around},
        {key: value for key, value in options.items() if key in around},
    )


def names(cls: type[Metric]) -> set[str]:
    """Return the options of wrappers that apply to a metric and are not its own."""
    declared = {f.name for f in fields(cls)}
    return {f.name for f in fields(Wrapping)} - declared - _not_applicable(cls)


def _not_applicable(cls: type[Metric]) -> set[str]:
    """Return the options of wrappers that have no effect on a metric or do not fit it."""
    if cls.judges not in TEXTUAL or "replies" in cls.needs:
        return {f.name for f in fields(Wrapping)}
    if cls.judges != "prediction" or of_sets(cls):
        return {"reduce_predictions", "reduce_references"}
    return set()


def written(metric: Metric) -> dict[str, Any]:
    """Return the options that create a metric with its wrappers, as in a config."""
    from sacreval.metrics._wrappers import WITHOUT, Extracted, Folded

    options = metric.options()
    inner = metric.metric if isinstance(metric, Folded) else metric
    if isinstance(inner, Extracted):
        clean = options.pop("clean")
        options.setdefault("normalize", clean)
    reductions = ("reduce_predictions", "reduce_references")
    return {k: v for k, v in options.items() if not (k in reductions and v == WITHOUT)}
