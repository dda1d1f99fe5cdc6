"""Details: what the score of a metric's main output is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.core.results import Detail
from sacreval.scoring.rows.subset import Subset, has_details

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.groups import GroupScores
    from sacreval.stats.intervals.bounds import Bounds


def details(over: Subset | GroupScores, bounds: Mapping[str, Bounds]) -> dict[str, Detail]:
    """Return what a score is made of, with the bounds of intervals.

    Args:
        over: The records that are scored together; summaries of groups have no details.
        bounds: Bounds by name, for the details that have an interval.

    Raises:
        MetricError: If the metric fails, or a number is not finite.
    """
    if not isinstance(over, Subset):
        return {}
    return {name: _detail(value, bounds.get(name)) for name, value in over.details().items()}


def _detail(value: float, bounds: Bounds | None) -> Detail:
    if bounds is None:
        return Detail(value=value)
    return Detail(value=value, low=float(bounds.low), high=float(bounds.high))


class RecordDetails:
    """What the scores of single records are made of.

    Args:
        single: Index to metric for single records.
        tables: Index to its rows, array (n, k), NaN where a record could not be scored.
    """

    def __init__(self, single: Mapping[int, Entry], tables: Mapping[int, Array]) -> None:
        self._columns = {
            j: (entry.name, {name: x.tolist() for name, x in owner.details(tables[j]).items()})
            for j, entry in single.items()
            if has_details(owner := entry.metric.formula_owner()) and tables[j].shape[1] > 1
        }

    def of(self, i: int, errors: Sequence[str | None]) -> dict[str, dict[str, float]] | None:
        """Return the details of a record by metric; None if no metric has any.

        Args:
            i: Index of the record.
            errors: By metric, why it could not be scored, or None.
        """
        found = {
            name: {part: column[i] for part, column in columns.items()}
            for j, (name, columns) in self._columns.items()
            if not errors[j]
        }
        return found or None
