"""Scores of groups, and their summaries: mean, worst group, best record, robustness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from sacreval.core.contract.declarations import direction, score_range
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import Direction, Metric
from sacreval.core.results import Interval
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.intervals.interval_options import IntervalChoice, IntervalOptions
from sacreval.scoring.intervals.interval_plans import percentiles
from sacreval.scoring.intervals.methods._base import ComputedInterval
from sacreval.scoring.intervals.system_intervals import FEW_UNITS, interval_of
from sacreval.scoring.rows.subset import Subset
from sacreval.stats.resampling import bootstrap_weights
from sacreval.stats.variant_changes import cohens_h, drop_rate, hedges_g

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.breakdowns import Breakdown


SummaryKind = Literal[
    "mean", "weighted", "worst", "max", "min", "sequential-success",
    "only", "drop-rate", "cohens-h", "hedges-g",
]  # fmt: skip
SEQUENCE = "sequential-success"
PLAIN = ("mean", "weighted", "worst", "max", "min")
CHANGES: dict[str, Callable[[Array, Array], float]] = {
    "drop-rate": drop_rate,
    "cohens-h": cohens_h,
    "hedges-g": hedges_g,
}
BY_RECORD: dict[str, Callable[[Any], Any]] = {"max": max, "min": min}
"""Summaries of the scores of the records in each group, whose mean over groups is taken."""


class Summary(msgspec.Struct, frozen=True):
    """A summary of the scores of groups.

    Args:
        how: `mean`; `weighted`, a mean weighted by the sizes of groups; `worst`; `max` or `min`,
            the mean over groups of the largest or smallest score of a record;
            `sequential-success`, that of the share of records before the first failure; `only`,
            the mean over original records only; or the mean change from originals to variants.
        variant: The group that distinguishes originals from variants, or has the places of records
            in their sequence.
        value: Its value for originals.
    """

    how: SummaryKind
    variant: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        if self.variant is None:
            return self.how
        return f"{self.how}:{self.variant}" + ("" if self.value is None else f"={self.value}")


def summary(text: str) -> Summary:
    """Parse a summary, such as `mean` or `drop-rate:variant=original`.

    Raises:
        UsageError: If the text is not a summary.
    """
    how, colon, rest = text.partition(":")
    variant, equals, value = rest.partition("=")
    known = [*PLAIN, SEQUENCE, "only", *CHANGES]
    if how not in known:
        raise UsageError(f"--summary {text}: {nearest(how, known)}")
    if how == SEQUENCE:
        if (colon and not variant) or equals:
            raise UsageError(f"--summary {text}: write it like {SEQUENCE} or {SEQUENCE}:turn")
    elif (how in PLAIN) != (not colon) or bool(equals) != bool(colon):
        example = how if how in PLAIN else f"{how}:variant=original"
        raise UsageError(f"--summary {text}: write it like {example}")
    return Summary(how, variant or None, value or None)  # type: ignore[arg-type]


def has_success(metric: Metric, output: str) -> bool:
    """Return whether scores are above or below the middle of a range, above which is better."""
    low, high = score_range(metric, output)
    return direction(metric, output) is True and isfinite(high - low)


def turns(part: Subset, chosen: Summary) -> Array:
    """Return the places of records in the order of their sequence, array (n,)."""
    import numpy as np

    if chosen.variant is None:
        return np.arange(len(part))
    values = part.values(chosen.variant).tolist()
    try:
        numbers = np.array([float(value) for value in values])
    except ValueError:
        wrong = next(value for value in values if not _is_number(value))
        raise InputError(
            f"--summary {chosen}: '{wrong}' is no place in a sequence; give every record a number"
        ) from None
    if len(np.unique(numbers)) < len(numbers):
        raise InputError(
            f"--summary {chosen}: two records of a group have the same place; give each its own"
        )
    return np.argsort(numbers)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def without_summaries(entries: Sequence[Entry], summaries: Sequence[Summary]) -> list[str]:
    """Describe which outputs have no worst group, or no success."""
    kinds = {summary.how for summary in summaries}
    notices = []
    if "worst" in kinds:
        every = (pair for entry in entries for pair in entry.directions().items())
        names = ", ".join(name for name, better in every if better is None)
        text = f"no worst group by {names}: neither larger nor smaller is better"
        notices += [text] if names else []
    if SEQUENCE in kinds:
        without = [
            f"{entry.alias}_{x}" if entry.alias else x
            for entry in entries
            for x in entry.metric.outputs
            if not has_success(entry.metric, x)
        ]
        text = f"no {SEQUENCE} by {', '.join(without)}: larger scores are not better, or have no "
        notices += [f"{text}limit"] if without else []
    return notices


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
        scores = self._summarise(np.ones(len(self)))
        return {name: value for name, value in scores.items() if not np.isnan(value)}

    def intervals(self, options: IntervalOptions | None) -> dict[str, Interval]:
        """Compute intervals over resampled groups: percentiles, expanded if groups are few."""
        import numpy as np

        if options is None or self.missing or len(self) < 2:
            return {}
        blocks = [
            self._summarise(weights)
            for weights in bootstrap_weights(
                len(self), resamples=options.resamples, seed=options.seed
            )
        ]
        columns = {name: np.concatenate([b[name] for b in blocks]) for name in self.columns}
        # Resamples in which no drawn group has the score are left out.
        kept = {name: column[~np.isnan(column)] for name, column in columns.items()}
        units = len(self) if len(self) < FEW_UNITS else None
        method: IntervalName = "expanded" if units else "percentile"
        of_groups = replace(options, unit=self.by.name)
        choice = IntervalChoice(method, f"{len(self)} values of {self.by.name}")
        return {
            name: interval_of(
                ComputedInterval(percentiles(column, of_groups.confidence, units=units)),
                choice,
                of_groups,
            )
            for name, column in kept.items()
            if len(column)
        }

    def _summarise(self, weights: Array) -> dict[str, Array]:
        """Compute the summary of resamples of groups, weights (..., g), as arrays (...)."""
        import numpy as np

        summaries = {}
        for name, scores in self.columns.items():
            known = ~np.isnan(scores)
            drawn = weights[..., known]
            if self.summary.how == "worst":
                summaries[name] = _worst(drawn, scores[known], direction(self.metric, name))
                continue
            if self.summary.how == "weighted":
                drawn = drawn * self.sizes[known]
            summaries[name] = _weighted_mean(drawn, scores[known])
        return summaries


def _worst(weights: Array, scores: Array, better: Direction) -> Array:
    """Return the worst score that has a weight; NaN where none has, or no direction is better."""
    import numpy as np

    if better is None:
        return np.full(np.shape(weights)[:-1], np.nan)
    sign = 1.0 if better else -1.0
    drawn = np.where(weights > 0, sign * scores, np.inf).min(axis=-1, initial=np.inf)
    return np.where(np.isfinite(drawn), sign * drawn, np.nan)


def _weighted_mean(weights: Array, scores: Array) -> Array:
    """Return the mean of scores by their weights; NaN where these are all 0."""
    import numpy as np

    total = weights.sum(axis=-1)
    mean: Array = np.divide(
        weights @ scores, total, where=total > 0, out=np.full(np.shape(total), np.nan)
    )
    return mean


def by_group(members: Subset, by: Breakdown, summary: Summary) -> GroupScores:
    """Score every group that has records."""
    import numpy as np

    metric = members.entry.metric
    _check_variant(members, summary)
    split = list(members.split(by))
    groups = [part for _, part in split if len(part)]
    each = [_group_scores(part, summary) for part in groups]
    columns = {name: np.array([float(group[name]) for group in each]) for name in metric.outputs}
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
    if summary.how == SEQUENCE:
        return _success_shares(part, summary)
    if summary.how in BY_RECORD:
        best = BY_RECORD[summary.how]
        return {
            name: float(best(np.asarray(scores))) for name, scores in _record_scores(part).items()
        }
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
    return for_instances(metric).reduce(part.rows)


def _success_shares(part: Subset, summary: Summary) -> dict[str, float]:
    """Return the share of the records of a group that come before the first failure, by output."""
    import numpy as np

    metric, shares = part.entry.metric, {}
    for name, scores in _record_scores(part).items():
        shares[name] = np.nan
        if has_success(metric, name):
            ordered = np.asarray(scores)[turns(part, summary)]
            failed = np.flatnonzero(~(ordered > sum(score_range(metric, name)) / 2))
            shares[name] = (failed[0] if len(failed) else len(scores)) / len(scores)
    return shares
