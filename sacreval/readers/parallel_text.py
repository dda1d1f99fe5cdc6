"""Line-parallel plain text: line n of every file belongs to input n."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, ClassVar

from sacreval.errors import InputError, UsageError
from sacreval.files import open_bytes, stem
from sacreval.reader import Reader, batches, readers
from sacreval.records import Batch, Instance


@readers.register("parallel-text")
@dataclass(frozen=True, kw_only=True)
class ParallelTextReader(Reader):
    r"""Plain text, one output a line, with reference files of as many lines.

    Only line feeds end lines (a carriage return before them is dropped). With several reference
    files a blank line in one of them is no reference for that input; with one it is an empty
    reference.

    Args:
        references: The reference files.
    """

    extensions: ClassVar[tuple[str, ...]] = (".txt",)

    references: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.fields:
            raise UsageError("--map has no fields to map in plain text; drop it")

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file together with the references."""
        yield from batches(self._records(path), path, stem(path))

    def _records(self, path: str) -> Iterator[tuple[int, Instance]]:
        paths = (path, *self.references)
        with ExitStack() as stack:
            files = [lines(stack.enter_context(open_bytes(p)), p) for p in paths]
            for number, row in enumerate(zip_longest(*files), start=1):
                if None in row:
                    raise InputError(self._unequal(paths, row, number))
                prediction, *references = row
                if len(references) > 1:
                    references = [text for text in references if text.strip()]
                yield number, Instance(prediction=prediction, references=references or None)

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
        text.detach()
