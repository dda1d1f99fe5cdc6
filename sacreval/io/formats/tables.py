"""Tables of any dialect, as mappings of column to text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from sacreval.errors import InputError
from sacreval.io.files import head, open_bytes
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import without_mark

_LIMIT = LineLimit(reader="")

Delimiter = Literal["comma", "tab", "semicolon", "blank"]
Quoting = Literal["quotes", "none"]

_BLANKS = re.compile(r"[ \t]+")
_DELIMITERS = {"comma": ",", "tab": "\t", "semicolon": ";"}


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The format of a table.

    Args:
        columns: Column names, for a table without headings.
        delimiter: Separator of cells; blank is any run of spaces and tabs.
        quoting: quotes allows cells in double quotes, none reads quotes literally.
        drop: Names of columns that are ignored.
        skip: Number of lines before the headings.
        limit: Largest length of a line, and of a cell.
    """

    columns: tuple[str, ...] = ()
    delimiter: Delimiter = "tab"
    quoting: Quoting = "none"
    drop: tuple[str, ...] = ()
    skip: int = 0
    limit: LineLimit = _LIMIT

    def rows(self, path: str) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the rows of a file with their line numbers.

        Args:
            path: Path of the file.

        Raises:
            InputError: If a row has more or fewer cells than there are headings.
        """
        header = list(self.columns)
        for line, cells in self._cells(path):
            if not header:
                header = cells
            elif len(cells) != len(header):
                raise InputError(
                    f"{path}:{line}: {len(cells)} cells under {len(header)} headings; check quotes "
                    "and delimiter"
                )
            else:
                pairs = zip(header, cells, strict=True)
                yield line, {name: cell for name, cell in pairs if name not in self.drop}

    def _cells(self, path: str) -> Iterator[tuple[int, list[str]]]:
        with open_bytes(path) as stream:
            without_mark(head(stream), path)
            text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
            found = self._lines(text, path)
            try:
                for _ in range(self.skip):
                    next(found, None)
                yield from self._blanks(found) if self.delimiter == "blank" else self._csv(found)
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{path}: not UTF-8 ({error.reason}); convert the file to UTF-8"
                ) from None
            except csv.Error as error:
                if "field limit" in str(error):
                    raise InputError(self.limit.fault(path, "cell")) from None
                raise InputError(f"{path}: not a table ({error}); check quotes") from None
            finally:
                text.detach()

    def _lines(self, text: io.TextIOWrapper, path: str) -> Iterator[str]:
        most = self.limit.bytes
        for number, line in enumerate(iter(partial(text.readline, most + 2), ""), start=1):
            if len(line) > most and len(line.rstrip("\r\n")) > most:
                raise InputError(self.limit.fault(f"{path}:{number}"))
            yield line

    def _blanks(self, text: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
        for line, content in enumerate(text, start=1 + self.skip):
            if content.strip():
                yield line, _BLANKS.split(content.strip())

    def _csv(self, text: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
        csv.field_size_limit(self.limit.bytes)
        rows = csv.reader(
            text,
            delimiter=_DELIMITERS[self.delimiter],
            quoting=csv.QUOTE_MINIMAL if self.quoting == "quotes" else csv.QUOTE_NONE,
        )
        yield from ((rows.line_num + self.skip, row) for row in rows if row)
