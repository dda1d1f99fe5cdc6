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
    for one in results:
        if not one.main or one.group is not None:
            continue
        if one.missing is not None:
            yield (
                f"{one.missing_total} of {one.n} records of '{one.system_id}' are missing by "
                f"{one.output}, so that later runs may lack as many"
            )
        elif one.value == 0 and one.higher_is_better:
            yield (
                f"{one.output} of '{one.system_id}' is 0 over {one.n} records, so that no later "
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


class Run(NamedTuple):
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
    for one in runs[1:]:
        _check(first, one)
    count = len(runs)
    tables = [_results(one) for one in runs]
    results = [
        _mean_result(result, [table[_key(result)] for table in tables], count)
        for result in first.content.results
    ]
    records = [
        _mean_record(record, [one.records[key] for one in runs])
        for key, record in first.records.items()
    ]
    content = msgspec.structs.replace(first.content, results=results, gates=[], runs=count)
    return Joined(content, records, _incomplete(first, records))


def _run(path: Path, first: Run | None) -> Run:
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
            content, results=[_renamed(one, there) for one in content.results]
        )
        scored = [_renamed(one, there) for one in scored]
    return Run(path, content, {(x.system_id, x.instance_id, x.dataset): x for x in scored})


R = TypeVar("R", Result, Scored)


def _renamed(one: R, there: Mapping[str, str]) -> R:
    return msgspec.structs.replace(one, system_id=there.get(one.system_id, one.system_id))


def _key(result: Result) -> tuple[str, str | None, str, str | None]:
    return result.system_id, result.group, result.output, result.dataset


def _results(run: Run) -> dict[tuple[str, str | None, str, str | None], Result]:
    return {_key(result): result for result in run.content.results}


def _check(first: Run, one: Run) -> None:
    """Check that two runs differ in their outputs alone."""
    if first.path.resolve() == one.path.resolve():
        raise UsageError(f"{one.path}: this run is named twice; name each run once")
    mine, theirs = _results(one), _results(first)
    reasons = [f"only {first.path} has {key[2]} of '{key[0]}'" for key in theirs if key not in mine]
    reasons += [f"only {one.path} has {key[2]} of '{key[0]}'" for key in mine if key not in theirs]
    both = [key for key in mine if key in theirs]
    reasons += [text for key in both for text in differences(mine[key], theirs[key])]
    apart = sorted(first.records.keys() ^ one.records.keys())
    reasons += [f"{len(apart)} records are in one alone, such as '{apart[0][1]}'"] if apart else []
    if reasons:
        raise UsageError(
            f"{one.path}: this is not another run of {first.path}: {reasons[0]}; join runs of the "
            "same systems, inputs and options"
        )


def _mean_result(result: Result, each: Sequence[Result], count: int) -> Result:
    values = [one.value for one in each]
    name, parts = signature.read(result.signature)
    parts = {key: value for key, value in parts.items() if key != "outputs"}
    return msgspec.structs.replace(
        result,
        value=_mean(values),
        n=min(one.n for one in each),
        interval=None,
        details={},
        signature=signature.write(name, {**parts, "runs": count}),
    )


def _mean_record(record: Scored, each: Sequence[Scored]) -> Scored:
    errors = list(dict.fromkeys(one.error for one in each if one.error))
    tables: list[Numbers] = [one.statistics or {} for one in each]
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
        scores={name: _mean([one.scores.get(name) for one in each]) for name in record.scores},
        judgments=record.judgments,
        groups=record.groups,
        error="; ".join(errors) or None,
        unanswered=_in_every([one.unanswered or [] for one in each]) or None,
        statistics={
            name: [fmean(column) for column in zip(*(table[name] for table in tables), strict=True)]
            for name in tables[0]
            if all(name in table for table in tables)
        },
    )


def _in_every(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return what all lists have, in the order of the first."""
    return [name for name in lists[0] if all(name in one for one in lists[1:])]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None


def _incomplete(first: Run, records: Sequence[Scored]) -> list[str]:
    names = {name for one in first.records.values() for name in one.statistics or {}}
    short = [one.instance_id for one in records if names - (one.statistics or {}).keys()]
    if not short:
        return []
    sentence = (
        f"{len(short)} records, such as '{short[0]}', were not scored in every run; tests against "
        "this baseline leave them out"
    )
    return [sentence]
