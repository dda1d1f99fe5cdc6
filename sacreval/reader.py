"""Reader: from a file to batches of records; the `readers` registry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.files import extension, folder
from sacreval.records import FIELDS, Batch, Instance
from sacreval.registry import Registry

BATCH_SIZE = 4096  # records; some megabytes of text, enough for kernels to run at full speed


@dataclass(frozen=True, kw_only=True)
class Reader(ABC):
    """Something that reads one file format.

    Args:
        fields: Record field to the JMESPath expression that finds it in a foreign record.
            Whatever else a mapped record holds goes to `meta`.
    """

    name: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]] = ()

    fields: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.fields:
            if name not in FIELDS:
                raise UsageError(f"--map {name}=...: no such field; {nearest(name, FIELDS)}")

    @abstractmethod
    def read(self, path: str) -> Iterator[Batch]:
        """Read a file.

        Args:
            path: The file; `-` is standard input.

        Yields:
            Batches of at most `BATCH_SIZE` records, in the file's order.

        Raises:
            InputError: If something in the file is not as it should be, with its place.
        """


def convert(record: Any, where: str) -> Instance:
    """Make an instance from plain data.

    Args:
        record: A mapping of field to value.
        where: Its place, for messages.

    Raises:
        InputError: If a field is unknown or of the wrong type.
    """
    try:
        return msgspec.convert(record, Instance)
    except msgspec.ValidationError as error:
        raise InputError(explain(error, where)) from None


def explain(error: Exception, where: str) -> str:
    """Write the sentence for a record that cannot be decoded."""
    text = str(error)
    if "unknown field" in text:
        name = shortened(text.split("`")[1])
        return (
            f"{where}: unknown field '{name}'; {nearest(name, FIELDS)} "
            f"If it holds what sacreval wants, map it: --map prediction={name}"
        )
    if isinstance(error, msgspec.ValidationError):
        return f"{where}: {text[0].lower()}{text[1:]}; mend the record, or --map the right field"
    return f"{where}: this is not JSON ({text}); each line must hold one whole object"


def mapper(fields: Mapping[str, str]) -> Any:
    """Compile `--map` into a function from a foreign record to a mapping of our fields.

    Args:
        fields: Record field to JMESPath expression.

    Raises:
        UsageError: If an expression is not JMESPath.
    """
    from sacreval.text.paths import compiled

    searches = {name: compiled(path, f"--map {name}=") for name, path in fields.items()}
    taken = {path.split(".")[0].split("[")[0].strip('"') for path in fields.values()}

    def apply(record: Mapping[str, Any]) -> dict[str, Any]:
        own = {k: v for k, v in record.items() if k in FIELDS and k not in fields}
        rest = {k: v for k, v in record.items() if k not in FIELDS and k not in taken}
        if rest:
            own["meta"] = {**(own.get("meta") or {}), **rest}
        own.update({name: search(record) for name, search in searches.items()})
        if "references" in fields:
            own.pop("reference", None)
            if not isinstance(own["references"], list | None):
                own["references"] = [own["references"]]
        return own

    return apply


def batches(records: Iterable[tuple[int, Instance]], origin: str, system: str) -> Iterator[Batch]:
    """Gather numbered records into batches.

    Args:
        records: Line number and record.
        origin: The file they come from.
        system: The system of records that name none.
    """
    numbered = iter(records)
    while chunk := list(islice(numbered, BATCH_SIZE)):
        lines, instances = zip(*chunk, strict=True)
        yield Batch(instances, origin, lines, system)


readers: Registry[Reader] = Registry("reader", "sacreval.readers", base=Reader)


def by_extension(path: str) -> str:
    """Name the reader that reads files with such an ending.

    Args:
        path: A file; `-` counts as JSONL.

    Raises:
        UsageError: If no reader knows the ending.
    """
    ending = extension(path)
    if path == "-" or ending in readers.get("jsonl").extensions:
        return "jsonl"  # the usual one first: plug-ins are slow to list
    for name, reader in readers.importable():
        if ending in reader.extensions:
            return name
    if Path(path).is_dir():
        raise InputError(folder(path))
    raise UsageError(
        f"{path}: no reader for files ending in '{ending}'; name one with --reader, "
        "or give the reference files with -r"
    )
