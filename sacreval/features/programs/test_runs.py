"""A run of tests: which programs are run, once each, and what is written of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any

import msgspec

from sacreval.core.verdict_rows import VerdictRow
from sacreval.errors import InputError
from sacreval.features.programs.sample_programs import Sample
from sacreval.features.programs.sandboxes._base import Sandbox
from sacreval.features.programs.sandboxes.pool import Worker, judged
from sacreval.features.programs.sandboxes.problems._base import Problem
from sacreval.features.programs.sandboxes.programs import CallTests, Program
from sacreval.features.programs.sandboxes.verdicts import Judgement, values_of
from sacreval.features.programs.verdict_file import VerdictFile

AGAIN = 2.0  # how often the limit is given to a timeout that is repeated alone
NEAR = 0.8  # share of the limit from which a verdict may be another on a slower machine
Advance = Callable[[int], None]


class TestRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run of tests.

    Args:
        sandbox: The sandbox, which has been proven.
        workers: How many programs run at the same time.
        seconds: Wall clock of a run; 0 for that of each problem.
    """

    __test__ = False  # pytest would take it for tests

    sandbox: Sandbox
    workers: int = 1
    seconds: float = 0.0

    def limits(self, seconds: float) -> dict[str, Any]:
        """Return the limits as rows have them."""
        found = self.sandbox.limits
        return {
            "seconds": seconds,
            "memory": found.memory,
            "processes": found.processes if self.sandbox.isolates else None,
            "disk": found.disk,
        }


class Counts(msgspec.Struct, kw_only=True):
    """What a run has done.

    Args:
        kept: Number of samples that had a verdict already.
        ran: Number of programs that were run.
        repeated: Number of timeouts that were repeated alone.
        near: Number of programs that ended near their limit.
        verdicts: Verdict to number of samples, those of earlier runs included.
    """

    kept: int = 0
    ran: int = 0
    repeated: int = 0
    near: int = 0
    verdicts: Counter[str] = msgspec.field(default_factory=Counter)


def prepared(samples: Iterable[Sample], sandbox: Sandbox, seconds: float = 0.0) -> list[Sample]:
    """Return samples whose problems state what calls must return.

    Args:
        samples: Samples; the solutions of problems that need it are run in the sandbox.
        sandbox: The sandbox, which has been proven.
        seconds: Wall clock of a run; 0 for that of each problem.

    Raises:
        InputError: If a solution does not return something for each call.
    """
    worker, known = Worker(sandbox), dict[str, Problem]()
    try:
        return [_prepared(one, worker, known, seconds) for one in samples]
    finally:
        worker.close()


def _prepared(sample: Sample, worker: Worker, known: dict[str, Problem], seconds: float) -> Sample:
    problem = sample.problem
    if not isinstance(problem.tests, CallTests) or problem.tests.expected is not None:
        return sample
    if problem.name not in known:
        known[problem.name] = _with_expected(
            problem, problem.tests, worker, seconds or problem.seconds
        )
    return msgspec.structs.replace(sample, problem=known[problem.name])


def _with_expected(problem: Problem, tests: CallTests, worker: Worker, seconds: float) -> Problem:
    program = Program(text=problem.solution, tests=tests, seconds=AGAIN * seconds)
    run = worker.runs(worker.job(program))[-1]
    values = values_of(run, tests.count)
    if values is None:
        raise InputError(
            f"the canonical solution of {problem.name} does not return a value for each input "
            f"({run.why or 'it raises an error'}); get the file of problems again, or give it more "
            "--memory or --seconds"
        )
    return msgspec.structs.replace(problem, tests=msgspec.structs.replace(tests, expected=values))


def run_tests(
    samples: Sequence[Sample], run: TestRun, file: VerdictFile, advance: Advance
) -> Counts:
    """Run the programs that have no verdict in a file, and append their verdicts.

    Args:
        samples: The samples.
        run: How they are run.
        file: The file.
        advance: Called with the number of samples that are done.

    Raises:
        InputError: If the file has verdicts on other programs, or by another sandbox.
    """
    writer = _Writer(run, file)
    todo = writer.sorted_out(samples)
    advance(len(samples) - sum(map(len, todo.values())))
    first = ((key, writer.programs[key]) for key in todo)
    with closing(judged(first, run.sandbox, run.workers)) as results:
        for key, found in results:
            writer.write(todo[key], key, found)
            advance(len(todo[key]))
    writer.repeat_timeouts(samples)
    for sample in samples:
        writer.counts.verdicts[file.known.rows[sample.key].verdict] += 1
    return writer.counts


