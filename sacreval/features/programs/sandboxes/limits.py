"""Limits of a program: time, memory, processes, files, disk."""

from __future__ import annotations

import math

import msgspec

MEBIBYTE = 2**20
OPEN_FILES = 256
_SPARE_CPU = 2  # seconds of CPU time beyond the limit of the wall clock, which comes first
_OURS = 3  # processes in a sandbox that are not the program's: its init, the driver, the program


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a program may use.

    Args:
        seconds: Wall clock of a run, in seconds; 0 for what the problem states.
        memory: Address space of each process, in MiB.
        processes: Number of processes and threads beside the first.
        disk: Size of the only folders that can be written, and of each file, in MiB.
    """

    seconds: float = 0.0
    memory: int = 4096
    processes: int = 64
    disk: int = 64

    def rlimits(self, seconds: float, *, processes: bool) -> dict[str, int]:
        """Return the limits of the system, by name.

        Args:
            seconds: Wall clock of the run, in seconds.
            processes: Whether the number of processes is limited for each sandbox alone.
        """
        limits = {
            "RLIMIT_AS": self.memory * MEBIBYTE,
            "RLIMIT_CPU": math.ceil(seconds) + _SPARE_CPU,
            "RLIMIT_FSIZE": self.disk * MEBIBYTE,
            "RLIMIT_NOFILE": OPEN_FILES,
            "RLIMIT_CORE": 0,
        }
        return {**limits, "RLIMIT_NPROC": self.processes + _OURS} if processes else limits
