"""From the runs of a program to its verdict: values returned, and rules of comparison.

Rules by which results are compared with what is expected, outside the sandbox. Source: EvalPlus
0.3.1 (`evalplus` and the rules of single problems), LiveCodeBench's checker of 2024
(`livecodebench`, `same_output`).
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from sacreval.core.verdict_rows import Verdict
from sacreval.features.programs.sandboxes.frames import Run
from sacreval.features.programs.sandboxes.programs import (
    CallTests,
    CodeTests,
    Job,
    StdinTests,
    Tests,
)


class Other(msgspec.Struct, frozen=True):
    """A value that is no plain data, of which only the type is known; it equals nothing.

    Args:
        kind: Name of its type.
    """

    kind: str

    def __eq__(self, other: object) -> bool:
        """Return false: what is not known is not equal."""
        return False

    def __hash__(self) -> int:
        """Return the hash of the name."""
        return hash(self.kind)


def decoded(text: bytes) -> Any:
    """Decode a value."""
    try:
        return _value(msgspec.json.decode(text))
    except (
        msgspec.DecodeError,
        RecursionError,
        TypeError,
        OverflowError,
        AttributeError,
        LookupError,
    ) as error:
        raise ValueError(str(error)) from None


def _value(tagged: Any) -> Any:
    if isinstance(tagged, list):
        return [_value(member) for member in tagged]
    if not isinstance(tagged, dict):
        return tagged
    ((kind, body),) = tagged.items()
    if kind not in _KINDS:
        raise ValueError(kind)
    return _KINDS[kind](body)


def _items(body: Any) -> Iterator[Any]:
    return (_value(member) for member in body)


_KINDS: dict[str, Callable[[Any], Any]] = {
    "tuple": lambda body: tuple(_items(body)),
    "set": lambda body: set(_items(body)),
    "frozenset": lambda body: frozenset(_items(body)),
    "dict": lambda body: {_value(key): _value(value) for key, value in body},
    "float": float.fromhex,
    "int": lambda body: int(body, 16),
    "complex": lambda body: complex(float.fromhex(body[0]), float.fromhex(body[1])),
    "bytes": lambda body: body.encode("latin-1"),
    "other": lambda body: Other(str(body)),
}


RTOL = 1e-7
FLOATS = 1e-6  # tolerance where a float is expected and the problem states none

Rule = Callable[[Any, Any, Sequence[Any], float], bool]


def same_output(actual: str, expected: str) -> bool:
    """Compare standard outputs line by line, without white space at ends, or as decimal numbers."""
    lines, wanted = (
        [line.strip() for line in text.strip().split("\n")] for text in (actual, expected)
    )
    return len(lines) == len(wanted) and all(map(_same_line, lines, wanted))


def _same_line(actual: str, expected: str) -> bool:
    if actual == expected:
        return True
    numbers = _decimals(actual), _decimals(expected)
    try:
        return None not in numbers and numbers[0] == numbers[1]
    except InvalidOperation:  # of a signalling NaN, which equals nothing
        return False


def _decimals(line: str) -> list[Decimal] | None:
    try:
        return [Decimal(word) for word in line.split()]
    except InvalidOperation:
        return None


def equal(actual: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare by `==` of Python."""
    return bool(actual == expected)


