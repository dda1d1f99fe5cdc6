"""Programs with their tests and their limits, and the jobs by which a sandbox runs them."""

from __future__ import annotations

import hashlib
import marshal
import math
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

MEBIBYTE = 2**20
OPEN_FILES = 256
_SPARE_CPU = 2  # seconds of CPU time beyond the limit of the wall clock, which comes first
_OURS = 3  # processes in a sandbox that are not the program's: its init, the driver, the program


class ProgramLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a program may use.

    Args:
        memory: Address space of each process, in MiB.
        processes: Number of processes and threads beside the first.
        disk: Size of the only folders that can be written, and of each file, in MiB.
    """

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


OUTPUT = 65_536  # bytes of standard output beyond what is expected


class CodeTests(msgspec.Struct, frozen=True, kw_only=True, tag="code"):
    """Tests that are code and share the process of the program, which could forge a pass.

    Args:
        parts: The tests, each run after the program in its globals; without any, the program is
            its own test and passes if it ends.
        script: Whether the program is run as a script, `__name__` being `__main__`.
    """

    parts: tuple[str, ...] = ()
    script: bool = False

    @property
    def count(self) -> int:
        """The number of tests."""
        return len(self.parts) or 1


class CallTests(msgspec.Struct, frozen=True, kw_only=True, tag="calls"):
    """Calls of a function, whose results are compared outside the sandbox.

    Args:
        entry: Name of the function, or of the method of a class Solution.
        method: Whether it is a method.
        calls: The arguments of each call.
        expected: What each call must return; None where a reference program computes it.
        compare: Name of the rule of `comparison.py`.
        atol: Absolute tolerance of the rule.
        subsets: Name of a subset of the tests to its number of tests, in order.
    """

    entry: str
    method: bool = False
    calls: tuple[Sequence[Any], ...]
    expected: tuple[Any, ...] | None = None
    compare: str = "equal"
    atol: float = 0.0
    subsets: tuple[tuple[str, int], ...] = ()

    @property
    def count(self) -> int:
        """The number of tests."""
        return len(self.calls)


class StdinTests(msgspec.Struct, frozen=True, kw_only=True, tag="stdin"):
    """Standard inputs, for which standard output is compared outside the sandbox.

    Args:
        inputs: The standard inputs; the program runs once for each.
        expected: The standard outputs.
    """

    inputs: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of tests."""
        return len(self.inputs)


Tests = CodeTests | CallTests | StdinTests


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """A program with its tests.

    Args:
        text: The whole program.
        tests: Its tests.
        seconds: Wall clock of a run, in seconds.
    """

    text: str
    tests: Tests
    seconds: float

    def sha256(self) -> str:
        """Return the hash of the program, its tests and its time limit."""
        known = (self.text, _fields(self.tests), self.tests.__class__.__name__, self.seconds)
        return hashlib.sha256(marshal.dumps(_sorted(known), 2)).hexdigest()

    def most_output(self) -> int:
        """Return how many bytes of standard output are relayed; 0 if none are wanted."""
        if not isinstance(self.tests, StdinTests):
            return 0
        return OUTPUT + 4 * max(map(len, self.tests.expected), default=0)


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What a sandbox is sent: a program without what is expected of it.

    Args:
        program: The program.
        token: What it reports after its last test.
        limits: What it may use.
        processes: Whether the number of processes is limited by RLIMIT_NPROC.
    """

    program: Program
    limits: ProgramLimits
    processes: bool
    token: str = msgspec.field(default_factory=lambda: secrets.token_hex(16))

    def encoded(self) -> bytes:
        """Return the bytes that the driver reads."""
        tests = self.program.tests
        stdins = [x.encode() for x in tests.inputs] if isinstance(tests, StdinTests) else [b""]
        job = {
            "kind": {CodeTests: "code", CallTests: "calls", StdinTests: "stdin"}[type(tests)],
            "source": self.program.text,
            "parts": list(tests.parts) if isinstance(tests, CodeTests) else [],
            "script": not isinstance(tests, CodeTests) or tests.script,
            "entry": tests.entry if isinstance(tests, CallTests) else "",
            "method": isinstance(tests, CallTests) and tests.method,
            "calls": [tuple(x) for x in tests.calls] if isinstance(tests, CallTests) else [],
            "stdins": stdins,
            "output": self.program.most_output(),
            "seconds": self.program.seconds,
            "token": self.token.encode(),
            "rlimits": self.limits.rlimits(self.program.seconds, processes=self.processes),
        }
        text = marshal.dumps(job, 2)
        return len(text).to_bytes(8, "big") + text


def _fields(tests: Tests) -> list[Any]:
    return [getattr(tests, name) for name in tests.__struct_fields__]


def _sorted(value: Any) -> Any:
    """Return the same value with sets in a fixed order, so that equal values have equal bytes."""
    if isinstance(value, set | frozenset):
        return ["set", sorted(map(_sorted, value), key=repr)]
    if isinstance(value, list | tuple):
        return [type(value).__name__, *map(_sorted, value)]
    if isinstance(value, dict):
        return ["dict", *([_sorted(key), _sorted(member)] for key, member in value.items())]
    return value
