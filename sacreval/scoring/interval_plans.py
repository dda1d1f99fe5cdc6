"""Plans of intervals: the units of a part, and the method of each of its outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sacreval.scoring.intervals.interval_options import Choice, IntervalOptions
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
        replicates: Output to the score of each resample, array (resamples,), once they are drawn.
    """

    part: Subset
    units: Units
    records: Mapping[str, Array]
    choices: Mapping[str, Choice]
    options: IntervalOptions
    noise: Mapping[str, Noise] = {}
    replicates: Mapping[str, Array] = {}


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
