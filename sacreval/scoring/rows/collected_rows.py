"""Rows collected by system, sorted by instance id whatever the order of the files.

They are sorted (numbers by value) before anything random is drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sacreval.core.contract.declarations import is_undefined, unparsed_output
from sacreval.core.contract.formulas import Sums
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.contract.read_values import ReadWatch
from sacreval.core.group_names import NO_GROUP, group_name
from sacreval.core.records import Batch, by_id
from sacreval.errors import InputError
from sacreval.execution import SERIAL, Backend, BatchRows, RowTask
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.selected_records import RecordFilter
from sacreval.scoring.rows.carried_fields import carry, numbers
from sacreval.scoring.rows.empty_outputs import EmptyOutputs, output_fields
from sacreval.scoring.rows.fingerprint import Fingerprints
from sacreval.scoring.rows.row_columns import Places, RowColumn, missing_states

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.scoring.inputs.breakdowns import Breakdown, Field


class RecordOrder(NamedTuple):
    """Records in the order of their ids: by number where all are numbers.

    Args:
        names: The ids.
        places: The index of each in the input, array (n,).
    """

    names: list[str]
    places: Array

    def of(self, rows: Array) -> Array:
        """Return rows in this order; rows that have it already are not copied."""
        if (self.places[1:] > self.places[:-1]).all():
            return rows
        return rows[self.places]


class Collected:
    """Rows and fields of one system, collected while its records stream by.

    Args:
        entries: Metrics whose rows are collected.
        group_fields: What records are grouped by, whose values are kept.
        only_sums: Whether only sums of rows are needed, so that single rows are not kept.
        fields: Fields written with the scores of single records; see `carry`.
        every_group: Whether the values of all other groups are kept too.
        covariate: Name of a number in `meta` that is kept of every record, or None.
        chosen: The records that take part, for signatures; None where all do.

    Attributes:
        carried: The values of each of these fields, one for each record in input order.
        places: Index of each instance in the input.
        groups: The values of each group or other field, by its key, one for each record in
            input order.
        columns: The rows of each entry.
        covariate: The covariate of each record in input order; empty without one.
        watches: What metrics note about the records.
        empty: The empty outputs.
        fingerprints: Hashes of the data that the metrics read.
        several: Number of answers of each record that has several, by its index in the input.
        system: The system.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        group_fields: Sequence[Field] = (),
        *,
        only_sums: bool = False,
        fields: Sequence[str] = (),
        every_group: bool = False,
        covariate: str | None = None,
        chosen: RecordFilter | None = None,
    ) -> None:
        self.entries = entries
        self.group_fields = {field.key: field for field in group_fields}
        self.only_sums = only_sums
        self.fields = fields
        self.every_group = every_group
        self.covariate_name = covariate
        self.chosen = chosen
        self.covariate: list[float] = []
        self.places: Places | Any = Places()
        self.groups: dict[str, list[str]] = {name: [] for name in self.group_fields}
        self.carried: dict[str, list[Any]] = {name: [] for name in fields}
        self.columns = [RowColumn() for _ in entries]
        self.system = ""
        self.empty = EmptyOutputs()
        self._judged = output_fields(entries)
        self.watches = [ReadWatch(entry.metric) for entry in entries]
        self.fingerprints = Fingerprints((x.metric for x in entries), only_sums=only_sums)
        self.several: dict[int, int] = {}
        self._batches: list[tuple[int, Batch]] = []
        self._kept: list[Batch] = []
        self._without_answer: dict[int, set[int]] = {}

    def add(self, batch: Batch, done: Sequence[BatchRows]) -> None:
        """Keep the rows of records of this system.

        Args:
            batch: The records.
            done: Their rows, one value for each entry.

        Raises:
            InputError: If the system already has one of the instances.
        """
        start = len(self.places)
        self.system = batch.system_ids[0]
        self._place(batch, start)
        for column, rows, entry in zip(self.columns, done, self.entries, strict=True):
            self._add_rows(column, rows, entry, batch)
        self.fingerprints.add(batch)
        self.empty.add(batch, self._judged, start)
        if (answers := batch.answers) is not None:
            self.several |= {start + i: size for i, size in enumerate(answers.sizes) if size > 1}
        for watch in self.watches:
            watch.add(batch.answered)
        if any(entry.needs_records for entry in self.entries):
            self._kept.append(batch)
        for name, column_of in carry(batch, self.entries, self.fields).items():
            self.carried[name].extend(column_of)
        if self.covariate_name is not None:
            self.covariate.extend(numbers(batch, self.covariate_name))
        if self.every_group:
            for name in dict.fromkeys(name for x in batch for name in x.groups or ()):
                self.groups.setdefault(name, [NO_GROUP] * start)
        for name, values in self.groups.items():
            values.extend(self._field(name).values(batch))

    def _field(self, name: str) -> Field:
        from sacreval.scoring.inputs.breakdowns import Field

        return self.group_fields.get(name) or Field(name)

    def fields_found(self, last: int) -> set[str]:
        """Return the keys of the fields that one of the last records has a value of."""
        return {
            key for key in self.group_fields if any(x != NO_GROUP for x in self.groups[key][-last:])
        }

    def _add_rows(self, column: RowColumn, done: BatchRows, entry: Entry, batch: Batch) -> None:
        """Keep the rows of a metric; the records are the last ones that were placed."""
        start = len(self.places) - len(batch)
        if done.sums is not None:
            column.add_sums(done.sums)
            return
        if done.lists is not None:
            column.add_lists(done.lists)
            return
        from sacreval.execution.serialization import adds_in_order, condense

        # Sums of other processes too: a worker returns them padded to one row for each record.
        kept = condense(done, entry.metric) if self.only_sums else done
        if self.only_sums and self.places.ascend and adds_in_order(entry.metric, kept):
            column.add_to_sum(start, kept.rows, kept.failures)
        else:
            column.add(start, kept.rows, kept.failures)
        if entry.where is not None:
            from sacreval.execution.worker import outside

            column.outside.update(start + i for i in outside(done))
        column.unanswered.update(start + i for i in done.unanswered)
        if kept.failures:
            column.states.update(missing_states(entry.metric, batch, start, kept.failures))

    def _place(self, batch: Batch, start: int) -> None:
        self._batches.append((start, batch.placeholder()))
        if (i := self.places.add(batch)) is not None:
            from sacreval.scoring.inputs.wrong_values import remedy

            name = batch.instance_ids[i]
            here, earlier = batch.where(i), self._where(self.places[name])
            raise InputError(
                f"{here}: system '{batch.system_ids[i]}' has instance '{name}' already, at "
                f"{earlier}; {remedy(batch[i], here, earlier)}"
            )

    def _where(self, place: int) -> str:
        start, batch = max((b for b in self._batches if b[0] <= place), key=lambda b: b[0])
        return batch.where(place - start)

    @cached_property
    def order(self) -> RecordOrder:
        """The order of the records in results; read only after the last batch."""
        import numpy as np

        if self.places.ascend:
            return RecordOrder(list(self.places), np.arange(len(self.places), dtype=np.int64))
        names = sorted(self.places, key=by_id(self.places))
        return RecordOrder(names, np.array([self.places[name] for name in names], dtype=np.int64))

    @cached_property
    def names(self) -> list[str]:
        """The ids of the records in input order; read only after the last batch."""
        return list(self.places)

    def group_labels(self, breakdown: Breakdown) -> list[str]:
        """Return the name in results of the group of each record, in input order."""
        columns = [self.groups[field.key] for field in breakdown.fields]
        named: dict[tuple[str, ...], str] = {}
        for values in zip(*columns, strict=True):
            if values not in named:
                named[values] = group_name(breakdown.names, values)
        return [named[values] for values in zip(*columns, strict=True)]

    def plain_sums(self, i: int) -> Sums | None:
        """Return the sum of the i-th entry's rows as plain numbers; None where there are arrays.

        Rows are added one after the other in the order of ids, as NumPy adds them.
        """
        column = self.columns[i]
        if not (lists := column.only_lists):
            return column.only_sums
        if not self.places.ascend:
            lists = [
                lists[self.places[name]] for name in sorted(self.places, key=by_id(self.places))
            ]
        return Sums(reduce(add, numbers) for numbers in zip(*lists, strict=True))

    def scored(self, i: int) -> tuple[Array, Array]:
        """Return the rows of the records that the i-th entry could score, and their indices.

        Returns:
            Rows (n, k) and indices (n,), by id; where rows were summed, fewer rows, and indices in
            input order, as a range if there are all.
        """
        import numpy as np

        rows = self.columns[i].rows()
        good = np.asarray(~np.isnan(rows).any(axis=1))
        if len(rows) < len(self.places):  # sums among them
            without = [*self.columns[i].failures, *self.columns[i].outside]
            every = range(len(self.places))  # an array would take as much as the rows did
            return rows[good], np.delete(every, without) if without else cast("Array", every)
        if good.all():
            return self.order.of(rows), self.order.places
        good = self.order.of(good)
        return self.order.of(rows)[good], self.order.places[good]

    def rows(self, i: int) -> Array:
        """Return the rows of the i-th entry by id, (n, k), NaN where it could not score."""
        return self.order.of(self.columns[i].rows())

    def with_scores(self, i: int, names: Iterable[str]) -> list[str]:
        """List the instances, of some, that the system has and the i-th entry scored."""
        places, column = self.places.by_name(), self.columns[i]
        if not column.failures and not column.outside:
            return [name for name in names if name in places]
        without = column.failures.keys() | column.outside
        return [name for name in names if name in places and places[name] not in without]

    def rows_of(self, i: int, names: Sequence[str]) -> Array:
        """Return the rows of instances by the i-th entry, (n, k), NaN where there are none."""
        import numpy as np

        rows = self.columns[i].rows()
        places = [self.places.get(name, len(rows)) for name in names]
        if len(rows) not in places:
            return rows[places]
        return np.concatenate([rows, np.full((1, rows.shape[1]), np.nan)])[places]

    def values_of(self, group: str, names: Sequence[str]) -> Array:
        """Return the values of a group for some instances, array (n,) of text."""
        import numpy as np

        values = self.groups[group]
        return np.array([values[self.places[name]] for name in names])

    def unanswered(self, i: int) -> list[str]:
        """Return the ids of the records in whose outputs the i-th entry finds no answer, sorted."""
        places = self.columns[i].unanswered
        pairs = zip(*self.order, strict=True) if places else ()
        return [name for name, place in pairs if place in places]

    def without_answer(self, i: int) -> set[int]:
        """Return the indices of the records whose output is empty, or has no answer by an entry.

        Read only after the last batch.
        """
        if i not in self._without_answer:
            self._without_answer[i] = self._find_without_answer(i)
        return self._without_answer[i]

    def _find_without_answer(self, i: int) -> set[int]:
        metric, column = self.entries[i].metric, self.columns[i]
        places = self.empty.places.get(metric.judges, set()) | column.unanswered
        unparsed = unparsed_output(metric)
        if unparsed and unparsed in metric.outputs and column.only_sums is None:
            places |= _all_of(unparsed, for_instances(metric), column.rows())
        return places

    def failures(self) -> Iterator[str]:
        """Describe every record that a metric could not score, though it has to.

        What all metrics say of a record, such as that it has no output, is said once.
        """
        seen: set[tuple[int, str]] = set()
        for column, entry in zip(self.columns, self.entries, strict=True):
            for failure in column.failures.items():
                if failure not in seen and not is_undefined(entry.metric, failure[1]):
                    seen.add(failure)
                    yield failure[1]

    def undefined(self) -> Iterator[tuple[Entry, int]]:
        """Yield metrics whose scores some records do not have by definition, with their number."""
        for column, entry in zip(self.columns, self.entries, strict=True):
            if count := sum(is_undefined(entry.metric, why) for why in column.failures.values()):
                yield entry, count

    def contexts(self, entry: Entry) -> array[int]:
        """Return the hash of each record's references or sources, in input order."""
        return self.fingerprints.of(entry.metric).contexts

    def records(self, places: Iterable[int]) -> Batch:
        """Return the records at some indices; they are kept for metrics of whole sets only."""
        instances = [instance for batch in self._kept for instance in batch]
        workers = self._kept[0].workers if self._kept else 1
        typed = all(batch.typed for batch in self._kept)
        return Batch([instances[i] for i in places], workers=workers, typed=typed)

    def signature(self, entry: Entry) -> str:
        """Write the signature of an entry's results."""
        text = self.fingerprints.of(entry.metric).signature(entry.metric)
        return text if self.chosen is None else self.chosen.signed(text, self.system)

    @property
    def batches(self) -> int:
        """The number of batches of the records."""
        return len(self._batches)

    @property
    def of(self) -> int | None:
        """The number of all records of the system; None if all take part."""
        return None if self.chosen is None else self.chosen.of_system(self.system)


