"""SerializedBatch: records on their way to another process, a column at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import SacrevalError
from sacreval.execution.sum_only import condense, spread
from sacreval.execution.work import BatchRows, RowTask
from sacreval.execution.worker import perform

SLICE = 128  # records; sending them takes about a millisecond, official libraries need many


class SerializedBatch(NamedTuple):
    """A batch without what it keeps for itself, such as texts gathered for the kernels.

    Fields that no record holds are left out. All others go along, whether declared in `needs` or
    not: a metric from outside may read what it did not declare, and then gives the same rows.

    Args:
        columns: Field to its values.
        frame: The batch without its records.
    """

    columns: Mapping[str, Sequence[Any]]
    frame: Batch

    def open(self) -> Batch:
        """Make the batch again."""
        names = tuple(self.columns)
        return self.frame.with_instances(
            [
                Instance(**dict(zip(names, values, strict=True)))
                for values in zip(*self.columns.values(), strict=True)
            ]
        )


def pack(batch: Batch) -> SerializedBatch:
    """Make a parcel of a batch; whoever opens it has one thread."""
    columns = {name: batch.column(name) for name in FIELDS}
    held = {
        name: column
        for name, column in columns.items()
        if name == "system_type" or any(value is not None for value in column)
    }
    return SerializedBatch(held, replace(batch, instances=(), workers=1))


def slices(batch: Batch, size: int) -> Iterator[Batch]:
    """Cut a batch into batches of at most so many records."""
    for start in range(0, len(batch), size):
        yield batch[start : start + size]


def carry_out(work: RowTask, parcel: SerializedBatch) -> list[BatchRows] | SacrevalError:
    """Do the work on a parcel, wherever this runs.

    Returns:
        What was done; or the error, as a value, since both ways home wrap what is raised.
    """
    try:
        done = perform(work, parcel.open())
    except SacrevalError as error:
        return error
    if not work.only_sums:
        return done
    return [condense(one, metric) for one, metric in zip(done, work.metrics, strict=True)]


def unwrap(answer: list[BatchRows] | SacrevalError, n: int) -> list[BatchRows]:
    """Take what `carry_out` gave, at home.

    Args:
        answer: That.
        n: How many records the parcel held.

    Raises:
        SacrevalError: If it was an error.
    """
    if isinstance(answer, SacrevalError):
        raise answer
    return [spread(one, n) for one in answer]