class _Writer:
    """What is known of a run's programs, and how it is written.

    Args:
        run: The run.
        file: The file of verdicts.
    """

    def __init__(self, run: TestRun, file: VerdictFile) -> None:
        self.run, self.file, self.counts = run, file, Counts()
        self.programs: dict[str, Program] = {}
        self.runner = run.sandbox.identity()

    def sorted_out(self, samples: Iterable[Sample]) -> dict[str, list[Sample]]:
        """Write what needs no run; return the samples of each program that must run."""
        todo: dict[str, list[Sample]] = {}
        for sample in samples:
            key = self._key(sample)
            row = self.file.known.rows.get(sample.key)
            if row is not None:
                self._check(row, sample, key)
                self.counts.kept += 1
            elif sample.refusal:
                self.file.add(self._refused(sample))
            elif row := self.file.known.programs.get(key):
                self._check(row, sample, key)
                self.file.add(_copied(row, sample))
            else:
                todo.setdefault(key, []).append(sample)
        return todo

    def _key(self, sample: Sample) -> str:
        """Return the hash of a sample's program; "" if it has none."""
        if sample.text is None:
            return ""
        program = sample.problem.program(sample.text, self.run.seconds)
        key = program.sha256()
        self.programs.setdefault(key, program)
        return key

    def _check(self, row: VerdictRow, sample: Sample, key: str) -> None:
        """Check that an earlier verdict is on the same program, by the same sandbox and limits."""
        if row.program_sha256 != key:
            what = "another program, other tests or another time limit"
        elif key and row.runner != self.runner:
            what = f"another sandbox, {row.runner}, not {self.runner}"
        elif key and self.run.limits(0) != {**row.limits, "seconds": 0}:
            what = "other limits"
        else:
            return
        raise InputError(
            f"{self.file.path}: sample {sample.number} of {sample.name} was judged with {what}; "
            "give another file with -o"
        )

    def _refused(self, sample: Sample) -> VerdictRow:
        return VerdictRow(
            instance_id=sample.name,
            sample=sample.number,
            system_id=sample.system,
            verdict="refused",
            stderr_tail=sample.refusal,
            program_sha256="",
            runner=self.runner,
            limits=self.run.limits(0.0),
        )

    def write(
        self, samples: Iterable[Sample], key: str, found: Judgement, *, attempt: int = 1
    ) -> None:
        """Write a verdict for each sample of a program."""
        program = self.programs[key]
        seconds = program.seconds * (AGAIN if attempt > 1 else 1.0)
        self.counts.ran += attempt == 1
        self.counts.near += found.verdict != "timeout" and found.seconds > NEAR * seconds
        for sample in samples:
            self.file.add(
                VerdictRow(
                    instance_id=sample.name,
                    sample=sample.number,
                    system_id=sample.system,
                    verdict=found.verdict,
                    attempt=attempt,
                    tests=list(found.tests),
                    subsets=_subsets(program, found.tests),
                    seconds=found.seconds,
                    cpu_seconds=found.cpu_seconds,
                    peak_kib=found.peak_kib,
                    exit=found.exit,
                    stderr_tail=found.stderr_tail,
                    program_sha256=key,
                    runner=self.runner,
                    limits=self.run.limits(seconds),
                )
            )

    def repeat_timeouts(self, samples: Iterable[Sample]) -> None:
        """Run programs that were too slow once more, one at a time and with twice the limit."""
        slow: dict[str, list[Sample]] = {}
        for sample in samples:
            row = self.file.known.rows[sample.key]
            if row.verdict == "timeout" and row.attempt == 1:
                slow.setdefault(row.program_sha256, []).append(sample)
        worker = Worker(self.run.sandbox, spares=0)
        for key, same in slow.items():
            program = self.programs[key]
            twice = msgspec.structs.replace(program, seconds=AGAIN * program.seconds)
            self.write(same, key, worker.judge(twice), attempt=2)
            self.counts.repeated += 1


def _copied(row: VerdictRow, sample: Sample) -> VerdictRow:
    """Return the verdict on an equal program as that of a sample."""
    return msgspec.structs.replace(
        row, instance_id=sample.name, sample=sample.number, system_id=sample.system
    )


def _subsets(program: Program, flags: Sequence[bool | None]) -> dict[str, bool]:
    """Return whether all tests of each subset passed."""
    found, start = {}, 0
    for name, size in program.tests.subsets if isinstance(program.tests, CallTests) else ():
        found[name] = all(flag is True for flag in flags[start : start + size])
        start += size
    return found