def livecodebench(actual: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare by `==`, where a tuple counts as a list."""
    return bool((list(actual) if isinstance(actual, tuple) else actual) == expected)


def evalplus(actual: Any, expected: Any, _arguments: Sequence[Any], atol: float) -> bool:
    """Compare by `==`, and by a tolerance where the problem has one or floats are expected."""
    if actual == expected:
        return True
    tolerance = atol or (FLOATS if _is_floats(expected) else 0.0)
    return (
        bool(tolerance) and type(actual) is type(expected) and _close(actual, expected, tolerance)
    )


def same_set(actual: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare the items, in any order and number."""
    return set(actual) == set(expected)


def any_value(_actual: Any, _expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Accept every result, for problems without a right answer."""
    return True


def zero_too(actual: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept 0 beside what is expected."""
    return evalplus(actual, expected, arguments, atol) or bool(actual == 0)


def not_none(actual: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare whether there is a result at all, unless it is a truth value."""
    there = expected is not None if not isinstance(expected, bool) else expected
    there = bool(there)
    return actual is there if isinstance(actual, bool) else (actual is not None) == there


def root(actual: Any, _expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept a root of the polynomial whose coefficients are the argument."""
    value = sum(factor * math.pow(actual, i) for i, factor in enumerate(arguments[0]))
    return bool(abs(value) <= atol)


def pyramid(actual: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept the surface of a square pyramid whose second argument is its height, too."""
    if evalplus(actual, expected, arguments, atol):
        return True
    edge, height = arguments
    slant = math.sqrt((edge / 2) ** 2 + height**2)
    return bool(abs(actual - round(edge**2 + 2 * edge * slant)) <= atol)


def digit_distance(actual: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept the sum of the differences of digits of numbers of one length, too."""
    if evalplus(actual, expected, arguments, atol):
        return True
    words = [str(number) for number in arguments]
    width = max(map(len, words))
    pairs = zip(*(word.zfill(width) for word in words), strict=True)
    return bool(actual == sum(abs(int(a) - int(b)) for a, b in pairs))


RULES: dict[str, Rule] = {
    "equal": equal,
    "livecodebench": livecodebench,
    "evalplus": evalplus,
    "same-set": same_set,
    "any": any_value,
    "zero-too": zero_too,
    "not-none": not_none,
    "root": root,
    "pyramid": pyramid,
    "digit-distance": digit_distance,
}


def agrees(rule: str, actual: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Return whether a result is what is expected; one that the rule cannot compare is not."""
    try:
        return RULES[rule](actual, expected, arguments, atol)
    except (TypeError, ValueError, ArithmeticError, AttributeError):
        return False


def _is_floats(value: Any) -> bool:
    if isinstance(value, list | tuple) and value:
        return all(isinstance(x, float) for x in value)
    return isinstance(value, float)


def _close(actual: Any, expected: Any, atol: float) -> bool:
    if isinstance(expected, list | tuple):
        pairs = zip(actual, expected, strict=True)
        return all(_close(value, wanted, atol) for value, wanted in pairs)
    if isinstance(actual, Other):
        return False
    return bool(actual == expected or abs(actual - expected) <= atol + RTOL * abs(expected))


_XCPU = -24  # the exit code of a process whose CPU time is over
_KILLED = -9
_FULL = 0.9  # share of the memory limit from which a killed process is out of memory
_SLACK = 4096  # bytes of a result beyond four times what is expected


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A program that ran, and what came of it.

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
    """Return the verdict on a program."""
    marks = [marks_of(job, place, run) for place, run in enumerate(runs)]
    verdict: Verdict = next((x.verdict for x in marks if x.verdict != "passed"), "passed")
    tests = [flag for mark in marks for flag in mark.tests]
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
    """Return the tests of one run."""
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
        output = run.output.decode("utf-8", "replace")
        return [ended and same_output(output, tests.expected[place])]
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
        actual = decoded(text)
    except ValueError:
        return False
    return agrees(tests.compare, actual, expected, tests.calls[i], tests.atol)


def values_of(run: Run, count: int) -> tuple[Any, ...] | None:
    """Return what a reference program returned; None if a call did not return."""
    lines = dict(_split(line) for line in run.report)
    returned = [lines.get(str(i), ("",)) for i in range(count)]
    if run.why or not all(map(_has_value, returned)):
        return None
    try:
        return tuple(decoded(line[1].encode()) for line in returned)
    except ValueError:
        return None


def _has_value(line: tuple[str, ...]) -> bool:
    """Return whether a line of a report has a value; a program can write other lines."""
    return line[0] == "value" and len(line) > 1
