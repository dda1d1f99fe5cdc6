"""Subset: the scored records of a system or of one of its groups, by one metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, cast, runtime_checkable

import msgspec
from msgspec.structs import replace

from sacreval.core.contract.declarations import formula_owner, of_sets
from sacreval.core.contract.formulas import Sums
from sacreval.core.contract.read_values import read_batch
from sacreval.core.contract.several_answers import scores_each
from sacreval.core.group_names import group_order
from sacreval.core.metric import Metric, SampleMetric
from sacreval.core.results import Detail
from sacreval.scoring.entries.engine import checked_details, checked_scores
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.collected_rows import Collected

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Ids, SetMetric
    from sacreval.scoring.inputs.breakdowns import Breakdown
    from sacreval.stats.intervals.bounds import Bounds


def has_details(metric: Metric) -> bool:
    """Return whether there is anything that the main output of a metric is made of."""
    return type(formula_owner(metric)).details is not Metric.details


@runtime_checkable
class ScoresSystems(Protocol):
    """A metric whose scores of systems depend on more than the sum of rows, with own intervals."""

    def score_system(self, rows: Array, ids: Ids, /) -> Mapping[str, Array]:
        """Compute the scores of a system.

        Args:
            rows: Array (n, k).
            ids: Returns `instance.system` of each record.

        Returns:
            Output name to score.
        """

    def own_bounds(self, rows: Array, ids: Ids, level: float, /) -> Mapping[str, Bounds]:
        """Compute intervals by output at a confidence level from 0 to 1."""


class Subset(msgspec.Struct, frozen=True):
    """Records that one metric could score, in the order of their ids.

    Args:
        entry: The metric.
        rows: Array (n, k); where only sums are needed, fewer rows with the same sum, or the sum as
            plain numbers.
        places: Indices of the records in the input, array (n,); a range where only sums are needed.
        collected: All rows of their system.
    """

    entry: Entry
    rows: Any
    places: Any
    collected: Collected

    @classmethod
    def of(cls, collected: Collected, i: int) -> Self:
        """Return all records of a system that the i-th entry could score."""
        sums = collected.plain_sums(i)
        if sums is not None:
            return cls(collected.entries[i], sums, range(len(collected.places)), collected)
        rows, places = collected.scored(i)
        return cls(collected.entries[i], rows, places, collected)

    def __len__(self) -> int:
        return len(self.places)

    def values(self, group: str) -> Array:
        """Return the values of a group, by its key, for all records, array (n,) of text."""
        import numpy as np

        values: Array = np.array(self.collected.groups[group])[self.places]
        return values

    def ids(self) -> list[str]:
        """Return `instance.system` of each record."""
        names = self.collected.names
        return [f"{names[place]}.{self.collected.system}" for place in list(self.places)]

    def where(self, picked: Array) -> Self:
        """Select records.

        Args:
            picked: Mask, array (n,) of bool.
        """
        return replace(self, rows=self.rows[picked], places=self.places[picked])

    def split(self, breakdown: Breakdown) -> Iterator[tuple[str, Self]]:
        """Split the records into groups, with their names, in order."""
        import numpy as np

        labels = self.collected.group_labels(breakdown)
        record_labels = np.array(labels)[self.places]
        for label in sorted(set(labels), key=group_order):
            yield label, self.where(record_labels == label)

    def scores(self) -> Mapping[str, Any]:
        """Score the records as one set.

        Raises:
            MetricError: If the metric fails, or an output is missing.
        """
        return checked_scores(self.entry.metric, self._scores)

    def details(self) -> dict[str, float]:
        """Compute what the score of the main output is made of; empty for most metrics.

        Raises:
            MetricError: If the metric fails, or a number is not finite.
        """
        metric = formula_owner(self.entry.metric)
        if not (has_details(metric) and self.entry.has_rows and len(self)):
            return {}
        plain = isinstance(self.rows, Sums)
        return checked_details(metric, self.rows if plain else self.rows.sum(axis=0))

    def details_within(self, bounds: Mapping[str, Bounds]) -> dict[str, Detail]:
        """Compute the same, with the bounds of the intervals that they have."""
        return {
            name: Detail(value=value, low=float(b.low), high=float(b.high))
            if (b := bounds.get(name))
            else Detail(value=value)
            for name, value in self.details().items()
        }

    def n_unanswered(self) -> int:
        """Count the records in whose outputs no answer can be read."""
        unanswered = self.collected.without_answer(self.collected.entries.index(self.entry))
        if unanswered and not isinstance(self.places, range):
            return len(unanswered.intersection(self.places.tolist()))
        return len(unanswered)

    def missing_by(self, breakdown: Breakdown) -> set[str]:
        """Return the groups that have missing records of the system."""
        states = self.collected.columns[self.collected.entries.index(self.entry)].states
        labels = self.collected.group_labels(breakdown) if states else []
        return {labels[place] for place in states}

    def n_answers(self) -> int:
        """Count the answers of the records; one each, unless the metric scores several."""
        several = self.collected.several
        if not several or not scores_each(self.entry.metric):
            return len(self)
        return sum(several.get(int(place), 1) for place in self.places)

    def undefined(self) -> Mapping[str, str]:
        """Describe which outputs the formula leaves undefined for these records, and why."""
        return self.entry.named(self.entry.metric.undefined(self.rows)) if len(self) else {}

    def _scores(self) -> Mapping[str, Any]:
        metric = self.entry.metric
        if isinstance(self.rows, Sums):
            return metric.reduce(cast("Array", self.rows))
        if isinstance(metric, SampleMetric):
            import numpy as np

            return metric.estimate(self.rows, np.ones(len(self.rows)))
        if of_sets(metric):
            records = self.collected.records(list(self.places))
            return cast("SetMetric", metric).measure(read_batch(metric, records).batch)
        owner = formula_owner(metric)
        if isinstance(owner, ScoresSystems):
            return owner.score_system(self.rows, self.ids)
        return metric.reduce(self.rows.sum(axis=0))


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
            if has_details(owner := formula_owner(entry.metric)) and tables[j].shape[1] > 1
        }

    def of(self, i: int, errors: Sequence[str | None]) -> dict[str, dict[str, float]] | None:
        """Return the details of a record by metric; None if no metric has any.

        Args:
            i: Index of the record.
            errors: By metric, why it could not be scored, or None.
        """
        details = {
            name: {part: column[i] for part, column in columns.items()}
            for j, (name, columns) in self._columns.items()
            if not errors[j]
        }
        return details or None
