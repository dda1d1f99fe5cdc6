"""Rows of an lm-eval log, decoded many lines at a time; `doc` stays undecoded."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw

from sacreval.core.options.wrong_values import in_plain_words
from sacreval.errors import InputError, shortened
from sacreval.io.files import open_bytes
from sacreval.io.formats.json_documents import half_pair
from sacreval.io.formats.repeated_keys import check_lines
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import LineBlock, blocks, not_utf8, numbered
from sacreval.readers._lm_eval.layout import NULL, UNREAD, Row

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
                    found = self._decoded(block)
                    check_lines(block, self.path)
                    yield found

    def scores(self, row: Row) -> dict[str, Any]:
        """Return the scores of a row by name, as they are stored."""
        found = self._scores(row)
        if row.metrics == self._listed and UNSET not in found.values():
            return found
        wanted = _score_names(row) or self._names
        return {name: found[name] for name in wanted if found.get(name, UNSET) is not UNSET}

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
        made: Any = msgspec.defstruct(
            "Row",
            [(column, Any, UNSET) for column in columns],
            bases=(Row,),
            rename=dict(zip(columns, names, strict=True)),
            gc=False,
        )
        self._type = made
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(made)
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
            found = [name for name in dict.fromkeys(names or first) if name not in _FIELDS]
            self._use(found, listed if found == names else None)
            return

    def _unknown(self, rows: Sequence[Row]) -> list[str]:
        """Return names of scores that the decoder does not have."""
        listed = self._listed
        if all(row.metrics == listed for row in rows):
            return []
        found = dict.fromkeys(name for row in rows for name in _score_names(row))
        return [name for name in found if name not in self._names and name not in _FIELDS]

    def _line_by_line(self, block: LineBlock) -> Part:
        lines = list(numbered(block))
        rows = [self._one(line, f"{self.path}:{number}") for number, line in lines]
        if new := self._unknown(rows):
            self._use([*self._names, *new])
            return self._line_by_line(block)
        return Part([number for number, _ in lines], rows)

    def _one(self, line: bytes, where: str) -> Row:
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
        found = json.loads(line)
        if not isinstance(found, dict):
            raise msgspec.ValidationError("it must be an object")
        doc = found.pop("doc", None)
        found["metrics"] = Raw(msgspec.json.encode(found.get("metrics")))
        for request in _listed(found.get("arguments")):
            if isinstance(request, dict) and "arg_1" in request:
                request["arg_1"] = Raw(msgspec.json.encode(request["arg_1"]))
        row: Row = msgspec.convert(found, self._type)
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
