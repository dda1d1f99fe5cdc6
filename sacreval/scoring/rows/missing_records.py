"""Missing records: their counts by reason, and bounds on scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import direction, highest_score
from sacreval.core.results import Missing

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.scoring.rows.collected_rows import Collected


def missing(
    collected: Collected,
    i: int,
    inside: Sequence[bool] | None,
    scores: Mapping[str, float],
    n: int,
) -> dict[str, Missing]:
    """Return the missing records, for each output of a metric."""
    states = collected.columns[i].states.items()
    counts = Counter(state for place, state in states if inside is None or inside[place])
    if not counts:
        return {}
    entry = collected.entries[i]
    total = sum(counts.values())
    by_output = {}
    for output, metric_output in entry.metric_outputs.items():
        worst, best = (
            _if_all(scores.get(output), n, bound, total)
            for bound in worst_and_best(entry.metric, metric_output) or (None, None)
        )
        by_output[output] = Missing(**counts, if_worst=worst, if_best=best)
    return by_output


def worst_and_best(metric: Metric, output: str) -> tuple[float, float] | None:
    """Return the worst and the best score of a record, of which a system's score is the mean.

    Args:
        metric: The metric.
        output: Its output.

    Returns:
        None where the score is no mean, or has no direction or no bounds.
    """
    of_verdicts: Callable[[str], tuple[float, float]] | None = getattr(
        metric, "worst_and_best", None
    )
    if of_verdicts is not None:
        return of_verdicts(output)
    highest, better = highest_score(metric, output), direction(metric, output)
    if highest is None or better is None:
        return None
    return (0.0, highest) if better else (highest, 0.0)


def _if_all(score: float | None, n: int, bound: float | None, total: int) -> float | None:
    """Return the mean if all missing records had the same score."""
    if bound is None:
        return None
    return ((score or 0.0) * n + bound * total) / (n + total)
