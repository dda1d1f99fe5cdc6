"""Metrics inside wrappers: the innermost one, and the one whose formula sums the rows up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.metric import Metric


def innermost(metric: Metric) -> Metric:
    """Return the metric inside all wrappers."""
    return _inside(metric, "metric_inside")


def formula_owner(metric: Metric) -> Metric:
    """Return the metric whose formula sums the rows up; of a wrapper, mostly the one inside.

    What few metrics define, such as intervals of their own, is a protocol that it may have.
    """
    return _inside(metric, "formula_inside")


def _inside(metric: Metric, where: str) -> Metric:
    while (inner := getattr(metric, where, None)) is not None:
        metric = inner
    return metric
