"""Scores of groups, and their summaries: mean, worst group, best record, robustness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import Metric
from sacreval.core.results import Interval
from sacreval.errors import UsageError, nearest
from sacreval.scoring.group_summaries import (
    BY_RECORD,
    CHANGES,
    SEQUENCE,
    Summary,
    has_success,
    turns,
)
from sacreval.scoring.intervals.interval_choice import FEW_UNITS
from sacreval.scoring.intervals.interval_options import Choice, IntervalOptions
from sacreval.scoring.intervals.intervals import interval_of
from sacreval.scoring.intervals.methods._base import ComputedInterval
from sacreval.scoring.intervals.percentiles import percentiles
from sacreval.scoring.rows.subset import Subset
from sacreval.stats.resampling import bootstrap_weights

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.inputs.breakdowns import Breakdown


class GroupScores(msgspec.Struct, frozen=True):
    """Scores by group, for g values of the group.

    Args:
        metric: The metric.
        by: What records are grouped by.
        summary: The summary to compute.
        sizes: Numbers of records, array (g,).
        columns: Output to scores, array (g,); NaN where a group has no such score.
        unanswered: Number of records of all groups without an answer.
        missing: Groups of which every record is missing; with one, a summary has no value.
    """

    metric: Metric
    by: Breakdown
    summary: Summary
    sizes: Array
    columns: Mapping[str, Array]
    unanswered: int = 0
    missing: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.sizes)

    def scores(self) -> dict[str, Any]:
        """Compute the summary; an output that no group has is left out."""
        import numpy as np

        if self.missing:
            return {}
        found = self._over(np.ones(len(self)))
        return {name: value for name, value in found.items() if not np.isnan(value)}

    def intervals(self, options: IntervalOptions | None) -> dict[str, Interval]:
        """Compute intervals over resampled groups: percentiles, expanded if groups are few."""
        import numpy as np

        if options is None or self.missing or len(self) < 2:  # noqa: PLR2004 - no spread
            return {}
        blocks = [
            self._over(weights)
            for weights in bootstrap_weights(
                len(self), resamples=options.resamples, seed=options.seed
            )
        ]
        columns = {name: np.concatenate([b[name] for b in blocks]) for name in self.columns}
        # Resamples in which no drawn group has the score are left out.
        kept = {name: column[~np.isnan(column)] for name, column in columns.items()}
        units = len(self) if len(self) < FEW_UNITS else None
        method: IntervalName = "expanded" if units else "percentile"
        over = replace(options, unit=self.by.name)
        choice = Choice(method, f"{len(self)} values of {self.by.name}")
        return {
            name: interval_of(
                ComputedInterval(percentiles(column, over.confidence, units=units)), choice, over
            )
            for name, column in kept.items()
            if len(column)
        }

    def _over(self, weights: Array) -> dict[str, Array]:
        """Compute the summary of resamples of groups, weights (..., g), as arrays (...)."""
        import numpy as np

        found = {}
        for name, scores in self.columns.items():
            known = ~np.isnan(scores)
            w, s = weights[..., known], scores[known]
            if self.summary.how == "worst":
                better = self.metric.is_higher_better(name)
                if better is None:
                    found[name] = np.full(np.shape(weights)[:-1], np.nan)
                    continue
                sign = 1.0 if better else -1.0
                drawn = np.where(w > 0, sign * s, np.inf).min(axis=-1, initial=np.inf)
                found[name] = np.where(np.isfinite(drawn), sign * drawn, np.nan)
                continue
            w = w * self.sizes[known] if self.summary.how == "weighted" else w
            total = w.sum(axis=-1)
            found[name] = np.divide(
                w @ s, total, where=total > 0, out=np.full(np.shape(total), np.nan)
            )
        return found


def by_group(members: Subset, by: Breakdown, summary: Summary) -> GroupScores:
    """Score every group that has records.

    Raises:
        UsageError: If scores of single records are requested and the metric has none, or no
            record is an original.
    """
    import numpy as np

    metric = members.entry.metric
    _check_variant(members, summary)
    split = list(members.split(by))
    groups = [part for _, part in split if len(part)]
    each = [_group_scores(part, summary) for part in groups]
    columns = {name: np.array([float(one[name]) for one in each]) for name in metric.outputs}
    lost = members.missing_by(by)
    return GroupScores(
        metric,
        by,
        summary,
        np.array([len(part) for part in groups]),
        columns,
        unanswered=members.n_unanswered(),
        missing=[name for name, part in split if not len(part) and name in lost],
    )


def _check_variant(members: Subset, summary: Summary) -> None:
    if summary.variant is None or summary.value is None or not len(members):
        return
    known = set(map(str, members.values(summary.variant)))
    if summary.value not in known:
        raise UsageError(
            f"--summary {summary}: no record has the {summary.variant} '{summary.value}'; "
            f"{nearest(str(summary.value), known)}"
        )


def _group_scores(part: Subset, summary: Summary) -> Mapping[str, Any]:
    import numpy as np

    metric = part.entry.metric
    if summary.how in BY_RECORD:
        return _of_records(part, summary)
    if summary.variant is None:
        return part.scores()
    original = part.values(summary.variant) == summary.value
    if summary.how == "only":
        chosen = part.where(original)
        return chosen.scores() if len(chosen) else dict.fromkeys(metric.outputs, np.nan)
    change = CHANGES[summary.how]
    return {name: change(x[original], x[~original]) for name, x in _record_scores(part).items()}


def _record_scores(part: Subset) -> Mapping[str, Array]:
    """Score single records, arrays (n,) in the order of their ids."""
    metric = part.entry.metric
    if not part.entry.has_rows:
        raise UsageError(f"{metric.name} has no scores of single records; summarise by mean")
    return metric.for_instances().reduce(part.rows)


def _of_records(part: Subset, summary: Summary) -> dict[str, float]:
    """Reduce the scores of the records of a group: to the largest, or to the share in sequence."""
    import numpy as np

    metric, found = part.entry.metric, {}
    for name, scores in _record_scores(part).items():
        if summary.how != SEQUENCE:
            found[name] = float(BY_RECORD[summary.how](np.asarray(scores)))
            continue
        if not has_success(metric, name):
            found[name] = np.nan
            continue
        ordered = np.asarray(scores)[turns(part, summary)]
        failed = np.flatnonzero(~(ordered > sum(metric.score_range(name)) / 2))
        found[name] = (failed[0] if len(failed) else len(scores)) / len(scores)
    return found
