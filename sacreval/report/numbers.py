"""Numbers: decimal places of scores in tables, scores times 100, and p-values as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from msgspec import UNSET, structs

from sacreval.core.contract.declarations import score_range
from sacreval.core.metric import Metric, metrics
from sacreval.core.results import Interval, Result
from sacreval.errors import SacrevalError
from sacreval.report.display_names import metric_output

_MORE = 2  # decimal places that percent have less
PERCENT = "Scores that range from 0 to 1 are times 100"
PERCENT_OF_CORRELATIONS = "Correlations are times 100."


@dataclass(frozen=True)
class Numbers:
    """How tables show numbers.

    Args:
        digits: Number of decimal places; None for what a table has.
        percent: Whether scores that range from 0 to 1 are multiplied by 100.
    """

    digits: int | None = None
    percent: bool = False

    def places(self, usual: int) -> int:
        """Return a number of decimal places.

        Args:
            usual: The number where none was asked for.
        """
        return usual if self.digits is None else self.digits

    def of_correlations(self, usual: int) -> int:
        """Return the decimal places of correlations, of which percent have two less."""
        return self.places(usual - _MORE * self.percent)

    def notes(self) -> list[str]:
        """Return a line on scores that are multiplied."""
        return [PERCENT] if self.percent else []

    def results(self, results: Sequence[Result]) -> list[Result]:
        """Return results as tables show them."""
        if not self.percent:
            return list(results)
        return [_result(result) if is_share(result) else result for result in results]


USUAL = Numbers()
"""Numbers as tables have them by default."""


def times_100(value: Any) -> Any:
    """Multiply a number, or the ends of an interval and what is within."""
    if value is None or value is UNSET:
        return value
    if isinstance(value, float | int):
        return 100 * value
    if isinstance(value, Interval):
        ends = {x: times_100(getattr(value, x)) for x in ("low", "high", "estimate")}
        return structs.replace(value, **ends)
    ends = {x: 100 * getattr(value, x) for x in ("value", "low", "high")}
    return replace(value, **ends)


def _result(result: Result) -> Result:
    band, labelled = result.band, result.corrected
    if band is not None:
        band = structs.replace(band, mean=100 * band.mean, high=100 * band.high)
    if labelled is not None:
        ends = {x: 100 * getattr(labelled, x) for x in ("value", "low", "high")}
        labelled = structs.replace(labelled, **ends)
    return structs.replace(
        result,
        value=times_100(result.value),
        interval=times_100(result.interval),
        band=band,
        corrected=labelled,
    )


def is_share(result: Any) -> bool:
    """Return whether the output of a result or a comparison lies between -1 or 0 and 1."""
    metric = _by_default(result.metric)
    low, high = (0.0, 0.0) if metric is None else score_range(metric, metric_output(result))
    return low in (-1, 0) and high == 1


@cache
def _by_default(name: str) -> Metric | None:
    """Return a metric with its defaults; None for those of users, and where it cannot run."""
    if not metrics.is_own(name):
        return None
    try:
        return metrics.get(name)()
    except SacrevalError:
        return None


def range_text(low: int | None, high: int | None) -> str:
    """Format a range of whole numbers, such as ranks; a hyphen if there is none."""
    if low is None:
        return "-"
    return f"{low}" if low == high else f"{low}-{high}"


def score_text(value: float | None) -> str:
    """Format a score; a hyphen if there is none."""
    return "-" if value is None else f"{value:.4f}"


_SMALLEST_P = 0.00005


def p_text(value: float | None) -> str:
    """Format a p-value; a hyphen if there is none."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= _SMALLEST_P else "<0.0001"
