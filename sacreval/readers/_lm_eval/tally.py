"""Rows of an lm-eval log by filter: their systems, their number, and rows twice."""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter, lt
from pathlib import Path
from typing import Any, NamedTuple
from warnings import warn

import msgspec
from msgspec import UNSET, Raw

from sacreval.core.options.type_errors import in_plain_words
from sacreval.errors import InputError, InputNotice, nearest, shortened
from sacreval.io.files import COMPRESSIONS, open_bytes
from sacreval.io.formats.json_documents import check_lines, half_pair
from sacreval.io.lines import LineBlock, LineLimit, blocks, not_utf8, numbered
from sacreval.readers._lm_eval.log_rows import NULL, UNREAD, Place, Row, RunOfTask, filters_of

_TAIL = 2**16  # bytes of the end of a file that are read at first


_PLACE = msgspec.json.Decoder(Place)


class Layout(msgspec.Struct, frozen=True):
    """How the rows of a file belong to filters.

    Args:
        several: Whether documents occur with more than one filter.
        rounds: Names of the filters, of which the rows state none; empty where they do.
    """

    several: bool
    rounds: Sequence[str] = ()


def layout(run: RunOfTask, limit: LineLimit) -> Layout:
    """Find out whether a file has several filters, from its ends or from all its rows.

    lm-eval writes the rows of one filter after those of another, so that the first and the last row
    differ. Before 0.4.7 rows have no filter's name, and the number of rows of a document decides.
    """
    first, last = _ends(run.path)
    if first is not None and first.filter is not None and last is not None:
        return Layout(first.filter != last.filter)
    names, counts = _survey(run.path, limit)
    if names != {None}:
        return Layout(len(names) > 1)
    rounds = set(counts.values())
    if len(rounds) > 1:
        few, many = min(rounds), max(rounds)
        document = next(name for name, count in counts.items() if count == few)
        raise InputError(
            f"{run.path}: document {document} has {few} rows and others {many}, and they name no "
            "filter, so that they cannot be distinguished; the log may be cut, or hold two runs"
        )
    count = max(rounds, default=1)
    known = filters_of(run)
    names_of = known if len(known) == count > 1 else [f"filter {i + 1}" for i in range(count)]
    return Layout(count > 1, names_of)


def _ends(path: str) -> tuple[Place | None, Place | None]:
    """Return the first and the last row, or None where they cannot be read without the others."""
    if Path(path).suffix.lower() in COMPRESSIONS:
        return None, None
    with open_bytes(path) as stream:
        first = _row(stream.readline(_TAIL))
        size = stream.seek(0, 2)
        span = _TAIL
        while True:
            start = max(size - span, 0)
            stream.seek(start)
            lines = stream.read(span).rstrip().rpartition(b"\n")
            if lines[1] or not start:
                return first, _row(lines[2])
            span *= 4
            if span > 2**23:
                return first, None


def _row(line: bytes) -> Place | None:
    try:
        return _PLACE.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _survey(path: str, limit: LineLimit) -> tuple[set[str | None], Counter[int]]:
    """Return the names of all filters and the number of rows of each document."""
    names: set[str | None] = set()
    counts: Counter[int] = Counter()
    with open_bytes(path) as stream:
        for block in blocks(stream, path, limit):
            for _, line in numbered(block):
                if (row := _row(line)) is not None:
                    names.add(row.filter)
                    counts[row.doc_id] += 1
    return names, counts


CHUNK = 2**18  # bytes of lines at a time: what is made of them stays in the processor's cache
_FIELDS = {*Row.__struct_fields__, *UNREAD}
_NAMES = msgspec.json.Decoder(dict[str, Raw])
_NAMES_OF_SCORES = msgspec.json.Decoder(list[str] | None)
_ODD = re.compile(r'[\\"\x00-\x1f]')  # what a field of a decoder cannot be called


class Part(NamedTuple):
    """The rows of a block of lines.

    Args:
        lines: Their line numbers.
        rows: The rows.
    """

    lines: Sequence[int]
    rows: Sequence[Row]


