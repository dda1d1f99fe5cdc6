"""A run of tests: which programs are run, once each, and the file of their verdicts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple

import msgspec

from sacreval.core.json_lines import Line, decode_line, stream_lines
from sacreval.core.records import Batch
from sacreval.core.verdict_rows import VerdictRow, decoder, verdict_line
from sacreval.errors import InputError, UsageError, shortened
from sacreval.features.programs.sandboxes._base import Sandbox
from sacreval.features.programs.sandboxes.pool import Worker, judged
from sacreval.features.programs.sandboxes.problems._base import Problem
from sacreval.features.programs.sandboxes.program_verdicts import Judgement, values_of
from sacreval.features.programs.sandboxes.programs import CallTests, Program
from sacreval.io.append_file import AppendFile, StreamBeginning, check_appendable, complete_size
from sacreval.io.progress import Advance

Form = Literal["whole", "completion", "fenced"]
_FENCED = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_PREFIXES = ("mbpp/", "humaneval/")


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A sample, and the program that it is.

    Args:
        system: The system, if the records name it.
        name: Id of its problem as the records have it.
        number: Its number among the samples of the problem, from 0.
        problem: Its problem.
        text: The program; None if there is none.
        refusal: Why it is not run; "" if it is.
    """

    system: str | None
    name: str | int
    number: int
    problem: Problem
    text: str | None
    refusal: str = ""

    @property
    def key(self) -> tuple[str | None, str, int]:
        """What names the sample in a file of verdicts."""
        return self.system, str(self.name), self.number


def samples_of(
    batches: Iterable[Batch], problems: Mapping[str, Problem], *, form: Form, longest: int
) -> Iterator[Sample]:
    """Yield the samples of records, or their predictions."""
    counts: Counter[tuple[str | None, str]] = Counter()
    for batch in batches:
        for i, instance in enumerate(batch):
            where, name = batch.where(i), _name(instance.instance_id, batch.instance_ids[i])
            problem = _problem(problems, name, where)
            for output in _texts(instance, where):
                place = instance.system_id, str(name)
                text, refusal = _program(output, problem, form, longest)
                yield Sample(system=instance.system_id, name=name, number=counts[place],
                             problem=problem, text=text, refusal=refusal)  # fmt: skip
                counts[place] += 1


def _name(name: str | int | None, usual: str) -> str | int:
    return usual if name is None else name


def _problem(problems: Mapping[str, Problem], name: str | int, where: str) -> Problem:
    text = str(name)
    bare = text.partition("/")[2] if text.lower().startswith(_PREFIXES) else text
    for key in (text, bare, f"Mbpp/{text}"):
        if key in problems:
            return problems[key]
    raise InputError(
        f"{where}: there is no problem '{shortened(text)}' among {len(problems):,}, such as "
        f"'{next(iter(problems))}'; give the problems of these samples"
    )


def _texts(instance: Any, where: str) -> list[Any]:
    if isinstance(instance.samples, list) and instance.samples:
        return list(instance.samples)
    if instance.prediction is not None:
        return [instance.prediction]
    if instance.error is not None:
        return [None]
    raise InputError(
        f"{where}: this record has no `samples` and no `prediction`; give a file of programs"
    )


def _program(output: Any, problem: Problem, form: Form, longest: int) -> tuple[str | None, str]:
    """Return the program of a sample, and why it is refused, one of which is empty."""
    if isinstance(output, bool):
        raise UsageError(
            "these samples are verdicts, true or false, not programs; give the file of programs"
        )
    if isinstance(output, dict) and isinstance(output.get("completion"), str):
        output, form = output["completion"], "completion"
    if not isinstance(output, str):
        kind = "no text" if output is None else f"a {type(output).__name__}"
        return None, f"there is no program, but {kind}"
    if form == "fenced":
        blocks = _FENCED.findall(output)
        if not blocks:
            return None, "there is no block between fences"
        output = blocks[-1]
    text = f"{problem.prompt}{output}" if form == "completion" else output
    if len(text) > longest:
        return None, f"the program has {len(text):,} characters, more than {longest:,}"
    try:
        text.encode()
    except UnicodeEncodeError:
        return None, "the program is not Unicode"
    return text, ""