def without_answer(batch: Batch, entry: Entry, done: BatchRows) -> set[int]:
    """Return the indices of the scored records whose output is empty, or has no answer."""
    from sacreval.execution.worker import outside

    empty, metric = EmptyOutputs(), entry.metric
    empty.add(batch, [metric.judges])
    places = empty.places.get(metric.judges, set()).union(done.unanswered)
    unparsed = unparsed_output(metric)
    if unparsed and unparsed in metric.outputs:
        places |= _all_of(unparsed, metric, done.rows)
    return places.difference(done.failures, outside(done)) if places else places


def _all_of(output: str, metric: Metric, rows: Array) -> set[int]:
    """Return the indices of the rows whose score by an output is 1; those without a number not."""
    import numpy as np

    scored = np.flatnonzero(~np.isnan(rows).any(axis=1))
    if not len(scored):  # rows of a metric that could score no record have one column
        return set()
    return set(scored[metric.reduce(rows[scored])[output] == 1.0].tolist())


def collect(
    batches: Iterable[Batch],
    entries: Sequence[Entry],
    *,
    group_fields: Sequence[Field] = (),
    backend: Backend = SERIAL,
    only_sums: bool = False,
    fields: Sequence[str] = (),
    every_group: bool = False,
    covariate: str | None = None,
    chosen: RecordFilter | None = None,
) -> dict[str, Collected]:
    """Score all records with all metrics, in one pass.

    Args:
        batches: Checked batches, of any systems in any order.
        entries: Metrics whose rows are collected.
        group_fields: What records are grouped by, whose values are kept.
        backend: The backend that computes rows; results do not depend on it.
        only_sums: Whether only sums of rows are needed.
        fields: Fields written with the scores of single records; see `carry`.
        every_group: Whether the values of all groups are kept, of which there may be none.
        covariate: Name of a number in `meta` that is kept of every record, or None.
        chosen: The records that take part, for signatures; None where all do.

    Returns:
        The collected rows of each system, in the order in which systems appear.

    Raises:
        UsageError: If no record has one of the groups.
    """
    systems: dict[str, Collected] = {}
    names: set[str] = set()
    present: set[str] = set()
    work = RowTask(tuple(entry.metric for entry in entries), only_sums=only_sums)
    parts = (part for batch in batches for _, part in split_by_system(batch))
    for part, done in backend.run(work, parts):
        name = part.system_ids[0]
        if name not in systems:
            systems[name] = Collected(
                entries,
                group_fields,
                only_sums=only_sums,
                fields=fields,
                every_group=every_group,
                covariate=covariate,
                chosen=chosen,
            )
        systems[name].add(part, done)
        if len(present) < len(group_fields):
            present |= systems[name].fields_found(len(part))
            names |= _known_names(part)
    if group_fields:
        from sacreval.scoring.inputs.breakdowns import check_found

        check_found(group_fields, present, names)
    return systems


def _known_names(batch: Batch) -> set[str]:
    from sacreval.scoring.inputs.breakdowns import known_names

    return known_names(batch)


def split_by_system(batch: Batch) -> list[tuple[str, Batch]]:
    """Split a batch into one for every system in it."""
    if len(set(batch.system_ids)) == 1:
        return [(batch.system_ids[0], batch)]
    members: dict[str, list[int]] = {}
    for i, system in enumerate(batch.system_ids):
        members.setdefault(system, []).append(i)
    return [(system, batch.select(index)) for system, index in members.items()]
