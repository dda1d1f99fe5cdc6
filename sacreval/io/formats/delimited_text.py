"""Tables of delimited text, such as CSV and TSV, as mappings of column to text."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.lines import LineLimit, lines

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
        delimiter: Separator of cells, a character or its name; blank is any run of spaces and tabs.
        quoting: quotes allows cells in double quotes, none reads quotes literally.
        drop: Names of columns that are ignored.
        skip: Number of lines before the headings.
        limit: Largest length of a line, and of a cell.
    """

    columns: tuple[str, ...] = ()
    delimiter: str = "tab"
    quoting: Quoting = "none"
    drop: tuple[str, ...] = ()
    skip: int = 0
    limit: LineLimit = _LIMIT

    def rows(self, path: str) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the rows of a file with their line numbers.

        Args:
            path: Path of the file.

        Raises:
            InputError: If it is no table; see `cells`.
        """
        table = self.cells(path)
        _, header = next(table, (0, []))
        for line, cells in table:
            row = dict(zip(header, cells, strict=True))
            for name in self.drop:
                row.pop(name, None)
            yield line, row

    def cells(self, path: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the headings and then the cells of each row, with their line numbers.

        Args:
            path: Path of the file.

        Raises:
            InputError: If a heading is repeated, a row has more or fewer cells than there are
                headings, a line or cell is too long, a quote is not closed, or text is not UTF-8.
        """
        header = list(self.columns)
        if header:
            yield 0, header
        for line, cells in self._lines(path):
            if not header:
                header = self._header(cells, f"{path}:{line}")
            elif len(cells) != len(header):
                raise InputError(
                    f"{path}:{line}: {len(cells)} cells under {len(header)} headings; check quotes "
                    "and delimiter"
                )
            yield line, cells

    def _header(self, names: list[str], where: str) -> list[str]:
        """Check headings; one may be empty, as pandas writes that of an index."""
        counts = Counter(n for n in names if n not in self.drop).most_common(1)
        name, times = counts[0] if counts else ("", 1)
        if times == 1:
            return names
        raise InputError(
            f"{where}: the heading '{name}' is repeated; rename one of the two, "
            "as in reference_1 and reference_2"
            if name
            else f"{where}: two columns have no heading; name them, or remove them"
        )

    def _lines(self, path: str) -> Iterator[tuple[int, list[str]]]:
        with open_bytes(path) as stream:
            text = islice(lines(stream, path, self.limit), self.skip, None)
            blank = self.delimiter == "blank"
            yield from self._blanks(text, path) if blank else self._csv(text, path)

    def _blanks(self, text: Iterator[str], path: str) -> Iterator[tuple[int, list[str]]]:
        for line, content in enumerate(text, start=1 + self.skip):
            if "\r" in content.rstrip("\r\n"):
                raise InputError(f"{path}:{line}: a carriage return; end lines in \\n")
            if content.strip():
                yield line, _BLANKS.split(content.strip())

    def _csv(self, text: Iterator[str], path: str) -> Iterator[tuple[int, list[str]]]:
        csv.field_size_limit(self.limit.bytes)
        rows = csv.reader(
            text,
            delimiter=_DELIMITERS.get(self.delimiter, self.delimiter),
            quoting=csv.QUOTE_MINIMAL if self.quoting == "quotes" else csv.QUOTE_NONE,
            strict=True,
        )
        try:
            yield from ((rows.line_num + self.skip, row) for row in rows if row)
        except csv.Error as error:
            raise InputError(self._fault(error, f"{path}:{rows.line_num + self.skip}")) from None

    def _fault(self, error: csv.Error, where: str) -> str:
        if "field limit" in str(error):
            return self.limit.fault(where, "cell")
        if "new-line character" in str(error):
            if self.quoting == "none":
                return f"{where}: a carriage return; end lines in \\n{self._option('quotes')}"
            return f"{where}: a carriage return outside quotes; quote its cell, or end lines in \\n"
        problem = f"{where}: not a table ({error}); check quotes and delimiter"
        return problem if self.quoting == "none" else problem + self._option("none")

    def _option(self, quoting: Quoting) -> str:
        """Return which option of the reader reads quotes otherwise; empty where it has none."""
        if not self.limit.reader:
            return ""
        option = f'"quoting": "{quoting}"'
        return f", or give --reader with {option}, as in '{self.limit.reader}{{{option}}}'"
