"""Execution: where rows are made; one after the other, on threads, in processes, on a cluster."""

from sacreval.execution.serial import SERIAL, Serial
from sacreval.execution.work import Backend, Done, Finished, LeftOut, Work

__all__ = ["SERIAL", "Backend", "Done", "Finished", "LeftOut", "Serial", "Work"]
