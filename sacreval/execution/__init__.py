"""Execution backends: compute rows serially, on threads, in processes or on a cluster."""

from sacreval.execution.serial import SERIAL
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, LeaveOneOutRows, RowTask

__all__ = [
    "SERIAL",
    "Backend",
    "BatchRows",
    "FinishedBatch",
    "LeaveOneOutRows",
    "RowTask",
]
