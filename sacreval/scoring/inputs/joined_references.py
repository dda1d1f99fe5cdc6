"""References and relevance judgments in separate files, joined to records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.readers._base import Reader
from sacreval.scoring.inputs.joined_records import Found, RecordIndex


@dataclass(frozen=True, kw_only=True)
class JoinedQrels(Reader):
    """Records of one file with the relevance judgments of another.

    Args:
        records: The reader of the file of rankings; the id of an instance is its topic.
        qrels: The file of relevance judgments.
    """

    records: Reader
    qrels: str

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file of rankings together with the judgments."""
        from sacreval.readers._trec.judged import Judging, read_qrels

        yield from Judging(read_qrels(self.qrels), path).add_to(self.records.read(path))


class ReferenceFile(NamedTuple):
    """A file given with -r.

    Args:
        path: The file.
        reader: Its reader.
        plain: Whether it is plain text with one reference on each line, not records with
            `references`.
    """

    path: str
    reader: Reader
    plain: bool


@dataclass(frozen=True, kw_only=True)
class JoinedReferences(Reader):
    """Records of one file with the references of others.

    Args:
        records: The reader of the file of predictions.
        references: The files of references; each is joined by instance id where both files have
            ids, else line by line or record by record.
    """

    records: Reader
    references: tuple[ReferenceFile, ...]

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file of predictions together with the references."""
        sides = [
            _ReferenceSide(file, path, alone=len(self.references) == 1) for file in self.references
        ]
        for batch in self.records.read(path):
            _refuse_own(batch)
            references = zip(*(side.take(batch) for side in sides), strict=True)
            yield batch.with_instances(list(map(_with, batch, references)))
        for side in sides:
            side.finish()


def _refuse_own(batch: Batch) -> None:
    for i, references in enumerate(batch.column("references")):
        if references:
            raise InputError(
                f"{batch.where(i)}: this record has its own references, and -r adds others; "
                "drop -r, or remove `references` from the records"
            )


def _with(instance: Instance, sides: tuple[list[Any], ...]) -> Instance:
    from msgspec.structs import replace

    return replace(instance, references=[text for texts in sides for text in texts])


@dataclass
class _ReferenceSide:
    """One file of references, read beside the predictions.

    Args:
        file: The file.
        beside: The file of predictions, for messages.
        alone: Whether it is the only file of references, so that a blank line is an empty
            reference.
        taken: Number of records joined so far.
        by_id: The references by instance id; None to join line by line.
    """

    file: ReferenceFile
    beside: str
    alone: bool
    taken: int = 0
    by_id: RecordIndex[list[Any]] | None = None

    def __post_init__(self) -> None:
        self._rest = self._read()

    def take(self, batch: Batch) -> list[list[Any]]:
        """Return the references of the next records.

        Raises:
            InputError: If there are none left, or an id is missing.
        """
        if not self.taken:
            self._choose(batch)
        self.taken += len(batch)
        return self._by_line(batch) if self.by_id is None else self._look_up(batch, self.by_id)

    def finish(self) -> None:
        """Check that no references are left.

        Raises:
            InputError: If there are.
        """
        if self.by_id is None:
            if next(self._rest, None) is not None:
                raise InputError(self._unequal(self.beside, self.file.path, self.taken))
            return
        for left in self.by_id.unused():
            raise InputError(
                f"{left.where}: no record of {self.beside} has the instance '{left.key}', whose "
                "references these are; give files with the same instances"
            )

    def _choose(self, batch: Batch) -> None:
        """Join by id if the first record of each file has an id."""
        first = next(self._rest, None)
        if first is None:
            raise InputError(f"{self.file.path}: this file of references is empty; fill it")
        self._rest = _chain(first, self._rest)
        if first.key is not None and batch[0].instance_id is not None:
            self.by_id = RecordIndex(self.file.path, self._rest, what="references")

    def _look_up(self, batch: Batch, index: RecordIndex[list[Any]]) -> list[list[Any]]:
        for i, instance in enumerate(batch):
            if instance.instance_id is None:
                raise InputError(
                    f"{batch.where(i)}: no `instance_id`, which the records before have; add it"
                )
        names = batch.instance_ids
        return [index.get(name, batch.where(i)).value for i, name in enumerate(names)]

    def _by_line(self, batch: Batch) -> list[list[Any]]:
        lines = list(islice(self._rest, len(batch)))
        if len(lines) < len(batch):
            n = self.taken - len(batch) + len(lines)
            raise InputError(self._unequal(self.file.path, self.beside, n))
        for i, line in enumerate(lines):
            if line.key is not None and batch[i].instance_id is not None:
                raise InputError(
                    f"{line.where}: this record has an `instance_id` and the first one of its file "
                    f"or of {self.beside} has none; add it to all records or to none"
                )
        return [line.value for line in lines]

    def _unequal(self, short: str, long: str, n: int) -> str:
        return (
            f"{short}: this file ends after {n} outputs or references, but {long} goes on; there "
            "must be one for each, or an `instance_id` in the records of both files"
        )

    def _read(self) -> Iterator[Found[list[Any]]]:
        for batch in self.file.reader.read(self.file.path):
            for i, instance in enumerate(batch):
                name = instance.instance_id
                where = batch.where(i)
                texts = self._lines(instance) if self.file.plain else _listed(instance, where)
                yield Found(where, None if name is None else str(name), texts)

    def _lines(self, instance: Instance) -> list[Any]:
        """Return the text; with several files a blank line is no reference, as in parallel text."""
        text = instance.prediction
        return [text] if self.alone or text.strip() else []


def _listed(instance: Instance, where: str) -> list[Any]:
    if instance.references is None:
        raise InputError(
            f"{where}: no `reference`, which a file given with -r must have; add it, or "
            "--map references=FIELD"
        )
    return instance.references


def _chain(first: Found[list[Any]], rest: Iterator[Found[list[Any]]]) -> Iterator[Found[list[Any]]]:
    yield first
    yield from rest
