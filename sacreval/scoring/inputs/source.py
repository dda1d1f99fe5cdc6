"""Source: the input files of a run, and the batches of records in them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct, field

from sacreval.core.options.specs import split_spec
from sacreval.core.records import Batch
from sacreval.errors import InputError, UsageError
from sacreval.io.files import COMPRESSIONS, STDIN, check_all_exist, reopenable, stem
from sacreval.scoring.inputs.input_files import Input, InputPath, NamedInput
from sacreval.scoring.inputs.reader_choice import reader_of, relevance_judgments

if TYPE_CHECKING:
    from sacreval.readers._base import Reader
    from sacreval.scoring.inputs.joined_records import Join
    from sacreval.scoring.inputs.system_parts import SystemParts

LINES = {".jsonl", ".ndjson", ".csv", ".tsv"}  # endings of files with a record on each line
_CHUNK = 2**20  # bytes read at a time to count lines


class Source(Struct, frozen=True):
    """The input files of a run, with their readers.

    Args:
        paths: The prediction files; `-` is standard input.
        references: Files of references, joined to every prediction file.
        sources: Files of sources, beside every prediction file of plain text.
        reader: A reader with its options, such as `table{"quoting": "none"}`; None to choose one
            by each file's ending.
        fields: Field to the JMESPath expression that finds it in a record.
        join: A file whose records fill in the fields that the inputs lack, or None.
        systems: For each prediction file the system that the user names, or None; empty where no
            file has one. Files of one name are parts of that system.
    """

    paths: tuple[str, ...]
    references: tuple[str, ...] = ()
    reader: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    join: Join | None = None
    systems: tuple[str | None, ...] = ()
    sources: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Sequence[str], **options: Any) -> Self:
        """Return a source of files that may be written as SYSTEM=FILE.

        Args:
            words: The files; a file that exists under the whole text is not named.
            options: The other fields.

        Raises:
            UsageError: If a name or a file is empty.
        """
        named = [NamedInput.parse(word) for word in words]
        systems = tuple(file.name for file in named) if any(file.name for file in named) else ()
        return cls(tuple(file.path for file in named), systems=systems, **options)

    def batches(self, workers: int = 1, shared: SharedFiles | None = None) -> Iterator[Batch]:
        """Read the records, file by file; files and options are checked before the first record.

        Args:
            workers: Threads for the kernels, one or more.
            shared: Files that other data sets of the run read too; None for one data set.

        Returns:
            An iterator over batches; standard input can be read once only.

        Raises:
            InputError: If a file is missing or holds no record.
            UsageError: If the options contradict each other.
        """
        check_all_exist(self.named_files())
        places = self._places()
        _check_paths([place.path for place in places], [*self.references, *self.sources])
        batches = _read([self._input(place) for place in places], workers, shared)
        return batches if self.join is None else _joined(batches, self.join)

    def inputs(self) -> Sequence[Input]:
        """Return the inputs with their readers, with the logs of folders in their place."""
        return [self._input(place) for place in self._places()]

    def named_inputs(self) -> list[tuple[Input, str]]:
        """Return the inputs, each with the system of records that name none."""
        inputs = self.inputs()
        return list(zip(inputs, _system_names([file.path for file in inputs]), strict=True))

    def _places(self) -> Sequence[InputPath]:
        """Return the inputs, with the logs of folders in their place."""
        systems = self.systems or (None,) * len(self.paths)
        named = zip(self.paths, systems, strict=True)
        if not any(Path(path).is_dir() for path in self.paths):
            return [InputPath(path, self.reader, system) for path, system in named]
        from sacreval.scoring.inputs.log_inputs import places

        return [
            place._replace(system=system)
            for path, system in named
            for place in places([path], self.reader)
        ]

    def _input(self, place: InputPath) -> Input:
        reader = reader_of(
            place.path,
            references=self.references,
            sources=self.sources,
            spec=place.spec,
            fields=self.fields,
        )
        return Input(place.path, reader, place.system)

    def named_files(self) -> list[str]:
        """List the inputs, references, sources and the file that is joined, as they are named."""
        return [
            *self.paths,
            *self.references,
            *self.sources,
            *([self.join.path] if self.join else []),
        ]

    def files(self) -> list[str]:
        """List the files that are read, so that no output replaces one of them.

        Any text among the options of the reader may be a file.

        Raises:
            UsageError: If the reader's options cannot be parsed.
        """
        _, options = split_spec(self.reader or "")
        return [*self.named_files(), *_texts(options)]

    def count(self) -> int | None:
        """Count the lines of the files, for a progress bar.

        Returns:
            The approximate number of records; None where files are compressed, piped, or do not
            have one record on each line.
        """
        if self.reader or not all(Path(path).is_file() for path in self.paths):
            return None
        endings = {Path(path).suffix.lower() for path in self.paths}
        if endings & set(COMPRESSIONS) or not (self.references or self.sources or endings <= LINES):
            return None
        if relevance_judgments(self.references):  # a record of a run has many lines
            return None
        return sum(map(_lines, self.paths))


def _check_paths(paths: Sequence[str], beside: Sequence[str]) -> None:
    if not paths:
        raise UsageError("there is no input; name the files that contain the predictions")
    if paths.count(STDIN) > 1 or (STDIN in paths and STDIN in beside):
        raise UsageError("standard input can be read once; name it with - in one place only")
    if len({path if path == STDIN else os.path.realpath(path) for path in paths}) < len(paths):
        raise UsageError("the same file is named twice; name each system's file once")


class SharedFiles:
    """Files that several data sets read in the same way: each is read once.

    Its records are held until the last of these data sets has read them.

    Args:
        sources: The files of each data set of a run.

    Raises:
        UsageError: If two data sets read standard input.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._files: list[_SharedFile] = []
        if len(sources) < 2:  # one data set shares with none
            return
        paths = [path for source in sources for path in dict.fromkeys(source.paths)]
        if paths.count(STDIN) > 1:
            raise UsageError("standard input can be read once; name it with - in one data set only")
        shared = {path for path in paths if paths.count(path) > 1}
        if not shared:
            return
        for source in sources:
            for path, reader, _ in source.inputs():
                self._add(path, reader)
        self._files = [file for file in self._files if file.left > 1]

    def read(self, reader: Reader, path: str) -> Iterator[Batch]:
        """Read a file, or return its records if they are held."""
        file = self._find(path, reader)
        return reader.read(path) if file is None else file.read()

    def _find(self, path: str, reader: Reader) -> _SharedFile | None:
        alike = (file for file in self._files if file.path == path and file.reader == reader)
        return next(alike, None)

    def _add(self, path: str, reader: Reader) -> None:
        file = self._find(path, reader)
        if file is None:
            file = _SharedFile(path, reader)
            self._files.append(file)
        file.left += 1


