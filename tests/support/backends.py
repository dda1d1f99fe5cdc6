"""Compare the results of backends, to the byte."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.execution import SERIAL, Backend, BatchRows, RowTask


def same(got: Sequence[BatchRows], want: Sequence[BatchRows]) -> bool:
    """Return whether rows, left-out rows and failures are equal, to the byte."""
    return [_plain(result) for result in got] == [_plain(result) for result in want]


def run(backend: Backend, batches: Sequence[Batch], *metrics: Metric, **asked: bool) -> Any:
    """Yield the results of a backend, batch by batch."""
    return [done for _, done in backend.run(RowTask(metrics, **asked), iter(batches))]


def check(backend: Backend, batches: Sequence[Batch], *metrics: Metric, **asked: bool) -> None:
    """Check that a backend returns the same as serial execution in this process."""
    got, want = (run(runner, batches, *metrics, **asked) for runner in (backend, SERIAL))
    assert len(got) == len(want) == len(batches)
    assert all(map(same, got, want))


def _plain(done: BatchRows) -> Any:
    leave_one_out = done.leave_one_out and tuple(map(_bytes, done.leave_one_out))
    return _bytes(done.rows), dict(done.failures), leave_one_out


def _bytes(array: np.ndarray) -> Any:
    return array.shape, array.dtype.kind, array.tobytes()
