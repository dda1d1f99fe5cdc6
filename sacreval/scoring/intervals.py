"""Intervals of systems' scores, over records or over groups of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Around, Interval, Repeats
from sacreval.scoring.calibration import bands, has_band
from sacreval.scoring.closed_intervals import Found, closed
from sacreval.scoring.detail_intervals import detail_bounds
from sacreval.scoring.interval_choice import (
    DRAWN,
    REQUESTED,
    Choice,
    IntervalOptions,
    Scores,
    choose,
    misfit,
)
from sacreval.scoring.percentiles import percentiles
from sacreval.scoring.run_metrics import refuse_intervals
from sacreval.scoring.subset import Subset
from sacreval.scoring.zero_one import has_unknown_range
from sacreval.stats.bounds import Bounds
from sacreval.stats.resampling import BLOCK_CELLS, Statistic, bootstrap, sums_of
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric, Noise


def plans(parts: Sequence[Subset], options: IntervalOptions) -> list[Plan]:
    """Choose the intervals of all parts.

    Args:
        parts: Records, each as one metric sees them.
        options: How intervals are computed.

    Raises:
        UsageError: If a metric has no intervals, or the named method does not fit.
    """
    refuse_intervals(part.entry for part in parts)
    return [Plan.of(part, options) for part in parts]


def intervals(planned: Sequence[Plan], options: IntervalOptions) -> list[Around]:
    """Compute the intervals of all outputs of all parts; parts of one size share their resamples.

    Args:
        planned: The parts with their methods.
        options: How intervals are computed.

    Returns:
        For each part what is said around its scores.
    """
    drawn = [i for i, plan in enumerate(planned) if plan.is_drawn]
    statistics = [_statistic(planned[i].part, planned[i].units) for i in drawn]
    arrays = bootstrap(statistics, resamples=options.resamples, seed=options.seed)
    replicates = dict(zip(drawn, arrays, strict=True))
    return [plan.around(replicates.get(i)) for i, plan in enumerate(planned)]


class Units(NamedTuple):
    """The units of an interval.

    Args:
        n: Number of units.
        of: For each record the index of its unit, array (records,); None if units are records.
    """

    n: int
    of: Array | None


class Plan(NamedTuple):
    """The intervals of one part.

    Args:
        part: Records, as one metric sees them.
        units: What is drawn.
        records: Output to the scores of the records, array (n,).
        choices: Output to its method.
        options: How intervals are computed.
        noise: Output to how the scores of records vary over samples.
    """

    part: Subset
    units: Units
    records: Mapping[str, Array]
    choices: Mapping[str, Choice]
    options: IntervalOptions
    noise: Mapping[str, Noise] = {}

    @classmethod
    def of(cls, part: Subset, options: IntervalOptions) -> Plan:
        """Choose the method of every output."""
        units, metric = units_of(part, options.unit), part.entry.metric
        if units.n < 2 or has_band(part, options):  # noqa: PLR2004 - a single unit has no spread
            return cls(part, units, {}, {}, options)
        records = metric.reduce(part.rows) if part.entry.has_rows else {}
        noise = (metric.sampling_noise(part.rows) if part.entry.has_rows else None) or {}
        own = metric.has_own_bounds()
        facts = (
            Scores(
                name,
                records.get(name),
                metric.highest_score(name),
                units.n,
                options.unit,
                metric.optimistic,
                is_mean=metric.is_mean or metric.highest_score(name) is not None,
                sampled=name in noise,
                own=own,
                skewed=metric.skewed,
                unknown_range=has_unknown_range(metric),
            )
            for name in metric.outputs
        )
        if options.where_it_fits:
            facts = (x for x in facts if not misfit(x, options.method))
        choices = {one.output: choose(one, options) for one in facts}
        return cls(part, units, records, choices, options, noise)

    @property
    def is_drawn(self) -> bool:
        """Whether the part is resampled."""
        return any(choice.method in DRAWN for choice in self.choices.values())

    def around(self, drawn: Array | None) -> Around:
        """Compute the intervals, bands and variances of all outputs, and bounds of details.

        Args:
            drawn: What the statistic of the part is for each resample; None if none were drawn.
        """
        if has_band(self.part, self.options):
            return Around(bands=bands(self.part, self.options))
        replicates = {} if drawn is None else _scores(self.part.entry.metric, drawn)
        found, details = self._intervals(replicates), detail_bounds(self, drawn)
        return Around(found, repeats=self._repeats(), details=details)

    def _intervals(self, replicates: Mapping[str, Array]) -> dict[str, Interval]:
        found = {}
        own = self._own_bounds()
        for name, choice in self.choices.items():
            if self._is_undefined(name, replicates):
                continue
            if name in own:
                one = Found(own[name])
            elif choice.method in DRAWN:
                one = Found(self._percentiles(replicates[name], name, choice))
            else:
                one = closed(self, name, choice)
            as_before = name in own or (choice.reason == REQUESTED and choice.method in DRAWN)
            if as_before or rounded(float(one.bounds.low)) < rounded(float(one.bounds.high)):
                found[name] = interval_of(one, choice, self.options)
        return found

    def _is_undefined(self, name: str, replicates: Mapping[str, Array]) -> bool:
        """Return whether a score, or that of a resample, is undefined, as the metric states."""
        import numpy as np

        if not self.part.entry.metric.undefined_where or not len(self.part):
            return False
        drawn = replicates.get(name) if self.choices[name].method in DRAWN else None
        return bool(
            np.isnan(self.part.scores()[name]) or (drawn is not None and np.isnan(drawn).any())
        )

    def _own_bounds(self) -> Mapping[str, Bounds]:
        """Compute the intervals of the metric's own program, if these were named."""
        if all(choice.method != "rouge-1.5.5" for choice in self.choices.values()):
            return {}
        metric, level = self.part.entry.metric, self.options.confidence
        return metric.own_bounds(self.part.rows, self.part.ids, level)

    def _percentiles(self, replicates: Array, name: str, choice: Choice) -> Bounds:
        """Compute an interval from the scores of resamples, cut at what the score can be."""
        if choice.method not in ("shifted", "bca"):
            return percentiles(replicates, choice, self.units.n, self.options)
        value = float(self.part.scores()[name])
        if choice.method == "bca":
            from sacreval.stats.expanded import accelerated_interval

            left_out = self._left_out()[name]
            return accelerated_interval(value, replicates, left_out, self.options.confidence)
        ends = percentiles(replicates, choice, self.units.n, self.options, value=value)
        greatest = self.part.entry.metric.greatest.get(name)
        return ends if greatest is None else ends.within(0.0, greatest)

    def _left_out(self) -> Mapping[str, Array]:
        """Compute the scores without each unit, output to array (units,)."""
        import numpy as np

        statistic, n = _statistic(self.part, self.units), self.units.n
        step = max(1, BLOCK_CELLS // n)
        blocks = (
            statistic.of((np.arange(n) != np.arange(first, min(n, first + step))[:, None]) * 1.0)
            for first in range(0, n, step)
        )
        return _scores(self.part.entry.metric, np.concatenate(list(blocks)))

    def _repeats(self) -> dict[str, Repeats]:
        from sacreval.scoring.repeated_samples import variance_apart

        return {
            name: variance_apart(
                self.records[name],
                noise,
                groups=self.units.of,
                item_cost=self.options.item_cost,
            )
            for name, noise in self.noise.items()
        }


def interval_of(found: Found, choice: Choice, options: IntervalOptions) -> Interval:
    """Return an interval with all that leads to it."""
    drawn = choice.method in DRAWN
    return Interval(
        low=float(found.bounds.low),
        high=float(found.bounds.high),
        level=options.confidence,
        method=choice.method,
        resamples=options.resamples if drawn else None,
        seed=options.seed if drawn else None,
        unit=options.unit,
        reason=choice.reason,
        estimate=found.estimate,
        by=found.by,
        known=found.known,
    )


def units_of(part: Subset, unit: str | None) -> Units:
    """Return the units of a part: the values of a group, or records."""
    import numpy as np

    if unit is None:
        return Units(len(part), None)
    values, of = np.unique(part.values(unit), return_inverse=True)
    return Units(len(values), of)


def rows_by_unit(rows: Array, units: Units) -> Array:
    """Sum the rows of each unit, array (units, k)."""
    import numpy as np

    if units.of is None:
        return rows
    together = np.zeros((units.n, rows.shape[1]))
    np.add.at(together, units.of, rows)
    return together


def _statistic(part: Subset, units: Units) -> Statistic:
    """Sum the rows of units; or, where order matters, score weighted records."""
    import numpy as np

    metric, rows = part.entry.metric, part.rows
    if part.entry.has_rows:
        return sums_of(rows_by_unit(rows, units))

    step = max(1, BLOCK_CELLS // len(rows))  # units may be few and records many

    def estimates(weights: Array) -> Array:
        blocks = []
        for start in range(0, len(weights), step):
            block = weights[start : start + step]
            scores = metric.estimate(rows, block if units.of is None else block[:, units.of])
            blocks.append(np.stack([scores[name] for name in metric.outputs], axis=-1))
        return np.concatenate(blocks)

    return Statistic(units.n, estimates)


def _scores(metric: Metric, array: Array) -> Mapping[str, Array]:
    from sacreval.core.metric import SampleMetric

    if isinstance(metric, SampleMetric):
        return {name: array[..., i] for i, name in enumerate(metric.outputs)}
    return metric.reduce(array)
