"""From the runs of a program to its verdict."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import msgspec

from sacreval.core.verdict_rows import Verdict
from sacreval.features.programs.sandboxes.comparison import agrees, same_output
from sacreval.features.programs.sandboxes.frames import Run
from sacreval.features.programs.sandboxes.programs import (
    CallTests,
    CodeTests,
    Job,
    StdinTests,
    Tests,
)
from sacreval.features.programs.sandboxes.values import decoded

_XCPU = -24  # the exit code of a process whose CPU time is over
_KILLED = -9
_FULL = 0.9  # share of the memory limit from which a killed process is out of memory
_SLACK = 4096  # bytes of a result beyond four times what is expected


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a program after it ran.

    Args:
        verdict: `passed`; `wrong`: a test failed; `error`: an exception, or an end before the last
            test; `timeout`; `memory`; `refused`: it was not run.
        tests: Whether each test passed; None for those that were not reached.
        seconds: Wall clock of all runs, in seconds.
        cpu_seconds: CPU time, in seconds.
        peak_kib: Peak memory of the largest process, in KiB.
        exit: Exit code of the last run; negative for a signal.
        stderr_tail: The end of the standard error of the last run.
    """

    verdict: Verdict
    tests: tuple[bool | None, ...] = ()
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_kib: int = 0
    exit: int | None = None
    stderr_tail: str = ""


class Marks(msgspec.Struct, frozen=True):
    """The tests of a run.

    Args:
        verdict: The verdict of the run.
        tests: Whether each test that was reached passed.
    """

    verdict: Verdict
    tests: tuple[bool, ...] = ()


def judgement(job: Job, runs: Sequence[Run]) -> Judgement:
    """Return the verdict on a program.

    Args:
        job: The job.
        runs: Its runs, of which the last may have been stopped.
    """
    marks = [marks_of(job, place, run) for place, run in enumerate(runs)]
    verdict: Verdict = next((x.verdict for x in marks if x.verdict != "passed"), "passed")
    tests = [flag for one in marks for flag in one.tests]
    count = job.program.tests.count
    if verdict == "passed" and len(tests) < count:
        verdict = "error"
    last = runs[-1]
    return Judgement(
        verdict=verdict,
        tests=(*tests, *[None] * (count - len(tests))),
        seconds=round(sum(run.seconds for run in runs), 6),
        cpu_seconds=round(sum(run.cpu for run in runs), 6),
        peak_kib=max(run.peak for run in runs),
        exit=None if last.why == "lost" else os.waitstatus_to_exitcode(last.status),
        stderr_tail=last.stderr.decode("utf-8", "replace"),
    )


def marks_of(job: Job, place: int, run: Run) -> Marks:
    """Return the tests of one run.

    Args:
        job: The job.
        place: Which run it is, from 0.
        run: The run.
    """
    tests = job.program.tests
    lines = dict(_split(line) for line in run.report)
    flags = tuple(_flags(tests, place, lines, run))
    if stopped := _stopped(job, run):
        return Marks(stopped, flags)
    bad = next((kind for kind in (lines[key][0] for key in lines) if kind in _BAD), None)
    if bad:
        return Marks(_BAD[bad], flags)
    if lines.get("done") != (job.token,):
        return Marks("error", flags[:-1] if isinstance(tests, StdinTests) else flags)
    return Marks("passed" if all(flags) else "wrong", flags)


_BAD: dict[str, Verdict] = {"wrong": "wrong", "memory": "memory", "error": "error"}


def _split(line: bytes) -> tuple[str, tuple[str, ...]]:
    head, _, rest = line.decode("utf-8", "replace").partition(" ")
    return head, tuple(rest.split(" ", 1))


def _stopped(job: Job, run: Run) -> Verdict | None:
    """Return the verdict on a run that something stopped."""
    if run.why:
        return {"time": "timeout", "output": "wrong"}.get(run.why, "error")  # type: ignore[return-value]
    code = os.waitstatus_to_exitcode(run.status)
    if code == _XCPU:
        return "timeout"
    full = run.peak >= _FULL * job.limits.memory * 1024
    return "memory" if code == _KILLED and full else None


def _flags(tests: Tests, place: int, lines: dict[str, tuple[str, ...]], run: Run) -> list[bool]:
    """Return whether each test that was reached passed."""
    if isinstance(tests, StdinTests):
        ended = lines.get("-1") == ("ok",)
        found = run.output.decode("utf-8", "replace")
        return [ended and same_output(found, tests.expected[place])]
    if isinstance(tests, CodeTests) and not tests.parts:
        return [lines["-1"] == ("ok",)] if "-1" in lines else []
    flags = []
    for i in range(tests.count):
        if (found_line := lines.get(str(i))) is None:
            break
        is_call = isinstance(tests, CallTests)
        flags.append(_call(tests, i, found_line) if is_call else found_line == ("ok",))  # type: ignore[arg-type]
    return flags


def _call(tests: CallTests, i: int, line: tuple[str, ...]) -> bool:
    """Return whether a call returned what is expected."""
    if not _has_value(line) or tests.expected is None:
        return False
    text, expected = line[1].encode(), tests.expected[i]
    if len(text) > _SLACK + 40 * len(repr(expected)):
        return False
    try:
        found = decoded(text)
    except ValueError:
        return False
    return agrees(tests.compare, found, expected, tests.calls[i], tests.atol)


def values_of(run: Run, count: int) -> tuple[Any, ...] | None:
    """Return what a reference program returned; None if a call did not return.

    Args:
        run: The run.
        count: The number of calls.
    """
    lines = dict(_split(line) for line in run.report)
    found = [lines.get(str(i), ("",)) for i in range(count)]
    if run.why or not all(map(_has_value, found)):
        return None
    try:
        return tuple(decoded(line[1].encode()) for line in found)
    except ValueError:
        return None


def _has_value(line: tuple[str, ...]) -> bool:
    """Return whether a line of a report has a value; a program can write other lines."""
    return line[0] == "value" and len(line) > 1
