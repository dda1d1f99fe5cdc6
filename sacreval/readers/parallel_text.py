"""Line-parallel plain text: line n of every file belongs to input n."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, ClassVar

from sacreval.errors import InputError, UsageError
from sacreval.files import open_bytes, stem
from sacreval.foreign.values import number
from sacreval.reader import Reader, batches, readers
from sacreval.records import Batch, Instance, Judgment


@readers.register("parallel-text")
@dataclass(frozen=True, kw_only=True)
class ParallelTextReader(Reader):
    r"""Plain text, one output a line, with reference files of as many lines.

    Only line feeds end lines (a carriage return before them is dropped). With several reference
    files a blank line in one of them is no reference for that input; with one it is an empty
    reference.

    Args:
        references: The reference files.
        sources: A file of the source sentences, for metrics that look at them.
        judgments: Dimension to a file with one human score a line.
    """

    extensions: ClassVar[tuple[str, ...]] = (".txt",)

    references: tuple[str, ...] = ()
    sources: str | None = None
    judgments: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.fields:
            raise UsageError("--map has no fields to map in plain text; drop it")

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file together with the references."""
        yield from batches(self._records(path), path, stem(path))

    def _records(self, path: str) -> Iterator[tuple[int, Instance]]:
        beside = [self.sources] if self.sources else []
        paths = (path, *self.references, *beside, *self.judgments.values())
        with ExitStack() as stack:
            files = [lines(stack.enter_context(open_bytes(p)), p) for p in paths]
            for line, row in enumerate(zip_longest(*files), start=1):
                if None in row:
                    raise InputError(self._unequal(paths, row, line))
                yield line, self._instance(row, f"{path}:{line}")

    def _instance(self, row: tuple[str, ...], where: str) -> Instance:
        prediction, *rest = row
        references, rest = rest[: len(self.references)], rest[len(self.references) :]
        if len(references) > 1:
            references = [text for text in references if text.strip()]
        sources, cells = (rest[:1], rest[1:]) if self.sources else (None, rest)
        scores: dict[str, Judgment] = {
            k: number(v, where) for k, v in zip(self.judgments, cells, strict=True)
        }
        return Instance(
            prediction=prediction,
            references=references or None,
            sources=sources,
            judgments=scores or None,
        )

    def _unequal(self, paths: tuple[str, ...], row: tuple[Any, ...], number: int) -> str:
        short = [p for p, line in zip(paths, row, strict=True) if line is None]
        long = [p for p, line in zip(paths, row, strict=True) if line is not None]
        return (
            f"{short[0]}: this file ends after line {number - 1}, but {long[0]} goes on; "
            "line-parallel files must have equal numbers of lines"
        )


def lines(stream: Any, path: str) -> Iterator[str]:
    """Read lines of UTF-8 that only line feeds end.

    Args:
        stream: A binary stream.
        path: Its name, for messages.

    Raises:
        InputError: If it is not UTF-8.
    """
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="\n")
    number = 0
    try:
        for line in text:
            number += 1
            yield line.removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: not UTF-8 near line {number + 1} ({error.reason}); convert the file to UTF-8"
        ) from None
    finally:
        if not stream.closed:
            text.detach()