class Rows:
    """Decodes the rows of a file; a decoder has the names of the scores.

    Args:
        path: The file.
        limit: Largest length of a line.
    """

    def __init__(self, path: str, limit: LineLimit) -> None:
        self.path = path
        self._limit = limit
        self._use(())

    def __iter__(self) -> Iterator[Part]:
        """Yield the rows of one block of lines after the other.

        Raises:
            InputError: If a line is no row, or is too long.
        """
        with open_bytes(self.path) as stream:
            for block in blocks(stream, self.path, self._limit, chunk_size=CHUNK):
                if block.text.strip():
                    part = self._decoded(block)
                    check_lines(block, self.path)
                    yield part

    def scores(self, row: Row) -> dict[str, Any]:
        """Return the scores of a row by name, as they are stored."""
        scores = self._scores(row)
        if row.metrics == self._listed and UNSET not in scores.values():
            return scores
        wanted = _score_names(row) or self._names
        return {name: scores[name] for name in wanted if scores.get(name, UNSET) is not UNSET}

    def _use(self, names: Sequence[str], listed: Raw | None = None) -> None:
        """Create the decoder of rows with these scores.

        Args:
            names: Names of the scores.
            listed: How rows list exactly these; None where rows differ.
        """
        if odd := [name for name in names if _ODD.search(name)]:
            raise InputError(
                f"{self.path}: the name {shortened(repr(odd[0]))} of a score has a quote, a "
                "backslash or a control character; rename it"
            )
        self._names = list(names)
        self._listed = listed
        columns = [f"score_{i}" for i in range(len(names))]
        row_type: Any = msgspec.defstruct(
            "Row",
            [(column, Any, UNSET) for column in columns],
            bases=(Row,),
            rename=dict(zip(columns, names, strict=True)),
            gc=False,
        )
        self._type = row_type
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(row_type)
        self._scores = _getter(columns, self._names)

    def _decoded(self, block: LineBlock) -> Part:
        if not self._names and block.first == 1:
            self._learn(block)
        try:
            rows: Sequence[Row] = self._decoder.decode_lines(block.text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._line_by_line(block)
        if len(rows) != block.size:
            return self._line_by_line(block)
        if new := self._unknown(rows):
            self._use([*self._names, *new])
            return self._decoded(block)
        return Part(range(block.first, block.first + block.size), rows)

    def _learn(self, block: LineBlock) -> None:
        """Use the names of the scores in the first row; before 0.4.7 all its other fields."""
        for _, line in numbered(block):
            try:
                first = _NAMES.decode(line)
                listed = first.get("metrics", NULL)
                names = _NAMES_OF_SCORES.decode(listed)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                return  # which decoding the line explains
            metrics = [name for name in dict.fromkeys(names or first) if name not in _FIELDS]
            self._use(metrics, listed if metrics == names else None)
            return

    def _unknown(self, rows: Sequence[Row]) -> list[str]:
        """Return names of scores that the decoder does not have."""
        listed = self._listed
        if all(row.metrics == listed for row in rows):
            return []
        names = dict.fromkeys(name for row in rows for name in _score_names(row))
        return [name for name in names if name not in self._names and name not in _FIELDS]

    def _line_by_line(self, block: LineBlock) -> Part:
        lines = list(numbered(block))
        rows = [self._row(line, f"{self.path}:{number}") for number, line in lines]
        if new := self._unknown(rows):
            self._use([*self._names, *new])
            return self._line_by_line(block)
        return Part([number for number, _ in lines], rows)

    def _row(self, line: bytes, where: str) -> Row:
        try:
            try:
                row: Row = self._decoder.decode(line)
            except msgspec.ValidationError:
                raise
            except msgspec.DecodeError:
                row = self._with_nan(line)
        except msgspec.ValidationError as error:
            problem = shortened(in_plain_words(error))
            raise InputError(f"{where}: {problem}; this is no row of lm-eval: {_REMEDY}") from None
        except UnicodeDecodeError as error:
            raise InputError(not_utf8(where, error)) from None
        except (ValueError, RecursionError) as error:
            reason = half_pair(error) or f"this is not JSON ({shortened(str(error))}); {_REMEDY}"
            raise InputError(f"{where}: {reason}") from None
        return row

    def _with_nan(self, line: bytes) -> Row:
        """Decode a row with NaN or Infinity, which are not JSON but which lm-eval writes."""
        record = json.loads(line)
        if not isinstance(record, dict):
            raise msgspec.ValidationError("it must be an object")
        doc = record.pop("doc", None)
        record["metrics"] = Raw(msgspec.json.encode(record.get("metrics")))
        for request in _listed(record.get("arguments")):
            if isinstance(request, dict) and "arg_1" in request:
                request["arg_1"] = Raw(msgspec.json.encode(request["arg_1"]))
        row: Row = msgspec.convert(record, self._type)
        row.doc = doc
        return row


_REMEDY = "the log may be cut or edited; copy it again"


def _listed(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else []


def _score_names(row: Row) -> Sequence[str]:
    try:
        return _NAMES_OF_SCORES.decode(row.metrics) or ()
    except msgspec.DecodeError:
        return ()


def _getter(columns: Sequence[str], names: Sequence[str]) -> Callable[[Row], dict[str, Any]]:
    """Return a function from a row to its scores by name."""
    if not columns:
        return lambda _: {}
    get = attrgetter(*columns)
    if len(columns) == 1:
        (name,) = names
        return lambda row: {name: get(row)}
    return lambda row: dict(zip(names, get(row), strict=True))


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

    def __init__(self, run: RunOfTask, layout: Layout, wanted: Sequence[str]) -> None:
        self._run = run
        self._layout = layout
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
            several = self._layout.several if not self._wanted else len(self._wanted) > 1
            self.systems[name] = system_name(self._run.model, name, several=several)
        return name

    def _round(self, document: int) -> str:
        """Return the filter of a row that names none, by the number of earlier rows."""
        earlier = self._rounds.get(document, 0)
        self._rounds[document] = earlier + 1
        names = self._layout.rounds
        return names[earlier] if earlier < len(names) else f"filter {earlier + 1}"

    def end(self, texts_none: int) -> None:
        """Report what the rows and the results file do not agree in."""
        path = self._run.path
        missing = [name for name in self._wanted if name not in self.systems]
        if missing:
            raise InputError(
                f"{path}: no row has the filter '{missing[0]}'; {nearest(missing[0], self.systems)}"
            )
        if self._layout.several and self._layout.rounds:
            _notice(
                f"{path}: rows name no filter; the first row of each document is read as filter "
                f"'{self._layout.rounds[0]}', the next as '{self._layout.rounds[1]}'"
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
