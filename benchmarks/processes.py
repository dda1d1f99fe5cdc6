"""Run sacreval in a process of its own, and measure it: shared by benchmarks."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


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
