"""Rows of an lm-eval log by filter: their systems, their number, and rows twice."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import lt
from typing import NamedTuple
from warnings import warn

from sacreval.errors import InputError, InputNotice, nearest
from sacreval.readers._lm_eval.filters import Layout
from sacreval.readers._lm_eval.layout import Row
from sacreval.readers._lm_eval.results import RunOfTask
from sacreval.readers._lm_eval.rows import Part


def system_name(model: str, name: str, *, several: bool) -> str:
    """Return the name of the system of a filter."""
    return f"{model} [{name}]" if several else model


class OfFilter(NamedTuple):
    """Rows of one filter.

    Args:
        filter: Its name.
        lines: Line numbers.
        rows: The rows.
    """

    filter: str
    lines: Sequence[int]
    rows: Sequence[Row]


class Tally:
    """Assigns rows to filters, and checks their number.

    Args:
        run: The file and what is known of it.
        found: How its rows belong to filters.
        wanted: Names of the filters to read; empty for all.
    """

    def __init__(self, run: RunOfTask, found: Layout, wanted: Sequence[str]) -> None:
        self._run = run
        self._found = found
        self._wanted = wanted
        self._seen = Seen(run.path)
        self._rounds: dict[int, int] = {}
        self.systems: dict[str, str] = {}

    def split(self, part: Part) -> Iterator[OfFilter]:
        """Split rows where the filter changes.

        Raises:
            InputError: If a filter has a document already.
        """
        start = 0
        for name, members in groupby(map(self._name, part.rows)):
            end = start + len(list(members))
            lines, rows = part.lines[start:end], part.rows[start:end]
            self._seen.add(name, [row.doc_id for row in rows], lines)
            yield OfFilter(name, lines, rows)
            start = end

    def _name(self, row: Row) -> str:
        name = row.filter if row.filter is not None else self._round(row.doc_id)
        if name not in self.systems:
            several = self._found.several if not self._wanted else len(self._wanted) > 1
            self.systems[name] = system_name(self._run.model, name, several=several)
        return name

    def _round(self, document: int) -> str:
        """Return the filter of a row that names none, by the number of earlier rows."""
        earlier = self._rounds.get(document, 0)
        self._rounds[document] = earlier + 1
        names = self._found.rounds
        return names[earlier] if earlier < len(names) else f"filter {earlier + 1}"

    def end(self, texts_none: int) -> None:
        """Report what the rows and the results file do not agree in."""
        path = self._run.path
        missing = [name for name in self._wanted if name not in self.systems]
        if missing:
            raise InputError(
                f"{path}: no row has the filter '{missing[0]}'; {nearest(missing[0], self.systems)}"
            )
        if self._found.several and self._found.rounds:
            _notice(
                f"{path}: rows name no filter; the first row of each document is read as filter "
                f"'{self._found.rounds[0]}', the next as '{self._found.rounds[1]}'"
            )
        expected = self._run.documents
        for name, count in self._seen.counts().items():
            if expected is not None and count != expected:
                _notice(
                    f"{path}: {count} documents under filter '{name}', but {self._run.results} "
                    f"has scores over {expected}; the log may be cut"
                )
        if texts_none:
            _notice(
                f"{path}: {texts_none} outputs are the text None, which lm-eval writes for a reply "
                "that is missing, too; they are scored as answers"
            )


class Seen:
    """The documents of each filter so far.

    Args:
        path: The file, for messages.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._ids: dict[str, array[int]] = {}
        self._sets: dict[str, set[int]] = {}

    def add(self, name: str, documents: Sequence[int], lines: Sequence[int]) -> None:
        """Add documents of a filter.

        Raises:
            InputError: If the filter has one of them already.
        """
        ids = self._ids.setdefault(name, array("q"))
        if name not in self._sets and _increase(documents, ids[-1] if ids else -1):
            ids.extend(documents)  # the order that lm-eval writes, on one processor
            return
        known = self._sets.setdefault(name, set(ids))
        for document, line in zip(documents, lines, strict=True):
            if document in known:
                raise InputError(self._twice(name, document, line))
            known.add(document)
        ids.extend(documents)

    def _twice(self, name: str, document: int, line: int) -> str:
        return (
            f"{self._path}:{line}: document {document} has a second row under filter '{name}'; "
            "lm-eval appends to a log that exists, so that this file holds two runs; keep the "
            "lines of one of them"
        )

    def counts(self) -> Mapping[str, int]:
        """Return the number of documents of each filter."""
        return {name: len(ids) for name, ids in self._ids.items()}


def _increase(numbers: Sequence[int], last: int) -> bool:
    return numbers[0] > last and all(map(lt, numbers, numbers[1:]))


def _notice(text: str) -> None:
    warn(InputNotice(text), stacklevel=3)
