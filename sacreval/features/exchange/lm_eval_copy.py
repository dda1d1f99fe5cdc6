"""Copies of logs of lm-eval with sacreval's scores, as more metrics with `_stderr`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from sacreval.core.records import Scored
from sacreval.features.exchange.log_scores import LogScores
from sacreval.features.exchange.shapes import as_object, decoded, member
from sacreval.io.files import write_text
from sacreval.io.whole_files import read_whole

NOT_KNOWN = "N/A"  # lm-eval's word for an error that it does not have
_RESULTS = re.compile(r"results_(?P<date>.+)\.json")


class Copied(NamedTuple):
    """What was copied.

    Args:
        paths: The copies.
        with_scores: Number of records that got scores.
        without: Number of records that the run has no scores of.
    """

    paths: list[Path]
    with_scores: int
    without: int


def is_lm_eval(document: Any) -> bool:
    """Return whether a document is a results file of lm-eval."""
    return isinstance(document, dict) and {"results", "configs"} <= document.keys()


def copy_lm_eval(
    path: Path, document: Any, scores: LogScores, target: Callable[[Path], Path]
) -> Copied:
    """Copy a results file, and the samples files beside it, with scores.

    A document's scores go to its row of the samples; their value over the documents of a task and
    a filter, with its standard error, to the results. What was there stays as it is.

    Args:
        path: The results file.
        document: Its content.
        scores: The scores.
        target: Returns the path of the copy of a file, which must not exist.

    Raises:
        InputError: If a file is damaged, or no document has scores.
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
        found: dict[str, list[Scored]] = {}
        with write_text(targets[place]) as stream:
            for scored, name in _rows(place, stream, scores, model, task):
                counts[scored is None] += 1
                if scored is not None:
                    found.setdefault(name, []).append(scored)
        written.append(targets[place])
        for name, records in found.items():
            _add(document, task, name, records, scores, where=str(path))
    scores.need(counts[0], str(path))
    with write_text(targets[path]) as stream:
        stream.write(json.dumps(document, indent=2, ensure_ascii=False))
    return Copied([targets[path], *written], counts[0], counts[1])


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
    found = scores.summaries(records)
    entry = as_object(document["results"][task], f"results.{task}", where)
    for key, one in found.items():
        entry[f"{key},{name}"] = one.value
        entry[f"{key}_stderr,{name}"] = NOT_KNOWN if one.error is None else one.error
    better = {column.name: column.better for column in scores.columns if column.name in found}
    directions = member(member(document, "higher_is_better", where), task, where)
    directions |= {key: value for key, value in better.items() if value is not None}
