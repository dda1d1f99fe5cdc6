"""Plans of intervals: the units of a part, and the method of each of its outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sacreval.scoring.intervals.calibration import has_band
from sacreval.scoring.intervals.interval_choice import (
    DRAWN,
    Choice,
    IntervalOptions,
    Scores,
    choose,
    misfit,
)
from sacreval.scoring.intervals.zero_one import has_unknown_range
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Noise


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
