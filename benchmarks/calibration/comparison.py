"""compare's findings and intervals of arrays: rows of two or more systems in, a report out."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.calibration.cells import Kind, Seen
from benchmarks.calibration.evaluation import Array, collected, doubts
from sacreval.core.metric import Metric
from sacreval.features.compare.compare import compare_data_sets
from sacreval.features.compare.result import Comparison, ComparisonReport, Settings
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation

NULL: dict[str, Kind] = {
    "finding": "size",
    "interval": "coverage",
    "contradiction": "contradiction",
}
FEW_VALUES: dict[str, Kind] = {**NULL, "finding": "exact", "interval": "cautious"}
DIFFERENT: dict[str, Kind] = {**NULL, "finding": "power"}
DIFFERENT_SHARES: dict[str, Kind] = {**DIFFERENT, "interval": "cautious"}


def compared(
    metric: Metric,
    tables: Sequence[Array],
    groups: Mapping[str, Sequence[Any]] | None = None,
    **options: Any,
) -> ComparisonReport:
    """Compare systems with the first, as `compare` does.

    Args:
        metric: The metric.
        tables: The rows of every system, arrays (n, k).
        groups: Name of a group to the value of each record.
        options: Of `Settings`.
    """
    systems = {}
    for i, rows in enumerate(tables):
        one = systems[f"system{i}"] = collected(metric, rows, groups)
        one.fingerprints.of(metric).contexts = array("Q", bytes(8 * len(rows)))
    names = list(systems)
    run = Evaluation([Entry(metric)], systems)
    return compare_data_sets({None: run}, names[0], names[1:], Settings(**options))


def found(one: Comparison) -> bool:
    """Whether a comparison finds a difference."""
    return one.finding != "no difference shown"


def two(
    metric: Metric,
    tables: Sequence[Array],
    truth: float,
    groups: Mapping[str, Sequence[Any]] | None = None,
    **options: Any,
) -> dict[str, Seen]:
    """Compare two systems.

    Args:
        metric: The metric.
        tables: Their rows, two arrays (n, k).
        truth: The difference in the population.
        groups: Name of a group to the value of each record.
        options: Of `Settings`.

    Returns:
        Whether a difference is found; whether the interval covers the truth; whether both
        contradict each other about 0.
    """
    report = compared(metric, tables, groups, **options)
    [one] = report.comparisons
    notice = any(map(doubts, report.notices))
    if one.interval is None:
        return dict.fromkeys(
            ("finding", "interval", "contradiction"), Seen(found(one), notice=True)
        )
    low, high = one.interval.low, one.interval.high
    covers = low - 1e-12 <= truth <= high + 1e-12
    apart = low < 0 < high if found(one) else not low <= 0 <= high  # an end at 0 may be open
    return {
        "finding": Seen(found(one), notice=notice),
        "interval": Seen(covers, high - low, notice),
        "contradiction": Seen(apart, notice=notice),
    }
