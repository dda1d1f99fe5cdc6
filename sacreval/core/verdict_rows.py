"""Rows of verdicts on programs, which `run-tests` writes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Verdict = Literal["passed", "wrong", "error", "timeout", "memory", "refused"]


class VerdictRow(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The verdict on one program; one line of a file of verdicts.

    Args:
        instance_id: Id of the problem, as the samples have it.
        sample: Number of the sample among those of the problem, from 0.
        verdict: `passed`; `wrong`: a test failed; `error`: an exception, or an end before the last
            test; `timeout`; `memory`; `refused`: the program was not run, and `stderr_tail` states
            why.
        system_id: The system, if the samples name it.
        attempt: 1; 2 for the repetition of a timeout, alone and with twice the limit, which counts.
        tests: Whether each test passed, in order; null for those that were not reached.
        subsets: Name of a subset of the tests, such as `base`, to whether all of it passed.
        seconds: Wall clock, in seconds.
        cpu_seconds: CPU time, measured inside the sandbox, in seconds.
        peak_kib: Peak memory of the largest process, in KiB.
        exit: Exit code; negative for a signal; null if unknown.
        stderr_tail: The end of the program's standard error.
        program_sha256: Hash of the program, its tests and its time limit.
        runner: The sandbox and its version, and that of Python.
        limits: What the program could use: `seconds`, `memory` and `disk` in MiB, `processes`.
    """

    instance_id: str | int
    sample: int
    verdict: Verdict
    system_id: str | None = None
    attempt: int = 1
    tests: list[bool | None] = msgspec.field(default_factory=list)
    subsets: dict[str, bool] = msgspec.field(default_factory=dict)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_kib: int = 0
    exit: int | None = None
    stderr_tail: str = ""
    program_sha256: str
    runner: str
    limits: dict[str, Any]

    @property
    def key(self) -> tuple[str | None, str, int]:
        """The sample: its system, the id of its problem and its number."""
        return self.system_id, str(self.instance_id), self.sample


_encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(VerdictRow)


def verdict_line(row: VerdictRow) -> bytes:
    """Return the line of a row, with its line feed."""
    return _encoder.encode(row) + b"\n"
