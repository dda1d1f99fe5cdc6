"""Execution: where rows are made; one after the other, on threads, in processes, on a cluster."""

from sacreval.execution.serial import SERIAL, Serial
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, JackknifeRows, RowTask

__all__ = ["SERIAL", "Backend", "BatchRows", "FinishedBatch", "JackknifeRows", "RowTask", "Serial"]
