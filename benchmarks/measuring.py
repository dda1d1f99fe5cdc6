"""CPU time and peak memory of ways to read a file, each in a process of its own."""

import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

Ways = Mapping[str, Callable[[str], None]]


class Taken(NamedTuple):
    """What a process took.

    Args:
        seconds: User CPU seconds.
        mebibytes: Peak memory.
    """

    seconds: float
    mebibytes: float


def run_way(ways: Ways, way: str, path: str) -> None:
    """Run a way in this process, and write what it took to standard error."""
    ways[way](path)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"{used.ru_utime} {used.ru_maxrss / 1024}", file=sys.stderr)


def measured(script: str, way: str, path: str, python: str) -> Taken | None:
    """Run a way of a script in a process of its own; None where its library is not installed."""
    words = [python, script, "--way", way, "--file", path]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    if "ModuleNotFoundError" in found.stderr:
        return None
    last = found.stderr.strip().split("\n")[-1].split()
    return Taken(float(last[0]), float(last[1]))


def compare(script: str, pythons: Mapping[str, str], path: str, rounds: int) -> None:
    """Print what each way takes: the median of its seconds and the largest of its peaks.

    Args:
        script: A script with `--way` and `--file`, which calls `run_way`.
        pythons: Each way, and the interpreter that runs it.
        path: The file to read.
        rounds: How often each way runs, in turns.
    """
    taken = [
        {way: measured(script, way, path, python) for way, python in pythons.items()}
        for _ in range(rounds)
    ]
    print(f"{Path(path).stat().st_size / 1e6:.1f} MB, medians of {rounds} rounds")
    for way in pythons:
        if found := [one for r in taken if (one := r[way])]:
            seconds = statistics.median(one.seconds for one in found)
            print(f"{way:24} {seconds:6.2f} s {max(one.mebibytes for one in found):6.0f} MiB")
