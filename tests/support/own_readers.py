"""Readers of one's own: some that keep the laws, and some that break one."""

from __future__ import annotations

from dataclasses import dataclass

from sacreval import Instance, Reader
from sacreval.errors import InputError
from sacreval.io.files import open_bytes, stem
from sacreval.io.lines import lines
from sacreval.readers._base import batches


@dataclass(frozen=True, kw_only=True)
class Arrows(Reader):
    """An output, an arrow and its reference on each line.

    Args:
        arrow: The text between them.
    """

    arrow: str = "->"

    def read(self, path):
        yield from batches(self._records(path), path, stem(path))

    def _records(self, path):
        with open_bytes(path) as stream:
            for number, line in enumerate(lines(stream, path), start=1):
                yield number, self._record(line, f"{path}:{number}")

    def _record(self, line, where):
        output, arrow, reference = line.rstrip("\n").partition(self.arrow)
        if not arrow:
            raise InputError(f"{where}: no {self.arrow} in this line; add it")
        return Instance(prediction=output.strip(), references=[reference.strip()])


class Raises(Arrows):
    """A line without an arrow raises an exception of Python."""

    def _record(self, line, _where):
        parts = line.split(self.arrow)
        return Instance(prediction=parts[0].strip(), references=[parts[1].strip()])


class Hides(Arrows):
    """A missing file is not named."""

    def read(self, path):
        try:
            yield from super().read(path)
        except InputError:
            raise InputError("something is wrong; try again") from None


class ReadsAll(Arrows):
    """Every file has one record."""

    def read(self, path):
        yield from batches([(1, Instance(prediction="a"))], path, stem(path))


def by_line(path):
    """Yield each line as an output."""
    with open_bytes(path) as stream:
        for line in lines(stream, path):
            yield {"prediction": line.rstrip("\n")}


class Incomplete(Reader):
    """`read` is missing."""


def yields_numbers(_path):
    """Yield what is no record."""
    yield 3


def raises(path):
    """Raise an exception before the first record."""
    yield len(path) / 0


def opens(path):
    """Open a file as Python does."""
    with open(path, encoding="utf-8") as stream:  # noqa: PTH123 - as users do
        yield from ({"prediction": line} for line in stream)
