"""Files joined to the inputs: records by an id (--join), references and relevance judgments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar
from warnings import warn

import msgspec

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._base import Reader

V = TypeVar("V")


class JoinedValue(NamedTuple, Generic[V]):
    """What a file has under an id.

    Args:
        where: File and line.
        key: The id; None where the record has none.
        value: What is joined.
    """

    where: str
    key: str | None
    value: V


class RecordIndex(Generic[V]):
    """What a file has by id, and which ids were looked up.

    Args:
        path: The file, for messages.
        found: Its records.
        id_name: Name of the field with the id.
        what: What a record holds, for messages, such as "references".

    Raises:
        InputError: If a record has no id, or one that another has.
    """

    def __init__(
        self,
        path: str,
        records: Iterable[JoinedValue[V]],
        *,
        id_name: str = "instance_id",
        what: str,
    ) -> None:
        self.path = path
        self.what = what
        self._by_id: dict[str, JoinedValue[V]] = {}
        self._used: set[str] = set()
        for record in records:
            if record.key is None:
                raise InputError(
                    f"{record.where}: no `{id_name}`, which the records are joined by; add it"
                )
            first = self._by_id.setdefault(record.key, record)
            if first is not record:
                raise InputError(
                    f"{record.where}: the {what} of instance '{record.key}' are at {first.where} "
                    "already; put them into one record"
                )

    def get(self, key: str, where: str) -> JoinedValue[V]:
        """Return what the file has under an id.

        Args:
            key: The id.
            where: File and line of the record that has it, for messages.

        Raises:
            InputError: If it has nothing.
        """
        if key not in self._by_id:
            raise InputError(
                f"{where}: {self.path} has no {self.what} of instance '{key}'; give files with the "
                "same instances"
            )
        self._used.add(key)
        return self._by_id[key]

    def unused(self) -> list[JoinedValue[V]]:
        """Return what was not looked up."""
        return [record for key, record in self._by_id.items() if key not in self._used]


ID = "instance_id"
_MERGED = ("groups", "judgments", "meta", "qrels")  # fields that hold values by name
_NOT_JOINED = (ID, "system_id", "system_type", "reference")
_NAME = re.compile(r"[A-Za-z_]\w*")


class Join(NamedTuple):
    """A file whose records are joined, and by what.

    Args:
        path: The file.
        left: Expression over the records of the inputs that finds their id.
        right: Expression over the records of the file that finds theirs.
    """

    path: str
    left: str = ID
    right: str = ID


def join_of(path: str | None, on: str | None) -> Join | None:
    """Return what --join and --on describe; None without --join.

    Args:
        path: The file.
        on: A field of its records, or `LEFT=RIGHT` with a field of the inputs before it.

    Raises:
        UsageError: If there is --on alone, or one side of it is empty.
    """
    if path is None:
        if on is not None:
            raise UsageError("--on names the field that --join joins by; give --join FILE too")
        return None
    left, equals, right = (on or ID).rpartition("=")
    if not right or (equals and not left):
        raise UsageError(f"--on {on}: write FIELD or LEFT=RIGHT, as in meta.doc_hash=hash")
    return Join(path, left or ID, right)


def readable(field: str) -> str:
    """Return a field's name as an expression: quoted where it is more than a name or a path."""
    parts = re.split(r"[.\[\]()|?@&*\"'`]", field)
    plain = _NAME.fullmatch(field) or len(parts) > 1
    return field if plain else f'"{field}"'


class JoinedRecords:
    """The records of a file, read when the first input is joined.

    Args:
        join: The file, and by what it is joined.
        reader: Reads it, with the expression of the id as that of `instance_id`.
    """

    def __init__(self, join: Join, reader: Reader) -> None:
        self._join = join
        self._reader = replace(reader, fields={ID: readable(join.right)})
        self._index: RecordIndex[Instance] | None = None
        self._left = _finder(join.left)

    def add_to(self, batch: Batch) -> Batch:
        """Return records with the fields that they lack.

        Raises:
            InputError: If an id is missing or repeated, or both records have a field.
        """
        if self._index is None:
            self._index = RecordIndex(
                self._join.path, self._records(), id_name=self._join.right, what="records"
            )
        keys = batch.instance_ids if self._left is None else self._keys(batch, self._left)
        matches = [self._index.get(key, batch.where(i)) for i, key in enumerate(keys)]
        return batch.with_instances(
            [_filled(instance, matches[i], batch.where(i)) for i, instance in enumerate(batch)]
        )

    def finish(self) -> None:
        """Count the records that were joined to none.

        Warns:
            InputNotice: If there are any.
        """
        left = self._index.unused() if self._index else []
        if left:
            warn(
                InputNotice(
                    f"{self._join.path}: {len(left)} records were joined to none, the first at "
                    f"{left[0].where}"
                ),
                stacklevel=3,
            )

    def _keys(self, batch: Batch, find: Callable[[Any], Any]) -> list[str]:
        keys = []
        for i, instance in enumerate(batch):
            key = find(msgspec.to_builtins(instance))
            if not isinstance(key, str | int):
                raise InputError(
                    f"{batch.where(i)}: no id at `{self._join.left}`, which --on names; give the "
                    "field that has it"
                )
            keys.append(str(key))
        return keys

    def _records(self) -> Iterator[JoinedValue[Instance]]:
        try:
            for batch in self._reader.read(self._join.path):
                for i, instance in enumerate(batch):
                    name = instance.instance_id
                    yield JoinedValue(batch.where(i), None if name is None else str(name), instance)
        except InputError as error:
            mapped = f"--map {ID}={readable(self._join.right)}"
            raise InputError(str(error).replace(mapped, f"--on {self._join.right}")) from None


def _finder(left: str) -> Callable[[Any], Any] | None:
    if left == ID:
        return None
    from sacreval.text.expressions import compiled

    return compiled(left, "--on ")


def _filled(instance: Instance, match: JoinedValue[Instance], where: str) -> Instance:
    """Return a record with what another has beside it."""
    changes = {}
    for name in Instance.__struct_fields__:
        if name in _NOT_JOINED:
            continue
        first, other = getattr(instance, name), getattr(match.value, name)
        if other is None or other == first:
            continue
        if first is None:
            changes[name] = other
        elif name in _MERGED:
            changes[name] = _merged(name, first, other, f"{where} and {match.where}")
        else:
            raise InputError(_clash(name, f"{where} and {match.where}"))
    return msgspec.structs.replace(instance, **changes) if changes else instance


def _merged(
    name: str, first: Mapping[str, Any], other: Mapping[str, Any], where: str
) -> dict[str, Any]:
    for key, value in other.items():
        if key in first and first[key] != value:
            raise InputError(_clash(f"{name}.{key}", where))
    return {**first, **other}


def _clash(name: str, where: str) -> str:
    return f"{where}: both records have `{name}`, with other values; remove one of the two"


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
        from sacreval.readers._qrels import Judging, read_qrels

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

    def _read(self) -> Iterator[JoinedValue[list[Any]]]:
        for batch in self.file.reader.read(self.file.path):
            for i, instance in enumerate(batch):
                name = instance.instance_id
                where = batch.where(i)
                texts = self._lines(instance) if self.file.plain else _listed(instance, where)
                yield JoinedValue(where, None if name is None else str(name), texts)

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


def _chain(
    first: JoinedValue[list[Any]], rest: Iterator[JoinedValue[list[Any]]]
) -> Iterator[JoinedValue[list[Any]]]:
    yield first
    yield from rest
