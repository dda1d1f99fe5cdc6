"""Engines: which one computes a metric's rows, and the scores of single rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

from sacreval import native
from sacreval.core.metric import Engine, Metric
from sacreval.errors import MetricError, NotSetUpError, SacrevalError, UsageError, one_line

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def choose(metric: Metric, wanted: Engine | None) -> Metric:
    """Return a metric on an engine: the kernels where they cover its options, or as wanted.

    Args:
        metric: The metric.
        wanted: The engine the user named, or None.

    Raises:
        UsageError: If the kernels were named but are missing or do not cover the options, or an
            option is no finite number.
    """
    _check_finite(metric)
    if wanted == "official":
        return metric.with_engine("official")
    if native.available() and metric.covers_native():
        return metric.with_engine("native")
    if wanted == "native":
        why = (
            f"do not cover {metric.signature()}"
            if native.available()
            else "were not built when sacreval was installed"
        )
        raise UsageError(f"The native kernels {why}; use --engine official")
    return metric.with_engine("official")


def _check_finite(metric: Metric) -> None:
    for option, value in metric.options().items():
        if isinstance(value, float) and not isfinite(value):
            raise UsageError(f"{metric.name}: {option} is {value}; give a finite number")


def scores_of(metric: Metric, rows: Array) -> Mapping[str, Array]:
    """Return the scores of single rows.

    Args:
        metric: The metric for single records.
        rows: Array (n, k) as a backend gives it; where no row could be scored, k may be 1.

    Returns:
        Output name to array (n,), NaN where a row is.
    """
    import numpy as np

    if np.isnan(rows).all():
        return dict.fromkeys(metric.outputs, rows[:, 0])
    return answer(metric, lambda: metric.reduce(rows))


def answer(metric: Metric, ask: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Ask a metric for scores, and say so where its own code, perhaps a plug-in's, is at fault.

    Args:
        metric: The metric.
        ask: Calls its formula.

    Returns:
        What it gives, all of its outputs.

    Raises:
        MetricError: If it breaks, or leaves out an output.
    """
    try:
        scores = {**ask()}
        missing = [output for output in metric.outputs if output not in scores]
    except SacrevalError:
        raise
    except Exception as error:
        raise MetricError(
            f"{metric.name} broke with {one_line(error)}; mend the metric, or its options"
        ) from error
    if missing:
        raise MetricError(
            f"{metric.name} gives {', '.join(scores) or 'nothing'}, and no {missing[0]}; "
            "mend the metric"
        )
    return scores


def engines_of(cls: type[Metric]) -> tuple[list[str], str]:
    """Return the engines that a metric has here with its default options.

    Returns:
        The engines as results name them, the preferred one first; and, where there are none, why.
    """
    try:
        metric = cls()
    except NotSetUpError as error:
        return [], str(error)
    kernels = native.available() and metric.covers_native()
    slow = metric.with_engine("official").computed_by()
    return (["native", slow] if kernels else [slow]), ""
