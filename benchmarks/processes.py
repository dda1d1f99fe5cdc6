"""Run sacreval in a process of its own, and measure it: shared by benchmarks."""

import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


ENDED = (-signal.SIGKILL, -signal.SIGXCPU)


class Run(NamedTuple):
    """What a process took, in seconds of CPU and of the clock, and what it said.

    Args:
        cpu: User and system time.
        wall: Time on the clock.
        said: Its standard output, or its standard error if it failed.
        code: Its exit code; None where it was ended after the time that it had.
    """

    cpu: float
    wall: float
    said: str
    code: int | None


def alone(words: Sequence[str], seconds: float, extra: Mapping[str, str]) -> Run:
    """Run one program with one thread, and end it after so many seconds of CPU time."""
    environment = {**os.environ, **ONE_THREAD, **extra}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users have compiled modules
    most = math.ceil(seconds)
    limited = ["prlimit", f"--cpu={most}:{most}", *words]
    began = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as wrong:
        process = subprocess.Popen(limited, stdout=out, stderr=wrong, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        shown = wrong if process.returncode else out
        shown.seek(0)
        said = shown.read().decode(errors="replace").strip()
    ended = None if process.returncode in ENDED else process.returncode
    return Run(used.ru_utime + used.ru_stime, wall, said, ended)


class Taken(NamedTuple):
    """CPU seconds of a process, user and system, and its peak memory in MiB."""

    cpu: float
    mib: float


def sacreval(*words: object) -> Taken:
    """Run a command that must succeed.

    Linux counts the memory of the process that starts another as the other's too, so that this
    one has to stay smaller than what it measures.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "sacreval", *map(str, words)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        said = process.stderr.read().decode() if process.stderr else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"sacreval {' '.join(map(str, words))}\n{said}")
    return Taken(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def write_lines(path: Path, lines: Iterable[str]) -> Path:
    """Write one text per line, from an iterator."""
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(f"{line}\n" for line in lines)
    return path