WHAT = "verdicts"
Key = tuple[str | None, str, int]


class StoredVerdicts(NamedTuple):
    """What a file of verdicts holds.

    Args:
        rows: The last verdict on each sample.
        programs: The last verdict on each program, by hash.
        size: Offset where its complete lines end, in bytes.
    """

    rows: dict[Key, VerdictRow]
    programs: dict[str, VerdictRow]
    size: int = 0


class VerdictFile(AppendFile):
    """A file of verdicts that is read once and then appended to; it is locked while it is open.

    Args:
        path: The file; created if missing.

    Raises:
        UsageError: If it cannot be written, or another run is using it.
        InputError: If it holds anything but verdicts, or two on one sample.
    """

    def __init__(self, path: Path) -> None:
        check_appendable(path, WHAT)
        super().__init__(path)
        try:
            self.known = known_in(self.stream, path)
            self.notice = self.cut_line(self.known.size)
        except BaseException:
            self.close()
            raise

    def add(self, row: VerdictRow) -> None:
        """Append a verdict.

        Raises:
            UsageError: If it cannot be written.
        """
        self.append(verdict_line(row))
        _keep(self.known, row)


def known_in(file: BinaryIO, path: Path) -> StoredVerdicts:
    """Read a file of verdicts, which is not changed."""
    size = complete_size(file)
    known = StoredVerdicts({}, {}, size)
    for line in stream_lines(StreamBeginning(file, size), str(path)):  # type: ignore[arg-type]
        row = row_of(line)
        before = known.rows.get(row.key)
        if before is not None and row.attempt <= before.attempt:
            raise InputError(
                f"{line.where}: a second verdict on sample {row.sample} of {row.instance_id}; "
                "remove one"
            )
        _keep(known, row)
    return known


def row_of(line: Line) -> VerdictRow:
    """Decode a line."""
    row: VerdictRow = decode_line(line, decoder, "verdict")
    return row


def _keep(known: StoredVerdicts, row: VerdictRow) -> None:
    slim = msgspec.structs.replace(row, stderr_tail="") if row.verdict == "passed" else row
    known.rows[row.key] = slim
    program = known.programs.get(row.program_sha256)
    if program is None or row.attempt >= program.attempt:
        known.programs[row.program_sha256] = slim


AGAIN = 2.0  # how often the limit is given to a timeout that is repeated alone
NEAR = 0.8  # share of the limit from which a verdict may be another on a slower machine


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
        limits = self.sandbox.limits
        return {
            "seconds": seconds,
            "memory": limits.memory,
            "processes": limits.processes if self.sandbox.isolates else None,
            "disk": limits.disk,
        }


class RunCounts(msgspec.Struct, kw_only=True):
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
    """Return samples whose problems state what calls must return."""
    worker, known = Worker(sandbox), dict[str, Problem]()
    try:
        return [_prepared(sample, worker, known, seconds) for sample in samples]
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
) -> RunCounts:
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
        for key, judgement in results:
            writer.write(todo[key], key, judgement)
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
        self.run, self.file, self.counts = run, file, RunCounts()
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
        self, samples: Iterable[Sample], key: str, judgement: Judgement, *, attempt: int = 1
    ) -> None:
        """Write a verdict for each sample of a program."""
        program = self.programs[key]
        seconds = program.seconds * (AGAIN if attempt > 1 else 1.0)
        self.counts.ran += attempt == 1
        self.counts.near += judgement.verdict != "timeout" and judgement.seconds > NEAR * seconds
        for sample in samples:
            self.file.add(
                VerdictRow(
                    instance_id=sample.name,
                    sample=sample.number,
                    system_id=sample.system,
                    verdict=judgement.verdict,
                    attempt=attempt,
                    tests=list(judgement.tests),
                    subsets=_subsets(program, judgement.tests),
                    seconds=judgement.seconds,
                    cpu_seconds=judgement.cpu_seconds,
                    peak_kib=judgement.peak_kib,
                    exit=judgement.exit,
                    stderr_tail=judgement.stderr_tail,
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
    subsets, start = {}, 0
    for name, size in program.tests.subsets if isinstance(program.tests, CallTests) else ():
        subsets[name] = all(flag is True for flag in flags[start : start + size])
        start += size
    return subsets
