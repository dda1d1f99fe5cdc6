"""OwnRecords: a metric on records of its own: other fields, or only some of a run's records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, cast

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import of_sets
from sacreval.core.contract.metric_records import (
    for_instances,
    part_count,
    rows_with_leave_one_out,
    settle,
)
from sacreval.core.contract.wrapper import Wrapped, WrappedSample
from sacreval.core.libraries import library_scores
from sacreval.core.metric import Metric, SampleMetric, SetMetric, leave_out
from sacreval.core.records import OUTPUTS
from sacreval.errors import RecordError, UsageError, nearest

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

LISTS = ("references", "sources")  # fields whose single value is a list with one item


@dataclass(frozen=True, kw_only=True)
class OwnRecords(Wrapped):
    """A metric that reads other fields than other metrics of the run, or fewer records.

    Expressions are applied to records in sacreval's own fields, after the reader's `--map`.

    Args:
        metric: The inner metric.
        own_map: For fields that the metric reads, FIELD=JMESPATH, such as references=sources.
        own_where: JMESPath expression that holds for the records of the metric; None for all.
            Null, false, and empty texts and lists do not hold, as in filters of JMESPath.
    """

    own_map: tuple[str, ...] = ()
    own_where: str | None = None

    def __post_init__(self) -> None:
        if "replies" in self.needs:
            raise UsageError(
                f"{self.name} reads replies to requests about whole records; give `map` and "
                "`where` to the run, not to the metric"
            )
        read = (self.judges, *self.needs)
        for name in self._expressions:
            if name not in read:
                raise UsageError(
                    f"{self.name} does not read `{name}`, so its map cannot set it; "
                    f"{nearest(name, read)}"
                )
        self._searches()
        self._condition()

    def lacking(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records without an output that the metric would take.

        A record for which `own_where` does not hold takes no part, unless only an output tells.
        """
        indices = metric_records.lacking(self.metric, batch)
        if not indices or self.own_where is None or self._reads_output:
            return indices
        taken = self.takes(batch.select(indices)) or ()
        return [indices[i] for i in taken]

    def takes(self, batch: Batch) -> Sequence[int] | None:
        """Return the indices of the records for which `own_where` holds; None without it."""
        if self.own_where is None:
            return None
        holds = self._condition()
        return [i for i, record in enumerate(batch) if _is_true(holds(_plain(record)))]

    def seen(self, batch: Batch) -> Batch:
        """Return the records with the fields of `own_map`."""
        if not self.own_map:
            return batch
        searches = self._searches()
        return replace(
            batch, instances=[_with_fields(record, searches) for record in batch.instances]
        )

    def rows(self, batch: Batch) -> Array:
        """Compute the rows of the records as the metric reads them."""
        return self.metric.rows(self._read(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the leave-one-out rows of the records as the metric reads them."""
        return self.metric.leave_one_out_rows(self._read(batch))

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Compute both, in one pass if the inner metric has a kernel for it."""
        return rows_with_leave_one_out(self.metric, self._read(batch))

    def unanswered(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records in which the inner metric finds no answer."""
        return metric_records.unanswered(self.metric, self._read(batch))

    def part_count(self, instance: Instance) -> int:
        """Return the number of parts of the record as the metric reads it."""
        return part_count(self.metric, self._changed(instance))

    def leave_out(self, instance: Instance) -> list[Instance]:
        """Return the record as the metric reads it without each of its parts in turn."""
        return leave_out(self.metric, self._changed(instance))

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Score the records as the metric reads them with the library of the inner metric."""
        return library_scores(self.metric, self._read(batch))

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return the outputs that the inner metric reports as undefined."""
        return self.metric.undefined(rows)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the inner metric on the records that it reads."""
        return replace(self, metric=settle(self.metric, [self._taken(batch) for batch in batches]))

    def for_instances(self) -> Self:
        """Return this metric as the inner one scores single records."""
        return replace(self, metric=for_instances(self.metric))

    def options(self) -> dict[str, Any]:
        """Return the options of the inner metric, then those of this one that are set."""
        extra = {"own_map": list(self.own_map), "own_where": self.own_where}
        return {**self.metric.options(), **{name: value for name, value in extra.items() if value}}

    @property
    def _reads_output(self) -> bool:
        """Whether `own_where` reads an output, or a record as a whole."""
        from sacreval.text.expressions import fields_of

        where = self.own_where or ""
        outputs = {*OUTPUTS, self.judges}
        return "@" in where or "*" in where or not outputs.isdisjoint(fields_of(where))

    @property
    def _expressions(self) -> dict[str, str]:
        pairs = (text.partition("=") for text in self.own_map)
        return {name: expression for name, _, expression in pairs}

    def _searches(self) -> dict[str, Any]:
        from sacreval.text.expressions import compiled

        return {
            name: compiled(expression, f"{self.name}: map {name}=", wrong=RecordError)
            for name, expression in self._expressions.items()
        }

    def _condition(self) -> Any:
        from sacreval.text.expressions import compiled

        return self.own_where and compiled(self.own_where, f"{self.name}: where ")

    def _read(self, batch: Batch) -> Batch:
        """Return the records with the fields of `own_map`, as the inner metric needs them.

        Raises:
            RecordError: If a text is none of the values that the metric needs.
        """
        if not self.own_map:
            return batch
        from sacreval.core.contract.read_values import read_record

        seen = self.seen(batch)
        return replace(
            seen, instances=[read_record(self.metric, record) for record in seen], typed=True
        )

    def _taken(self, batch: Batch) -> Batch:
        places = self.takes(batch)
        return self.seen(batch if places is None else batch.select(places))

    def _changed(self, instance: Instance) -> Instance:
        return _with_fields(instance, self._searches()) if self.own_map else instance


@dataclass(frozen=True, kw_only=True)
class OwnRecordsSet(OwnRecords, SetMetric):
    """A metric of whole sets on records of its own."""

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set of the records as the metric reads them."""
        return cast("SetMetric", self.metric).measure(self._read(batch))


@dataclass(frozen=True, kw_only=True)
class OwnRecordsSample(OwnRecords, WrappedSample):
    """A metric of weighted samples on records of its own."""


def own_records(metric: Metric, **options: Any) -> OwnRecords:
    """Wrap a metric of single records, sets or samples, so that it reads records of its own.

    Args:
        metric: The inner metric.
        options: Options of `OwnRecords` by name.

    Raises:
        UsageError: If an expression is invalid, or sets a field that the metric does not read.
    """
    if isinstance(metric, SampleMetric):
        return OwnRecordsSample(metric=metric, **options)
    wrapper = OwnRecordsSet if of_sets(metric) else OwnRecords
    return wrapper(metric=metric, **options)


def _plain(instance: Instance) -> Any:
    """Return a record as plain data, which expressions are applied to."""
    import msgspec

    return msgspec.to_builtins(instance)


def _with_fields(instance: Instance, searches: Mapping[str, Any]) -> Instance:
    import msgspec

    if instance.error is not None:
        return instance
    record = _plain(instance)
    values = {name: search(record) for name, search in searches.items()}
    listed = {
        name: [values[name]]
        for name in LISTS
        if name in values and not isinstance(values[name], list | None)
    }
    return msgspec.structs.replace(instance, **values | listed)


def _is_true(value: Any) -> bool:
    """Return whether a value counts as true in JMESPath: numbers do, empty texts do not."""
    return value not in (None, False, "", [], {}) or (value == 0 and value is not False)
