"""TREC runs, with relevance judgments (qrels) of TREC or BEIR."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.io.files import stem
from sacreval.readers._base import Reader, batches, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._trec.judged import Judging, is_run, read_qrels
from sacreval.readers._trec.run_file import RunFile


@readers.register("trec")
@dataclass(frozen=True, kw_only=True)
class TrecReader(Reader):
    """TREC runs: a file is a system, or a folder of files, and a topic is a record with `ranking`.

    A line has topic, Q0, document, rank, score and tag; three columns are topic, document and rank,
    as in MS MARCO. Documents are ordered by score, and where scores are equal in single precision
    by falling id, as trec_eval does; ranks are not read. Topics without relevance judgments are
    left out, with a notice.

    Args:
        qrels: File of relevance judgments: topic, iteration, document and relevance, or BEIR's
            query-id, corpus-id and score. -r gives it, too.
        complete: Whether topics that have judgments but no ranking count as 0, as with
            trec_eval -c; else they are left out, with a notice.
        tags: Whether the tag of each line names the system, so that a file may hold several; else
            the file's name does.
    """

    reference_option: ClassVar[str | None] = "qrels"

    qrels: str | None = None
    complete: bool = False
    tags: bool = False

    def __post_init__(self) -> None:
        if self.fields:
            raise UsageError("--map has no fields to map in TREC runs; drop it")

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file begins with lines of six columns, the second Q0."""
        return is_run(start.head)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a run, or the runs of a folder."""
        if not Path(path).is_dir():
            yield from self._run(path)
            return
        for file in _files(Path(path)):
            for batch in self._run(str(file)):
                yield batch.with_instances([_named(x, stem(str(file))) for x in batch])

    def _run(self, path: str) -> Iterator[Batch]:
        ranked: Iterable[Batch] = batches(
            RunFile(path, by_tag=self.tags).records(), path, stem(path)
        )
        if self.qrels is None:
            yield from ranked
            return
        judging = Judging(read_qrels(self.qrels), path, complete=self.complete)
        yield from judging.add_to(ranked)


def _files(folder: Path) -> list[Path]:
    files = [file for file in sorted(folder.iterdir()) if not file.name.startswith(".")]
    if not files:
        raise InputError(f"{folder}: this folder is empty; name one that holds runs")
    return files


def _named(instance: Instance, system: str) -> Instance:
    return instance if instance.system_id else replace(instance, system_id=system)
