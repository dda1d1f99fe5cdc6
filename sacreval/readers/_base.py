"""Base class of readers, which read a file as batches of records, and the `readers` registry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from sacreval.core.options.registry import Registry
from sacreval.core.records import BATCH_SIZE, FIELDS, OUTPUTS, Batch, Instance
from sacreval.errors import InputError, UsageError, nearest, one_line, shortened
from sacreval.io.files import STDIN, extension, folder_message, stem

if TYPE_CHECKING:
    from sacreval.readers._beginning import Beginning

ODD_LAYOUT = (AttributeError, LookupError, TypeError, ValueError)
_NAME_SHOWN = 60  # most characters of a field's name in messages
NAMED = ("judgments", "groups")  # fields that hold values by name
_NEVER_SCORED = ("instance_id", "system_id", "system_type", "meta", "error", *NAMED)
_TEXTS = ("sources", "ranking", "scus")  # fields with lists of texts
# Types of a value that stands for a list of it alone.
ALONE: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("references", "samples", "predictions"), (str, int, float)),
    **dict.fromkeys((*_TEXTS, "choices"), (str,)),
}


class LayoutError(InputError):
    """A value of a file has another type than its place in the format, or is not there."""


@dataclass(frozen=True, kw_only=True)
class Reader(ABC):
    """Base class of readers of one file format.

    Args:
        fields: Record field, `judgments.NAME` or `groups.NAME`, to the JMESPath expression of its
            value in a foreign record. All other fields of a mapped record are stored in `meta`.
    """

    name: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]] = ()
    reference_option: ClassVar[str | None] = None  # the option that the files of -r are given to
    map_refusal: ClassVar[str] = ""  # why --map is refused, and the remedy; "" if it is not

    fields: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.fields and self.map_refusal:
            raise UsageError(f"--map {self.map_refusal}")
        for name in self.fields:
            head, _, tail = name.partition(".")
            if name not in FIELDS and not (head in NAMED and tail):
                raise UsageError(
                    f"--map {name}=...: there is no such field; {nearest(name, FIELDS)}"
                )

    @classmethod
    def matches(cls, _start: Beginning) -> bool:
        """Return whether a file or a folder is of this format and of no other.

        Args:
            _start: What its beginning shows.

        Returns:
            False by default: the reader is chosen by the file's extension or by name.
        """
        return False

    @abstractmethod
    def read(self, path: str) -> Iterator[Batch]:
        """Read a file.

        Args:
            path: The file; `-` is standard input.

        Yields:
            Batches of at most `BATCH_SIZE` records, in the file's order.

        Raises:
            InputError: If the file is invalid; the message names the line.
        """


@dataclass(frozen=True, kw_only=True)
class NumberedReader(Reader):
    """Base class of readers that number the records in the order of the file."""

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        yield from batches(enumerate(self._records(path), start=1), path)

    @abstractmethod
    def _records(self, path: str) -> Iterator[Instance]:
        """Yield the records of a file."""


def convert(record: Any, where: str) -> Instance:
    """Create an instance from plain data.

    Args:
        record: A mapping of field to value; one text in a field of several values, such as
            `references`, `sources` or `samples`, is read as a list with one item.
        where: File and line of the record, for messages.

    Raises:
        InputError: If a field is unknown or of the wrong type.
    """
    if isinstance(record, dict):
        record = _with_lists(record)
    try:
        return msgspec.convert(record, Instance)
    except msgspec.ValidationError as error:
        raise InputError(explain(error, where, record)) from None


def _with_lists(record: dict[str, Any]) -> dict[str, Any]:
    wrapped = {
        name: [record[name]] for name, kinds in ALONE.items() if isinstance(record.get(name), kinds)
    }
    return record | wrapped if wrapped else record


def explain(error: Exception, where: str, record: Any = None) -> str:
    """Return the error message for a record that cannot be decoded."""
    text = str(error)
    if "unknown field" in text:
        return _unknown(shortened(text.split("`")[1]), where, record)
    if isinstance(error, msgspec.ValidationError):
        from sacreval.core.options.type_errors import in_plain_words

        problem = in_plain_words(error)
        if problem.startswith("it must"):
            return f"{where}: each record {problem[3:]}; write one object on each line"
        return f"{where}: {problem}; correct the record, or --map the right field"
    from sacreval.io.formats.json_documents import half_pair

    if reason := half_pair(error):
        return f"{where}: {reason}"
    return f"{where}: this is not JSON ({text}); each line must be one complete object"


def _unknown(name: str, where: str, record: Any) -> str:
    """Return the error message for an unknown field, with the options that would map it."""
    from difflib import get_close_matches

    from sacreval.readers._map_option import USUAL, hint

    common = any(name in names for names in USUAL.values())
    close = get_close_matches(name.casefold(), FIELDS, n=1, cutoff=0.6)
    shown = name if len(name) <= _NAME_SHOWN else f"{name[:_NAME_SHOWN]}…"
    problem = f"{where}: unknown field '{shown}'"
    if name == "scores":
        files = where.rpartition(":")[0]
        return (
            f"{where}: this line has scores, as `sacreval score` writes them; `sacreval correlate "
            f"scores {files} --human NAME` correlates them, `sacreval evaluate stored-score "
            f"{files} --map 'meta={{scores: scores}}' --score NAME` has the mean of each system, "
            "and to score texts give the records that they are of"
        )
    if close and not common:
        return (
            f"{problem}; did you mean '{close[0]}'? If it has that meaning, map it: "
            f"--map {close[0]}={shown}"
        )
    return f"{problem}; {hint(record if isinstance(record, dict) else {name: None}, FIELDS)}"


def mapper(fields: Mapping[str, str]) -> Any:
    """Compile `--map` into a function from a foreign record to a mapping of sacreval's fields.

    Args:
        fields: Record field, `judgments.NAME` or `groups.NAME`, to JMESPath expression.

    Raises:
        UsageError: If an expression is not valid JMESPath.
    """
    from sacreval.text.expressions import compiled

    searches = {name: compiled(path, f"--map {name}=") for name, path in fields.items()}
    failing = failing_of(fields)
    used = {path.split(".")[0].split("[")[0].strip('"') for path in fields.values()}

    def apply(record: Mapping[str, Any]) -> dict[str, Any]:
        mapped = {k: v for k, v in record.items() if k in FIELDS and k not in fields}
        rest = {k: v for k, v in record.items() if k not in FIELDS and k not in used}
        if rest:
            mapped["meta"] = {**(mapped.get("meta") or {}), **rest}
        for name, search in searches.items():
            head, _, tail = name.partition(".")
            if not tail:
                mapped[name] = search(record)
            elif (value := search(record)) is not None:
                mapped[head] = {**(mapped.get(head) or {}), tail: value}
        if "references" in fields:
            mapped.pop("reference", None)
            if not isinstance(mapped["references"], list | None):
                mapped["references"] = [mapped["references"]]
        for name in failing:
            mark_missing(mapped, name, fields[name])
        _keep_private(record, mapped)
        return mapped

    return apply


def _keep_private(record: Mapping[str, Any], mapped: dict[str, Any]) -> None:
    """Keep `meta.private` where a mapped `meta` would lose it: no model may see such a record."""
    before, after = record.get("meta"), mapped.get("meta")
    if isinstance(before, Mapping) and "private" in before and isinstance(after, dict | None):
        mapped["meta"] = {**(after or {}), "private": before["private"]}


def failing_of(fields: Mapping[str, str]) -> list[str]:
    """Return the scored fields whose expressions may be null for texts that they cannot read."""
    from sacreval.text.expressions import may_fail

    scored = (name for name in fields if name not in _NEVER_SCORED and "." not in name)
    return [name for name in scored if may_fail(fields[name])]


def mark_missing(record: dict[str, Any], name: str, expression: str) -> None:
    """Make a record one without an output if an expression could not read one of its texts."""
    value = record.get(name)
    if value is not None and not (isinstance(value, list) and None in value):
        return
    for output in OUTPUTS:
        record.pop(output, None)
    if not record.get("error"):
        from sacreval.core.missing_outputs import missing_output

        why = f"{name}={expression} is null"
        record["error"] = missing_output("unparsed", shortened(why))


def batches(
    records: Iterable[tuple[int, Instance]], origin: str, system: str | None = None
) -> Iterator[Batch]:
    """Group numbered records into batches.

    Args:
        records: Pairs of line number and record.
        origin: The file that the records are read from.
        system: The system of records without one; by default the file's name without extension.

    Raises:
        LayoutError: If a value is of another type than its place in the format, or is not there,
            and the reader has no message of its own for that.
    """
    numbered = _laid_out(records, origin)
    system = stem(origin) if system is None else system
    while chunk := list(islice(numbered, BATCH_SIZE)):
        lines, instances = zip(*chunk, strict=True)
        yield Batch(instances, origin, lines, system)


def _laid_out(
    records: Iterable[tuple[int, Instance]], origin: str
) -> Iterator[tuple[int, Instance]]:
    after = "at its beginning"
    try:
        for number, record in records:
            yield number, record
            after = f"after record {number}"
    except ODD_LAYOUT as error:
        raise LayoutError(
            f"{origin}: {after}, this file is not laid out as its format has it "
            f"({one_line(error)}); correct it, or name another format with --reader"
        ) from error


readers: Registry[Reader] = Registry(
    "reader",
    "sacreval.readers",
    outside="sacreval.readers._external",
    schemes=("py",),
    base=Reader,
)


def by_extension(path: str) -> str:
    """Return the name of the reader for a file's extension.

    Args:
        path: A file; `-` is read as JSONL.

    Raises:
        UsageError: If no reader reads files with this extension.
    """
    if path == STDIN:
        return "jsonl"
    if name := _by_ending(extension(path)):
        return name
    if Path(path).is_dir():
        raise InputError(folder_message(path))
    raise UsageError(
        f"{path}: no reader for files ending in '{extension(path)}'; name one with --reader, "
        "or give the reference files with -r"
    )


def knows_ending(path: str) -> bool:
    """Return whether there is a reader for a file's extension."""
    return _by_ending(extension(path)) is not None


def _by_ending(ending: str) -> str | None:
    common = ("jsonl", "parallel-text", "table")  # listing plug-ins is slow
    for name in common:
        if ending in readers.get(name).extensions:
            return name
    if not ending:
        return None
    others = (pair for pair in readers.importable() if pair[0] not in common)
    return next((name for name, reader in others if ending in reader.extensions), None)
