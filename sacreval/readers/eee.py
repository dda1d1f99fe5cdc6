"""Every Eval Ever: runs that many tools' results are converted to, with or without samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import msgspec

from sacreval.core.json_lines import lines_of
from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError, UsageError
from sacreval.io.files import STDIN
from sacreval.io.lines import LineLimit
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning, beginning
from sacreval.readers._eee import (
    Name,
    Run,
    Sample,
    aggregate_records,
    names_file,
    result_names,
    run_of,
    sample_record,
)
from sacreval.readers._log import LineLogReader, Numbered
from sacreval.readers._typed import typed

_SAMPLE, _NAME = msgspec.json.Decoder(Sample), msgspec.json.Decoder(Name)
_SHARED = ("schema_version", "evaluation_id")


class _Line(NamedTuple):
    number: int
    sample: Sample


@readers.register("eee")
@dataclass(frozen=True, kw_only=True)
class EeeReader(LineLogReader):
    """Runs in the schema of Every Eval Ever, 0.2.0 to 0.3.0: `<id>.json` and `<id>_samples.jsonl`.

    Either file may be named; the other is read where it is beside it. Lines of one sample that
    follow each other are one record: with one score for each result, or with `samples` for repeats.
    A run without samples has a record without an output for each score. If samples are of several
    evaluations, their names are part of the ids, as in `gsm8k:17`.
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether it is a file of samples or of aggregates of this schema."""
        return _is_samples(start) or start.has(*_SHARED, "evaluation_results[]", "model_info")

    @classmethod
    def is_part(cls, path: str) -> bool:
        """Return whether these are the samples of a run that is beside them."""
        try:
            run = _run(path)
        except InputError:  # which the reader reports
            return False
        stated = run.aggregate and run.aggregate.detailed_evaluation_results
        return bool(run.samples == path and stated and names_file(stated, path))

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the samples, or else the scores over all samples."""
        run = _run(path)
        if run.samples is not None:
            yield from _records(run, run.samples, self.line_limit)
        elif run.aggregate is not None:
            yield from enumerate(aggregate_records(run.aggregate), start=1)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the scores over all samples, where their file is there."""
        run = _run(path)
        if run.aggregate is None:
            return ()
        return [
            StoredScore(
                name=result.name,
                value=result.score_details.score,
                error=result.error,
                system_id=run.aggregate.model,
                task=result.evaluation_name,
                records=result.samples,
                where=f"{run.where}: evaluation_results[{place}]",
            )
            for place, result in enumerate(run.aggregate.evaluation_results)
        ]


def _is_samples(start: Beginning) -> bool:
    return start.has(*_SHARED, "sample_id", "model_id")


def _run(path: str) -> Run:
    if path == STDIN:
        raise UsageError("runs of Every Eval Ever are read twice, so not from -; name the file")
    start = beginning(path)
    return run_of(path, is_samples=start is not None and _is_samples(start))


def _records(run: Run, path: str, limit: LineLimit) -> Iterator[Numbered]:
    results = run.aggregate.evaluation_results if run.aggregate else ()
    names = result_names(results)
    several = len(_evaluations(path, limit)) > 1
    lines = 0
    for _, group in groupby(_lines(path, limit), key=_key):
        rows = list(group)
        lines += len(rows)
        instance = sample_record(
            [row.sample for row in rows], lambda sample: _score(sample, names), several=several
        )
        yield rows[0].number, instance
    _check_rows(run, path, lines)


def _score(sample: Sample, names: Mapping[str, str]) -> str:
    """Return the name of a sample's score."""
    result = sample.evaluation_result_id
    return names.get(result or "") or result or names.get(sample.evaluation_name) or "score"


def _key(line: _Line) -> tuple[str, str, str]:
    sample = line.sample
    return sample.model_id, sample.evaluation_name, str(sample.sample_id)


def _lines(path: str, limit: LineLimit) -> Iterator[_Line]:
    for number, line in enumerate(lines_of(path, limit), start=1):
        yield _Line(number, typed(_SAMPLE, line.text, line.where))


def _evaluations(path: str, limit: LineLimit) -> set[str]:
    return {typed(_NAME, line.text, line.where).evaluation_name for line in lines_of(path, limit)}


def _check_rows(run: Run, path: str, lines: int) -> None:
    stated = run.aggregate and run.aggregate.detailed_evaluation_results
    wanted = stated.total_rows if stated else None
    if wanted is not None and wanted != lines:
        raise InputError(
            f"{path}: it has {lines} samples, of which {run.where} states {wanted}; copy both again"
        )
