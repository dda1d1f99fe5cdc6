"""Batches and results for other processes: serialized by column, joined, or summed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.contract.declarations import of_sets
from sacreval.core.contract.formulas import Sums
from sacreval.core.metric import Metric
from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import SacrevalError
from sacreval.execution.serial import EXACT, sums_suffice
from sacreval.execution.work import BatchRows, LeaveOneOutRows, RowTask, offsets
from sacreval.execution.worker import perform

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def join(parts: Sequence[BatchRows], sizes: Sequence[int] = ()) -> BatchRows:
    """Concatenate one metric's results for the slices of a batch, in their order.

    Args:
        parts: The results of each slice.
        sizes: The number of records of each; needed where some results are sums, and some rows.
    """
    if len(parts) == 1:
        return parts[0]
    sums = [part.sums for part in parts if part.sums is not None]
    if len(sums) == len(parts):
        return BatchRows.of_sums(reduce(Sums.plus, sums))
    if sums:
        parts = list(map(_padded, parts, sizes))

    starts = offsets([len(part.rows) for part in parts]).tolist()
    failures = {
        start + i: sentence
        for start, part in zip(starts[:-1], parts, strict=True)
        for i, sentence in part.failures.items()
    }
    unanswered = [
        start + i for start, part in zip(starts[:-1], parts, strict=True) for i in part.unanswered
    ]
    leave_one_out = [part.leave_one_out for part in parts if part.leave_one_out is not None]
    return BatchRows(
        stack([part.rows for part in parts]),
        failures,
        _joined(leave_one_out) if leave_one_out else None,
        unanswered=unanswered,
    )


def _padded(part: BatchRows, size: int) -> BatchRows:
    """Return sums as the first of as many rows as there are records; the others are 0."""
    import numpy as np

    if part.sums is None:
        return part
    rows = np.zeros((size, len(part.sums)))
    rows[0] = part.sums
    return part._replace(rows=rows, sums=None)


def stack(blocks: Sequence[Array]) -> Array:
    """Stack blocks of rows; a block without a scored record may be narrower, and is widened."""
    import numpy as np

    width = max(block.shape[1] for block in blocks)
    return np.concatenate(
        [b if b.shape[1] == width else np.full((len(b), width), np.nan) for b in blocks]
    )


def _joined(parts: Sequence[LeaveOneOutRows]) -> LeaveOneOutRows:
    import numpy as np

    starts = offsets(np.concatenate([np.diff(part.starts) for part in parts]))
    return LeaveOneOutRows(stack([part.rows for part in parts]), starts)


def condense(done: BatchRows, metric: Metric) -> BatchRows:
    """Replace rows by their sum where it is exact, so that scores are the same to the byte.

    Sums of whole numbers are exact. Other sums depend on the order of additions; failed records
    have no row to add; and metrics of sets do not add rows.
    """
    import numpy as np

    if (
        done.sums is not None
        or of_sets(metric)
        or not has_whole_rows(type(metric))
        or done.failures
    ):
        return done
    rows = done.rows
    if not np.abs(rows).sum() < EXACT:  # NaN, too: records that take no part in the metric
        return done
    if (rows % 1).any():  # means over several answers of a record
        return done
    return done._replace(rows=rows.sum(axis=0, keepdims=True))


def adds_in_order(metric: Metric, done: BatchRows) -> bool:
    """Return whether all that is asked of rows is their sum, to which batches are added in turn.

    Such a sum depends on the order, so that it is for records that come in that of their ids.
    """
    import numpy as np

    if not sums_suffice(metric):
        return False
    return done.rows.shape[1] > 1 or bool(
        np.isnan(done.rows).all()
    )  # one column is summed in pairs


def has_whole_rows(cls: type[Metric]) -> bool:
    """Return whether a class sets `whole_rows`: its rows are integers, whose sums are exact.

    Third-party classes must declare it themselves, as they may change the rows.
    """
    for base in cls.__mro__:
        if "whole_rows" in vars(base):
            return bool(vars(base)["whole_rows"])
        if not base.__module__.startswith("sacreval."):
            return False
    return False


def spread(done: BatchRows, n: int) -> BatchRows:
    """Expand a summed row to n rows: the sum, then zeros."""
    import numpy as np

    if len(done.rows) == n:
        return done
    rows = np.zeros((n, done.rows.shape[1]))
    rows[:1] = done.rows
    return done._replace(rows=rows)


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
    return [condense(rows, metric) for rows, metric in zip(done, work.metrics, strict=True)]


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
    return [spread(rows, n) for rows in answer]