class _SharedFile(Struct, eq=False):
    """A file that is read once for several data sets.

    Args:
        path: The file.
        reader: Its reader.
        left: How often its records will still be read.
        held: Its records; None before they are read.
    """

    path: str
    reader: Reader
    left: int = 0
    held: list[Batch] | None = None

    def read(self) -> Iterator[Batch]:
        """Yield the records, and hold them while another data set needs them."""
        self.left -= 1
        if self.held is not None:
            held, self.held = self.held, self.held if self.left else None
            yield from held
            return
        kept: list[Batch] = []
        for batch in self.reader.read(self.path):
            kept.append(batch)
            yield batch
        self.held = kept if self.left else None


def _parts(known: dict[str, SystemParts], system: str) -> SystemParts:
    """Return what the files of a named system have in common."""
    from sacreval.scoring.inputs.system_parts import SystemParts

    return known.setdefault(system, SystemParts(system))


def _read(
    inputs: Sequence[Input], workers: int, shared: SharedFiles | None = None
) -> Iterator[Batch]:
    """Read files one after the other; records without a system get the name of their file."""
    change = _changes(inputs)
    systems = _system_names([file.path for file in inputs])
    parts: dict[str, SystemParts] = {}
    for file, system in zip(inputs, systems, strict=True):
        empty = True
        reader = change(file)
        batches = shared.read(reader, file.path) if shared else reader.read(file.path)
        if file.system is not None:
            batches = _parts(parts, file.system).named(batches, file.path)
        for batch in batches:
            empty = False
            yield replace(batch, system=file.system or system, workers=workers)
        if empty:
            raise InputError(f"{file.path}: this file is empty; it should hold at least one record")


def _changes(inputs: Sequence[Input]) -> Callable[[Input], Reader]:
    """Return what chooses the reader of an input: its own, or one that renames, of many logs."""
    if len(inputs) == 1:
        return lambda file: file.reader
    from sacreval.scoring.inputs.log_inputs import among_others

    return among_others(inputs)


def _joined(batches: Iterator[Batch], join: Join) -> Iterator[Batch]:
    from sacreval.scoring.inputs.joined_records import JoinedRecords
    from sacreval.scoring.inputs.reader_choice import reader_of_records

    other = JoinedRecords(join, reader_of_records(join.path))
    for batch in batches:
        yield other.add_to(batch)
    other.finish()


def _system_names(paths: Sequence[str]) -> list[str]:
    """Return the stem of each file; repeated stems become the path without ending, or in full."""
    stems = list(map(stem, paths))
    without_ending = [str(Path(path).with_suffix("")) for path in paths]
    repeated, all_but_ending = Counter(stems), Counter(without_ending)
    return [
        name if repeated[name] == 1 else short if all_but_ending[short] == 1 else path
        for name, short, path in zip(stems, without_ending, paths, strict=True)
    ]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)


def _lines(path: str) -> int:
    with Path(reopenable(path)).open("rb") as stream:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(_CHUNK), b""))
