"""Files of a baseline: the results of a run, or the means of several, and the scores of records.

A baseline of one run that was the best of several fails later runs more often than its level says.
The mean of several runs is no such choice, and its noise is smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, TypeVar

import msgspec

from sacreval.core import signature
from sacreval.core.records import Scored
from sacreval.core.results import InstancesLink, Result, ResultFile
from sacreval.errors import InputError, UsageError
from sacreval.io.files import sha256, write_text
from sacreval.report import record_scores
from sacreval.scoring.result_files import differences, match_systems, read_results, read_scored

Numbers = Mapping[str, Sequence[float]]


def scores_of(baseline: Path) -> Path:
    """Return the file with the scores of the records of a baseline: BASELINE.instances.jsonl."""
    return baseline.with_name(f"{baseline.stem}.instances.jsonl")


def write(content: ResultFile, records: Iterable[Scored], baseline: Path) -> None:
    """Write both files of a baseline, replacing those that are there.

    Args:
        content: The results.
        records: The scores of their records, with statistics.
        baseline: The file of the results.
    """
    beside = scores_of(baseline)
    record_scores.write(records, beside, nulls=record_scores.NULLS)
    write_results(content, baseline, beside)


def doubts(results: Iterable[Result]) -> Iterator[str]:
    """Describe results that hide losses of later runs: with missing records, or at the worst."""
    for row in results:
        if not row.main or row.group is not None:
            continue
        if row.missing is not None:
            yield (
                f"{row.missing_total} of {row.n} records of '{row.system_id}' are missing by "
                f"{row.output}, so that later runs may lack as many"
            )
        elif row.value == 0 and row.higher_is_better:
            yield (
                f"{row.output} of '{row.system_id}' is 0 over {row.n} records, so that no later "
                "run is worse and no gate can fail"
            )


def write_results(content: ResultFile, baseline: Path, beside: Path | None) -> None:
    """Write the results of a baseline."""
    if beside is not None:
        link = InstancesLink(path=beside.name, sha256=sha256(str(beside)) or "")
        content = msgspec.structs.replace(content, instances=link)
    with write_text(baseline) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n")


class Joined(NamedTuple):
    """A baseline of several runs.

    Args:
        content: The result file: means of the scores, without intervals and gates.
        records: The records, with means of their scores and statistics.
        notices: Sentences on records that not all runs scored.
    """

    content: ResultFile
    records: list[Scored]
    notices: list[str]


class BaselineRun(NamedTuple):
    """One of the runs.

    Args:
        path: Its result file.
        content: The content of that file.
        records: Its records, by system, instance and data set, with the names of systems in the
            first run.
    """

    path: Path
    content: ResultFile
    records: dict[tuple[str, str, str | None], Scored]


def joined(paths: Sequence[Path]) -> Joined:
    """Join runs of the same systems on the same inputs, with the same metrics and options."""
    first = _run(paths[0], None)
    runs = [first, *(_run(path, first) for path in paths[1:])]
    for run in runs[1:]:
        _check(first, run)
    count = len(runs)
    tables = [_results(run) for run in runs]
    results = [
        _mean_result(result, [table[_key(result)] for table in tables], count)
        for result in first.content.results
    ]
    records = [
        _mean_record(record, [run.records[key] for run in runs])
        for key, record in first.records.items()
    ]
    content = msgspec.structs.replace(first.content, results=results, gates=[], runs=count)
    return Joined(content, records, _incomplete(first, records))


def _run(path: Path, first: BaselineRun | None) -> BaselineRun:
    """Read a run, and name its systems as in the first."""
    content = read_results(path)
    scored = read_scored(path, content)
    if scored is None:
        raise InputError(
            f"{path}: a baseline of several runs needs the scores of their records; write them "
            "with --instances"
        )
    if content.runs:
        raise UsageError(f"{path}: this is a baseline of {content.runs} runs; give the runs")
    if first is not None:
        there = match_systems(content.results, first.content.results)
        content = msgspec.structs.replace(
            content, results=[_renamed(result, there) for result in content.results]
        )
        scored = [_renamed(record, there) for record in scored]
    return BaselineRun(path, content, {(x.system_id, x.instance_id, x.dataset): x for x in scored})


R = TypeVar("R", Result, Scored)


def _renamed(row: R, there: Mapping[str, str]) -> R:
    return msgspec.structs.replace(row, system_id=there.get(row.system_id, row.system_id))


def _key(result: Result) -> tuple[str, str | None, str, str | None]:
    return result.system_id, result.group, result.output, result.dataset


def _results(run: BaselineRun) -> dict[tuple[str, str | None, str, str | None], Result]:
    return {_key(result): result for result in run.content.results}


def _check(first: BaselineRun, run: BaselineRun) -> None:
    """Check that two runs differ in their outputs alone."""
    if first.path.resolve() == run.path.resolve():
        raise UsageError(f"{run.path}: this run is named twice; name each run once")
    mine, theirs = _results(run), _results(first)
    reasons = [f"only {first.path} has {key[2]} of '{key[0]}'" for key in theirs if key not in mine]
    reasons += [f"only {run.path} has {key[2]} of '{key[0]}'" for key in mine if key not in theirs]
    both = [key for key in mine if key in theirs]
    reasons += [text for key in both for text in differences(mine[key], theirs[key])]
    apart = sorted(first.records.keys() ^ run.records.keys())
    reasons += [f"{len(apart)} records are in one alone, such as '{apart[0][1]}'"] if apart else []
    if reasons:
        raise UsageError(
            f"{run.path}: this is not another run of {first.path}: {reasons[0]}; join runs of the "
            "same systems, inputs and options"
        )


def _mean_result(result: Result, each: Sequence[Result], count: int) -> Result:
    values = [result.value for result in each]
    name, parts = signature.read(result.signature)
    parts = {key: value for key, value in parts.items() if key != "outputs"}
    return msgspec.structs.replace(
        result,
        value=_mean(values),
        n=min(result.n for result in each),
        interval=None,
        details={},
        signature=signature.write(name, {**parts, "runs": count}),
    )


def _mean_record(record: Scored, each: Sequence[Scored]) -> Scored:
    errors = list(dict.fromkeys(s.error for s in each if s.error))
    tables: list[Numbers] = [s.statistics or {} for s in each]
    for name, rows in tables[0].items():
        if any(len(table.get(name, rows)) != len(rows) for table in tables):
            raise InputError(
                f"the statistics of {name} of record '{record.instance_id}' have different lengths "
                "in these runs; write them again with `sacreval evaluate --instances`"
            )
    return Scored(
        instance_id=record.instance_id,
        system_id=record.system_id,
        system_type=record.system_type,
        dataset=record.dataset,
        scores={name: _mean([s.scores.get(name) for s in each]) for name in record.scores},
        judgments=record.judgments,
        groups=record.groups,
        error="; ".join(errors) or None,
        unanswered=_in_every([s.unanswered or [] for s in each]) or None,
        statistics={
            name: [fmean(column) for column in zip(*(table[name] for table in tables), strict=True)]
            for name in tables[0]
            if all(name in table for table in tables)
        },
    )


def _in_every(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return what all lists have, in the order of the first."""
    return [name for name in lists[0] if all(name in names for names in lists[1:])]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None


def _incomplete(first: BaselineRun, records: Sequence[Scored]) -> list[str]:
    names = {name for record in first.records.values() for name in record.statistics or {}}
    short = [record.instance_id for record in records if names - (record.statistics or {}).keys()]
    if not short:
        return []
    sentence = (
        f"{len(short)} records, such as '{short[0]}', were not scored in every run; tests against "
        "this baseline leave them out"
    )
    return [sentence]
