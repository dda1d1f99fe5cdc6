"""Engines: the choice of the code that computes rows, and scores computed with checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

from sacreval import native
from sacreval.core.contract.declarations import computed_by, innermost, runs_model, why_definition
from sacreval.core.contract.metric_records import is_settled
from sacreval.core.metric import Engine, Metric
from sacreval.errors import MetricError, NotSetUpError, SacrevalError, UsageError, nearest, one_line

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def choose(metric: Metric, wanted: Engine | None) -> Metric:
    """Return a metric with its engine set: the one named, or the kernels where they cover it.

    Args:
        metric: The metric.
        wanted: The engine that the user named; None for `native` where it covers the options, else
            for `official`.

    Raises:
        UsageError: If the kernels were named but are missing or do not cover the options, if an
            option is not a finite number, or if the range of scores names another metric's output.
    """
    _check_finite(metric)
    if is_settled(metric):
        _check_outputs(innermost(metric))
    if wanted != "official" and native.available() and metric.covers_native():
        return metric.with_engine("native")
    if wanted == "native":
        why = (
            f"do not cover {metric.signature()}"
            if native.available()
            else "were not built when sacreval was installed"
        )
        raise UsageError(f"The native kernels {why}; use --engine official")
    return metric.with_engine("official")


def without_original(metrics: Iterable[Metric]) -> Iterator[str]:
    """Yield a notice for each metric whose original was asked for and does not compute its rows.

    Args:
        metrics: Metrics on the official engine; those that have neither an official program nor a
            model are left out, since their definition is sacreval's.
    """
    for metric in metrics:
        has_original = metric.origin.program or runs_model(innermost(metric))
        if has_original and computed_by(metric) == "definition":
            yield (
                f"{metric.name} is computed by sacreval's own definition, since "
                f"{why_definition(metric)}"
            )


def _check_finite(metric: Metric) -> None:
    for option, value in metric.options().items():
        if isinstance(value, float) and not isfinite(value):
            raise UsageError(f"{metric.name}: {option} is {value}; give a finite number")


def _check_outputs(metric: Metric) -> None:
    """Check that the outputs that a metric's range of scores names are its own.

    A class that has the range of its base may have other outputs.
    """
    if "score_scale" not in vars(type(metric)):
        return
    scale = metric.score_scale
    highest = scale.highest if isinstance(scale.highest, Mapping) else {}
    named = {*highest, *scale.greatest, *scale.spans, *scale.binary} - {"*"}
    for name in sorted(named.difference(metric.outputs)):
        raise UsageError(
            f"{metric.name}: score_scale names the output '{name}', which the metric does not "
            f"have; {nearest(name, metric.outputs)}"
        )


def scores_of(metric: Metric, rows: Array) -> Mapping[str, Array]:
    """Return the scores of single rows.

    Args:
        metric: The metric for single records.
        rows: Array (n, k) from a backend; where no record could be scored, k may be 1.

    Returns:
        Output name to array (n,), NaN where a row is.
    """
    import numpy as np

    if rows.shape[1] and np.isnan(rows).all():
        return dict.fromkeys(metric.outputs, rows[:, 0])
    return checked_scores(metric, lambda: metric.reduce(rows))


def checked_scores(metric: Metric, compute: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Compute scores by a metric's own code, which may be a plug-in's, and check them.

    Args:
        metric: The metric.
        compute: Evaluates its formula.

    Returns:
        Output to score, with all outputs of the metric.

    Raises:
        MetricError: If the code raises an exception, or an output is missing.
    """
    try:
        scores = {**compute()}
        missing = [output for output in metric.outputs if output not in scores]
    except SacrevalError:
        raise
    except Exception as error:
        raise MetricError(
            f"{metric.name} failed with {one_line(error)}; correct the metric, or its options"
        ) from error
    if missing:
        raise MetricError(
            f"{metric.name} returns {', '.join(scores) or 'nothing'}, but no {missing[0]}; "
            "correct the metric"
        )
    return scores


def checked_details(metric: Metric, sums: Array) -> dict[str, float]:
    """Compute what a score is made of by a metric's own code, and check the numbers."""
    try:
        details = {name: float(value) for name, value in metric.details(sums).items()}
    except SacrevalError:
        raise
    except Exception as error:
        raise MetricError(
            f"details of {metric.name} failed with {one_line(error)}; correct the metric"
        ) from error
    for name, value in details.items():
        if not isfinite(value):
            raise MetricError(
                f"details of {metric.name}: {name} is {value}; return a finite number, also where "
                "there is nothing to count"
            )
    return details


def engines_of(cls: type[Metric]) -> tuple[list[str], str]:
    """Return the engines that are available for a metric with its default options.

    Returns:
        The engines by their names in results, the default first; and, if there are none, the
        reason.
    """
    try:
        metric = cls()
    except NotSetUpError as error:
        return [], str(error)
    kernels = native.available() and metric.covers_native()
    slow = computed_by(metric.with_engine("official"))
    return (["native", slow] if kernels else [slow]), ""
