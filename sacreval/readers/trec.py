"""TREC runs, with relevance judgments (qrels) of TREC or BEIR."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import ClassVar
from warnings import warn

from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice
from sacreval.io.files import open_bytes, stem
from sacreval.readers._base import Reader, batches, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._qrels import (
    RUN,
    SHORT_RUN,
    Judging,
    Row,
    is_qrels,
    is_run,
    read_qrels,
    rows,
    shown,
)

Key = tuple[bytes, bytes]  # tag and topic
_DIGITS = 15  # of a rank, which a float holds exactly
FORM = "topic, Q0, document, rank, score and tag between blanks"


@dataclass
class Retrieved:
    """The documents of one topic, in the order of the file.

    Args:
        documents: Their ids.
        scores: Their scores in single precision, in which trec_eval holds them.
        lines: Their line numbers.
        rank: The rank of the last one; None if it is no number.
    """

    documents: list[bytes] = field(default_factory=list)
    scores: array[float] = field(default_factory=lambda: array("f"))
    lines: array[int] = field(default_factory=lambda: array("q"))
    rank: int | None = None

    def ranked(self) -> list[str]:
        """Return the ids by falling score, and where scores are equal by falling id."""
        pairs = sorted(zip(self.scores, self.documents, strict=True), reverse=True)
        return [document.decode() for _, document in pairs]


class RunFile:
    """A run while it is read.

    Args:
        path: The file.
        by_tag: Whether a file may have several tags, each of which is a system.
    """

    def __init__(self, path: str, *, by_tag: bool) -> None:
        self._path = path
        self._by_tag = by_tag
        self._topics: dict[Key, Retrieved] = {}
        self._width = 0
        self._tag: bytes | None = None
        self._misplaced: list[int] = []

    def records(self) -> Iterator[tuple[int, Instance]]:
        """Read the file, and yield a record for each topic with the number of its first line.

        Raises:
            InputError: If a line is malformed, or a document is repeated for a topic.

        Warns:
            InputNotice: If ranks are not in the order of the scores.
        """
        with open_bytes(self._path) as stream:
            for row in rows(stream, self._path):
                self._add(row)
        self._notice_ranks()
        for (tag, topic), retrieved in self._topics.items():
            if len(set(retrieved.documents)) < len(retrieved.documents):
                raise InputError(self._repeated(topic, retrieved))
            instance = Instance(
                instance_id=topic.decode(),
                system_id=tag.decode() if self._by_tag else None,
                ranking=retrieved.ranked(),
            )
            yield retrieved.lines[0], instance

    def _add(self, row: Row) -> None:
        number, cells = row
        if len(cells) != self._width:
            self._set_width(row)
        if self._width == RUN:
            topic, _, document, rank, score, tag = cells
            value = self._score(score, number)
        else:
            topic, document, rank = cells
            tag, value = b"", -float(self._rank(rank, number))
        if tag != self._tag:
            self._check_tag(tag, number)
        key = (tag if self._by_tag else b"", topic)
        retrieved = self._topics.get(key)
        if retrieved is None:
            retrieved = self._topics[key] = Retrieved()
        self._watch_rank(retrieved, rank, value, number)
        retrieved.documents.append(document)
        retrieved.scores.append(value)
        retrieved.lines.append(number)

    def _set_width(self, row: Row) -> None:
        """Read the number of columns from the first line; it is the same in all lines."""
        number, cells = row
        where = f"{self._path}:{number}"
        if not self._width and is_qrels(b" ".join(cells) + b"\n"):
            raise InputError(
                f"{where}: these are relevance judgments, not a run; give the run as an input, and "
                "the judgments by -r"
            )
        if not self._width and len(cells) in {RUN, SHORT_RUN}:
            self._width = len(cells)
            return
        raise InputError(
            f"{where}: {len(cells)} columns, but a line of a run has {self._width or RUN}: "
            f"{'topic, document and rank' if self._width == SHORT_RUN else FORM}; correct the line"
        )

    def _score(self, cell: bytes, number: int) -> float:
        try:
            value = float(cell)
        except ValueError:
            value = float("nan")
        if not isfinite(value) or b"_" in cell:
            raise InputError(
                f"{self._path}:{number}: the score '{shown(cell)}' is not a finite number; a line "
                f"of a run is {FORM}"
            )
        return value

    def _rank(self, cell: bytes, number: int) -> int:
        if (rank := _whole(cell)) is not None:
            return rank
        raise InputError(
            f"{self._path}:{number}: the rank '{shown(cell)}' is not a whole number; a line of a "
            f"run of three columns is topic, document and rank, else it is {FORM}"
        )

    def _check_tag(self, tag: bytes, number: int) -> None:
        if self._tag is not None and not self._by_tag:
            raise InputError(
                f"{self._path}:{number}: the tag '{shown(tag)}' comes after '{shown(self._tag)}', "
                "but a file is one system; if it holds several, give --reader "
                "'trec{\"tags\": true}'"
            )
        self._tag = tag

    def _watch_rank(self, retrieved: Retrieved, cell: bytes, value: float, number: int) -> None:
        """Note where a document has a worse rank than the one before it and a higher score."""
        rank = _whole(cell)
        before = retrieved.rank
        if (
            rank is not None
            and before is not None
            and rank > before
            and value > retrieved.scores[-1]
            and array("f", [value])[0] > retrieved.scores[-1]
        ):
            self._misplaced.append(number)
        retrieved.rank = rank

    def _notice_ranks(self) -> None:
        if self._misplaced:
            warn(
                InputNotice(
                    f"{self._path}:{self._misplaced[0]}: the rank is worse than in the line before "
                    f"and the score is higher (in {len(self._misplaced)} places); documents are "
                    "ordered by score, as in trec_eval, and the ranks are not read"
                ),
                stacklevel=2,
            )

    def _repeated(self, topic: bytes, retrieved: Retrieved) -> str:
        first: dict[bytes, int] = {}
        for document, line in zip(retrieved.documents, retrieved.lines, strict=True):
            if document in first:
                break
            first[document] = line
        return (
            f"{self._path}:{line}: the document '{shown(document)}' of topic '{shown(topic)}' is "
            f"in line {first[document]} too; keep its best position"
        )


def _whole(cell: bytes) -> int | None:
    """Return the whole number in a cell; None if it is none, or too large for a rank."""
    return int(cell) if cell.isdigit() and len(cell) <= _DIGITS else None


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
    map_refusal: ClassVar[str] = "has no fields to map in TREC runs; drop it"

    qrels: str | None = None
    complete: bool = False
    tags: bool = False

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
        ranked: Iterable[Batch] = batches(RunFile(path, by_tag=self.tags).records(), path)
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
