"""Reduction of the scores of repeats to one score of a record, as inspect_ai names it."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Sequence
from math import comb, nan

MEAN = "mean"
Reducer = Callable[[Sequence[float]], float]

_COUNTED = re.compile(r"(pass_at|at_least)_(\d+)")
_PLAIN: dict[str, Reducer] = {
    MEAN: statistics.fmean,
    "sum": sum,
    "median": statistics.median,
    "mode": statistics.mode,
    "max": max,
}


def reducer(name: str) -> Reducer | None:
    """Return the function of a reducer; None for an unknown one.

    Args:
        name: `mean`, `median`, `mode`, `max`, `pass_at_K` or `at_least_K`.
    """
    if name in _PLAIN:
        return _PLAIN[name]
    found = _COUNTED.fullmatch(name)
    if found is None:
        return None
    k = int(found[2])
    if found[1] == "at_least":
        return lambda scores: float(sum(one >= 1.0 for one in scores) >= k)
    return lambda scores: _pass_at(k, scores)


def _pass_at(k: int, scores: Sequence[float]) -> float:
    """Return the chance that one of k scores drawn is 1; NaN for fewer than k scores."""
    n, right = len(scores), sum(one >= 1.0 for one in scores)
    if n < k:
        return nan
    return 1.0 if n - right < k else 1.0 - comb(n - right, k) / comb(n, k)
