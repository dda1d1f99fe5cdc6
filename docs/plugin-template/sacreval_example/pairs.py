"""Pairs: files with `prediction -> reference` on each line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.lines import lines
from sacreval.readers._base import Reader, batches


@dataclass(frozen=True, kw_only=True)
class PairsReader(Reader):
    """A prediction, an arrow, and its reference on each line.

    Args:
        arrow: The text between them.
    """

    extensions: ClassVar[tuple[str, ...]] = (".pairs",)

    arrow: str = " -> "

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file, batch by batch."""
        yield from batches(self._records(path), path)

    def _records(self, path: str) -> Iterator[tuple[int, Instance]]:
        with open_bytes(path) as stream:
            for number, line in enumerate(lines(stream, path), start=1):
                prediction, found, reference = line.rstrip("\n").partition(self.arrow)
                if not found:
                    raise InputError(f"{path}:{number}: no '{self.arrow}' in this line; add it")
                yield number, Instance(prediction=prediction, references=[reference])
