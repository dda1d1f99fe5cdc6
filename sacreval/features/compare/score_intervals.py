"""Intervals of the scores of compared systems, beside those of their differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from sacreval.errors import UsageError
from sacreval.scoring.sets.data_sets import of_set
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.results import Result
    from sacreval.features.compare.result import ComparisonReport, Standing
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.intervals.interval_options import IntervalOptions

Place = tuple[str | None, str, str]
"""A data set, an output and a system."""


def with_score_intervals(
    evaluations: Mapping[str | None, Evaluation],
    report: ComparisonReport,
    options: IntervalOptions,
) -> ComparisonReport:
    """Return a comparison with the interval of each score, by the method that `evaluate` takes.

    Args:
        evaluations: Data set to the rows of all systems.
        report: The comparison.
        options: How intervals are computed.

    Raises:
        UsageError: If systems were compared on fewer records than an interval would be of.
    """
    found = {
        (dataset, one.output, one.system_id): one
        for dataset, evaluation in evaluations.items()
        for one in evaluation.report(options).results
        if one.group is None
    }
    made = replace(report, standings=[_with_interval(one, found) for one in report.standings])
    apart = [text for name in evaluations for text in of_set(name, _other_units(made, name))]
    return replace(made, notices=[*made.notices, *apart])


def _other_units(report: ComparisonReport, dataset: str | None) -> list[str]:
    """Describe intervals of scores over a group where tests and differences take records."""
    tested = {x.interval.unit for x in report.comparisons if x.dataset == dataset and x.interval}
    around = {x.interval.unit for x in report.standings if x.dataset == dataset and x.interval}
    return [
        f"scores of records of one {group} are alike: intervals of scores are over {group}, and "
        "tests and intervals of differences over records, by the differences of systems; "
        f"--resample-by {group} takes it for all"
        for group in sorted(x for x in around - tested if x is not None)
    ]


def _with_interval(standing: Standing, found: Mapping[Place, Result]) -> Standing:
    if standing.group is not None:
        return standing
    result = found.get((standing.dataset, standing.output, standing.system_id))
    if result is None or result.value is None or rounded(result.value) != rounded(standing.value):
        raise UsageError(
            f"'{standing.system_id}' is compared on a part of its records, of which its score "
            "has no interval; leave out interval and plus-minus, or give all systems the same "
            "records"
        )
    return replace(standing, interval=result.interval)
