"""Intervals of systems' scores, over records or over groups of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Interval
from sacreval.scoring.interval_choice import DRAWN, Choice, IntervalOptions, Scores, choose
from sacreval.scoring.run_metrics import refuse_intervals
from sacreval.scoring.subset import Members
from sacreval.stats.resampling import BLOCK_CELLS, Statistic, bootstrap, sums_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.stats.bounds import Bounds


def intervals(
    parts: Sequence[Members], options: IntervalOptions | None
) -> list[Mapping[str, Interval]]:
    """Compute the intervals of all outputs of all parts; parts of one size share their resamples.

    Args:
        parts: Records, each as one metric sees them.
        options: How intervals are computed; None for none.

    Returns:
        For each part, output to interval; none for a single unit, or where a method that needs a
        spread finds none.

    Raises:
        UsageError: If a metric has no intervals, or the named method does not fit.
    """
    if options is None:
        return [{} for _ in parts]
    refuse_intervals(part.entry for part in parts)
    plans = [_Plan.of(part, options) for part in parts]
    drawn = [i for i, plan in enumerate(plans) if plan.is_drawn]
    statistics = [_statistic(plans[i].part, plans[i].units) for i in drawn]
    arrays = bootstrap(statistics, resamples=options.resamples, seed=options.seed)
    replicates = dict(zip(drawn, arrays, strict=True))
    return [
        plan.intervals(_scores(plan.part.entry.metric, replicates[i]) if i in replicates else {})
        for i, plan in enumerate(plans)
    ]


class Units(NamedTuple):
    """The units of an interval.

    Args:
        n: Number of units.
        of: For each record the index of its unit, array (records,); None if units are records.
    """

    n: int
    of: Array | None


class _Plan(NamedTuple):
    """The intervals of one part.

    Args:
        part: Records, as one metric sees them.
        units: What is drawn.
        records: Output to the scores of the records, array (n,).
        choices: Output to its method.
        options: How intervals are computed.
    """

    part: Members
    units: Units
    records: Mapping[str, Array]
    choices: Mapping[str, Choice]
    options: IntervalOptions

    @classmethod
    def of(cls, part: Members, options: IntervalOptions) -> _Plan:
        """Choose the method of every output."""
        units, metric = units_of(part, options.unit), part.entry.metric
        if units.n < 2:  # noqa: PLR2004 - a single unit has no spread
            return cls(part, units, {}, {}, options)
        records = metric.reduce(part.rows) if part.entry.has_rows else {}
        facts = (
            Scores(
                name,
                records.get(name),
                metric.highest_score(name),
                units.n,
                options.unit,
                metric.optimistic,
            )
            for name in metric.outputs
            if options.wants(name)
        )
        return cls(part, units, records, {x.output: choose(x, options) for x in facts}, options)

    @property
    def is_drawn(self) -> bool:
        """Whether the part is resampled."""
        return any(choice.method in DRAWN for choice in self.choices.values())

    def intervals(self, replicates: Mapping[str, Array]) -> dict[str, Interval]:
        """Compute the interval of every output.

        Args:
            replicates: Output to its scores of the resamples.
        """
        found = {}
        for name, choice in self.choices.items():
            if choice.method in DRAWN:
                value = float(self.part.scores()[name]) if choice.method == "shifted" else None
                bounds = percentiles(
                    replicates[name], choice, self.units.n, self.options, value=value
                )
            else:
                bounds = self._closed(name, choice)
            if choice.reason == REQUESTED or bounds.low < bounds.high:
                found[name] = interval_of(bounds, choice, self.options)
        return found

    def _closed(self, name: str, choice: Choice) -> Bounds:
        """Compute an interval that needs no resampling."""
        from sacreval.stats import binomial, grouped_proportion

        confidence, scores = self.options.confidence, self.records[name]
        highest = self.part.entry.metric.highest_score(name) or 1.0
        if choice.method == "clopper-pearson":
            right = int((scores > 0).sum())
            return _scaled(binomial.clopper_pearson(right, len(scores), confidence), highest)
        if choice.method == "wilson" and self.units.of is None:
            right = int((scores > 0).sum())
            return _scaled(binomial.wilson(right, len(scores), confidence), highest)
        if choice.method == "wilson":
            found = grouped_proportion.wilson(scores > 0, self.units.of, confidence)
            return _scaled(found, highest)
        return self._jackknife(name)
