"""Serialization of batches and results for other processes, a column at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import SacrevalError
from sacreval.execution.sum_only import condense, spread
from sacreval.execution.work import BatchRows, RowTask
from sacreval.execution.worker import perform

SLICE = 128  # records; sending them takes about a millisecond, scoring them many


class SerializedBatch(NamedTuple):
    """A batch without its cached values, such as the texts gathered for the kernels.

    Fields that no record has are omitted. All others are included, whether declared in `needs` or
    not, so that a third-party metric that reads an undeclared field computes the same rows.

    Args:
        columns: Field name to the values of all records.
        frame: The batch without its records.
    """

    columns: Mapping[str, Sequence[Any]]
    frame: Batch

    def open(self) -> Batch:
        """Rebuild the batch."""
        names = tuple(self.columns)
        return self.frame.with_instances(
            [
                Instance(**dict(zip(names, values, strict=True)))
                for values in zip(*self.columns.values(), strict=True)
            ]
        )


def pack(batch: Batch) -> SerializedBatch:
    """Serialize a batch for a worker, which uses one thread."""
    columns = {name: batch.column(name) for name in FIELDS}
    present = {
        name: column
        for name, column in columns.items()
        if name == "system_type" or any(value is not None for value in column)
    }
    return SerializedBatch(present, replace(batch, instances=(), workers=1))


def slices(batch: Batch, size: int) -> Iterator[Batch]:
    """Split a batch into batches of at most `size` records."""
    for start in range(0, len(batch), size):
        yield batch[start : start + size]


def carry_out(work: RowTask, parcel: SerializedBatch) -> list[BatchRows] | SacrevalError:
    """Compute the rows of a serialized batch, in any process.

    Returns:
        One result for each metric; or the error as a value, since process pools and Ray wrap
        exceptions that are raised.
    """
    try:
        done = perform(work, parcel.open())
    except SacrevalError as error:
        return error
    if not work.only_sums:
        return done
    return [condense(one, metric) for one, metric in zip(done, work.metrics, strict=True)]


def unwrap(answer: list[BatchRows] | SacrevalError, n: int) -> list[BatchRows]:
    """Unwrap a worker's answer in the parent process.

    Args:
        answer: What `carry_out` returned.
        n: Number of records in the serialized batch.

    Raises:
        SacrevalError: If the answer is an error.
    """
    if isinstance(answer, SacrevalError):
        raise answer
    return [spread(one, n) for one in answer]
