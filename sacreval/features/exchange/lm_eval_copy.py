"""Copies of logs of lm-eval with sacreval's scores, as more metrics with `_stderr`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from sacreval.core.contract.declarations import direction
from sacreval.core.records import Scored
from sacreval.errors import InputError, shortened
from sacreval.io.files import write_text
from sacreval.io.whole_files import read_whole

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Direction, Metric


def decoded(content: bytes, where: str) -> Any:
    """Decode a document."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = shortened(str(error))
        raise InputError(f"{where}: this is not JSON ({reason}); get the log again") from None


def as_object(value: Any, what: str, where: str) -> dict[str, Any]:
    """Return a value that must be an object."""
    if not isinstance(value, dict):
        raise InputError(f"{where}: `{what}` is no object; get the log again")
    return value


def as_list(value: Any, what: str, where: str) -> list[Any]:
    """Return a value that must be a list; see `as_object`."""
    if not isinstance(value, list):
        raise InputError(f"{where}: `{what}` is no list; get the log again")
    return value


def member(holder: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    """Return the object under a key, which is added where it is missing; see `as_object`."""
    return as_object(holder.setdefault(key, {}), key, where)


PREFIX = "sacreval_"  # of metrics in logs of other tools, which have some of the same name


class OutputColumn(NamedTuple):
    """One output of one metric.

    Args:
        output: Its name in the run.
        own: The metric's own name for it.
        entry: The metric's name in the run, under which records have its statistics.
        metric: The metric.
    """

    output: str
    own: str
    entry: str
    metric: Metric

    @property
    def name(self) -> str:
        """Its name in logs of other tools."""
        return f"{PREFIX}{self.output}"

    @property
    def better(self) -> Direction:
        """Whether larger is better."""
        return direction(self.metric, self.own)


class MeanScore(NamedTuple):
    """A score over records.

    Args:
        value: The score.
        error: Its standard error, by leaving out one record in turn; None for a single record.
        n: Number of records.
    """

    value: float
    error: float | None
    n: int


class LogScores(NamedTuple):
    """The scores of a run.

    Args:
        records: The scores of records, by system and instance.
        columns: The outputs that can be computed from their statistics.
        origin: The result file, for messages.
    """

    records: Mapping[str, Mapping[str, Scored]]
    columns: Sequence[OutputColumn]
    origin: str

    def find(self, systems: Sequence[str], instance: object, task: str) -> Scored | None:
        """Return the scores of a record of a log; None if it has none, or could not be scored.

        Args:
            systems: The names that readers give its system; the first that has scores counts.
            instance: Id of the record in the log.
            task: Its task: records of another one are not found.
        """
        for name in systems:
            scored = self.records.get(name, {}).get(str(instance))
            if scored is None or (scored.groups or {}).get("task", task) != task:
                continue
            if any(score is not None for score in scored.scores.values()):
                return scored
        return None

    def summaries(self, records: Iterable[Scored]) -> dict[str, MeanScore]:
        """Compute the scores of some records, by the names of columns.

        Args:
            records: Their scores, with statistics.
        """
        import numpy as np

        tables: dict[str, list[list[float]]] = {}
        for record in records:
            for name, row in (record.statistics or {}).items():
                tables.setdefault(name, []).append(row)
        arrays = {name: np.asarray(rows, dtype=float) for name, rows in tables.items()}
        return {
            column.name: _summary(column, arrays[column.entry])
            for column in self.columns
            if column.entry in arrays
        }

    def need(self, n: int, log: str) -> None:
        """Check that a log has records with scores.

        Raises:
            InputError: If none has any.
        """
        if not n:
            systems = ", ".join(f"'{name}'" for name in list(self.records)[:5])
            raise InputError(
                f"{log}: no record of it has scores in {self.origin}, which has {systems}; "
                "evaluate this log, with its reader, and --instances"
            )


def _summary(column: OutputColumn, rows: Array) -> MeanScore:
    """Compute one score with its jackknife error, which for means is their standard error."""
    from sacreval.stats.intervals.bounds import jackknife_t

    estimate = jackknife_t([rows], lambda sums: column.metric.reduce(sums)[column.own])
    error = float(estimate.error)
    return MeanScore(float(estimate.value), None if isnan(error) else error, len(rows))


NOT_KNOWN = "N/A"  # lm-eval's word for an error that it does not have
_RESULTS = re.compile(r"results_(?P<date>.+)\.json")


class CopiedScores(NamedTuple):
    """What was copied.

    Args:
        paths: The copies.
        without: Number of records that the run has no scores of.
    """

    paths: list[Path]
    without: int


def is_lm_eval(document: Any) -> bool:
    """Return whether a document is a results file of lm-eval."""
    return isinstance(document, dict) and {"results", "configs"} <= document.keys()


def copy_lm_eval(
    path: Path, document: Any, scores: LogScores, target: Callable[[Path], Path]
) -> CopiedScores:
    """Copy a results file, and the samples files beside it, with scores.

    A document's scores go to its row of the samples; their value over the documents of a task and
    a filter, with its standard error, to the results. What was there stays as it is.
    """
    date = _RESULTS.fullmatch(path.name)
    tasks = as_object(document["results"], "results", str(path))
    samples = {
        task: place
        for task in tasks
        if date
        and not {"/", "\0"} & set(task)  # which no file name has
        and (place := path.with_name(f"samples_{task}_{date['date']}.jsonl")).is_file()
    }
    model = str(document.get("model_name") or path.resolve().parent.name)
    targets = {place: target(place) for place in (*samples.values(), path)}
    written, counts = [], [0, 0]
    for task, place in samples.items():
        by_filter: dict[str, list[Scored]] = {}
        with write_text(targets[place]) as stream:
            for scored, name in _rows(place, stream, scores, model, task):
                counts[scored is None] += 1
                if scored is not None:
                    by_filter.setdefault(name, []).append(scored)
        written.append(targets[place])
        for name, records in by_filter.items():
            _add(document, task, name, records, scores, where=str(path))
    scores.need(counts[0], str(path))
    with write_text(targets[path]) as stream:
        stream.write(json.dumps(document, indent=2, ensure_ascii=False))
    return CopiedScores([targets[path], *written], counts[1])


def _rows(
    place: Path, stream: IO[str], scores: LogScores, model: str, task: str
) -> Iterator[tuple[Scored | None, str]]:
    """Write the rows of a samples file with scores; yield what was found, and the filter."""
    for number, line in enumerate(read_whole(str(place)).split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{place}:{number}"
        row = as_object(decoded(line, where), "row", where)
        name = str(row.get("filter", "none"))
        scored = scores.find((f"{model} [{name}]", model), row.get("doc_id"), task)
        if scored is not None:
            added = {
                column.name: value
                for column in scores.columns
                if (value := scored.scores.get(column.output)) is not None
            }
            row |= added
            if isinstance(row.get("metrics"), list):
                row["metrics"] = [*row["metrics"], *added]
        stream.write(f"{json.dumps(row, ensure_ascii=False)}\n")
        yield scored, name


def _add(
    document: Any, task: str, name: str, records: list[Scored], scores: LogScores, *, where: str
) -> None:
    """Add the scores over the documents of a task under a filter to the results."""
    summaries = scores.summaries(records)
    entry = as_object(document["results"][task], f"results.{task}", where)
    for key, summary in summaries.items():
        entry[f"{key},{name}"] = summary.value
        entry[f"{key}_stderr,{name}"] = NOT_KNOWN if summary.error is None else summary.error
    better = {column.name: column.better for column in scores.columns if column.name in summaries}
    directions = member(member(document, "higher_is_better", where), task, where)
    directions |= {key: value for key, value in better.items() if value is not None}
