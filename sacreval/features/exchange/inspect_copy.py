"""Copies of logs of inspect_ai with sacreval's scores, as more scorers with `stderr`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacreval.core.contract.several_answers import scores_each
from sacreval.core.records import Scored
from sacreval.core.version import version
from sacreval.errors import InputError
from sacreval.features.exchange.lm_eval_copy import (
    CopiedScores,
    LogScores,
    OutputColumn,
    as_list,
    as_object,
    decoded,
)
from sacreval.io.files import write_bytes
from sacreval.io.formats.zip_members import open_zip

MAX_MEMBER = 256.0  # MiB
_FIRST_EPOCH = 1


def is_inspect(document: Any) -> bool:
    """Return whether a document is a log of inspect_ai."""
    run = document.get("eval") if isinstance(document, dict) else None
    return isinstance(run, dict) and {"task", "model"} <= run.keys()


def copy_document(
    path: Path, document: Any, scores: LogScores, target: Callable[[Path], Path]
) -> CopiedScores:
    """Copy a log that is one JSON document.

    A sample has the scores of its record; where there are several epochs, those of metrics that
    score one output are given to the first epoch, whose output they scored.
    """
    run = _Run.of(document)
    place = target(path)
    for number, sample in enumerate(as_list(document.get("samples") or [], "samples", str(path))):
        where = f"{path}: sample {number + 1}"
        run.add(as_object(sample, "samples[]", where), scores, where)
    _finish(run, document, scores, str(path))
    with write_bytes(place) as stream:
        stream.write(_bytes(document))
    return CopiedScores([place], run.without)


def copy_archive(path: Path, scores: LogScores, target: Callable[[Path], Path]) -> CopiedScores:
    """Copy a log that is a zip archive; the copy is compressed by deflate, which all tools read."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    place = target(path)
    with open_zip(str(path), max_member=MAX_MEMBER, reader="inspect") as log:
        members = {member.name: member for member in log.members}
        if "header.json" not in members:
            raise InputError(f"{path}: this run has not ended; wait for it, or copy its log later")
        header = decoded(log.read(members["header.json"]), f"{path}: header.json")
        if not is_inspect(header):
            raise InputError(f"{path}: header.json is not inspect's; get the log again")
        run = _Run.of(header)
        with write_bytes(place) as stream, ZipFile(stream, "w", ZIP_DEFLATED) as copy:
            for name, member in members.items():
                content = log.read(member)
                if name.startswith("samples/") and name.endswith(".json"):
                    where = f"{path}: {name}"
                    sample = as_object(decoded(content, where), "sample", where)
                    run.add(sample, scores, where)
                    content = _bytes(sample)
                elif name == "summaries.json":
                    where = f"{path}: {name}"
                    content = _bytes(
                        [run.summary(s, scores, where) for s in _summaries(content, where)]
                    )
                elif name == "header.json":
                    continue
                copy.writestr(_info(ZipInfo, name, member.info.date_time), content)
            _finish(run, header, scores, str(path))
            when = members["header.json"].info.date_time
            copy.writestr(_info(ZipInfo, "header.json", when), _bytes(header))
    return CopiedScores([place], run.without)


class _Run(NamedTuple):
    """A run, and the records read so far.

    Args:
        model: Its model.
        task: Its task.
        found: The scores of its samples, by id.
        counts: Numbers of samples with and without scores.
    """

    model: str
    task: str
    found: dict[str, Scored]
    counts: dict[bool, int]

    @classmethod
    def of(cls, header: Mapping[str, Any]) -> _Run:
        return cls(str(header["eval"]["model"]), str(header["eval"]["task"]), {}, {})

    @property
    def with_scores(self) -> int:
        return self.counts.get(True, 0)

    @property
    def without(self) -> int:
        return self.counts.get(False, 0)

    def add(self, sample: dict[str, Any], scores: LogScores, where: str) -> None:
        """Add the scores of a record to its sample."""
        name = str(sample.get("id"))
        scored = scores.find((self.model,), name, self.task)
        self.counts[scored is not None] = self.counts.get(scored is not None, 0) + 1
        if scored is not None:
            self.found[name] = scored
            _add(sample, scored, scores.columns, where)

    def summary(self, summary: dict[str, Any], scores: LogScores, where: str) -> dict[str, Any]:
        """Return the summary of a sample with scores."""
        scored = self.found.get(str(summary.get("id")))
        if scored is not None:
            _add(summary, scored, scores.columns, where)
        return summary


def _add(
    sample: dict[str, Any], scored: Scored, columns: Sequence[OutputColumn], where: str
) -> None:
    scores = as_object(sample.get("scores") or {}, "scores", where)
    first = sample.get("epoch", _FIRST_EPOCH) == _FIRST_EPOCH
    added = {
        column.name: {"value": value, "history": []}
        for column in columns
        if (value := scored.scores.get(column.output)) is not None
        and (first or column.metric.judges == "samples" or scores_each(column.metric))
    }
    sample["scores"] = {**scores, **added}


def _finish(run: _Run, header: dict[str, Any], scores: LogScores, path: str) -> None:
    """Add the scorers and their results to the header of a log."""
    scores.need(run.with_scores, path)
    summaries = scores.summaries(run.found.values())
    results = header.get("results")
    if not isinstance(results, dict):
        raise InputError(f"{path}: this run has no results; finish or rescore it first")
    for column in scores.columns:
        if (summary := summaries.get(column.name)) is None:
            continue
        metrics = {column.own: summary.value}
        if summary.error is not None:
            metrics["stderr"] = summary.error
        scorers = header["eval"].setdefault("scorers", [])
        as_list(scorers, "eval.scorers", path).append(_scorer(column, metrics))
        as_list(results.setdefault("scores", []), "results.scores", path).append(
            {
                "name": column.name,
                "scorer": column.name,
                "scored_samples": summary.n,
                "unscored_samples": len(run.found) - summary.n,
                "params": {},
                "metrics": {
                    name: {"name": name, "value": value, "params": {}}
                    for name, value in metrics.items()
                },
            }
        )


def _scorer(column: OutputColumn, metrics: Mapping[str, float]) -> dict[str, Any]:
    return {
        "name": column.name,
        "options": {},
        "metrics": [{"name": name, "options": {}} for name in metrics],
        "metadata": {"signature": column.metric.signature(), "sacreval": version()},
    }


def _summaries(content: bytes, where: str) -> list[dict[str, Any]]:
    summaries = as_list(decoded(content, where), "summaries", where)
    return [as_object(summary, "summaries[]", where) for summary in summaries]


def _bytes(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _info(kind: type[Any], name: str, when: Any) -> Any:
    from zipfile import ZIP_DEFLATED

    info = kind(name, when)
    info.compress_type = ZIP_DEFLATED
    return info
