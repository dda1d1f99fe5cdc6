"""Score ranges of a metric: the largest score of a record, and the ends of a system's score."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.metric import Metric


def highest_score(metric: Metric, output: str) -> float | None:
    """Return the largest score of a record; None for an unbounded output or no mean."""
    highest = metric.score_scale.highest
    return highest.get(output) if isinstance(highest, Mapping) else highest


def score_range(metric: Metric, output: str) -> tuple[float, float]:
    """Return the least and the largest score of a system; infinite where there is none."""
    scale = metric.score_scale
    if output in scale.spans:
        return scale.spans[output]
    for highest in (highest_score(metric, output), scale.greatest.get(output)):
        if highest is not None:
            return 0.0, highest
    return scale.spans.get("*", (-inf, inf))
