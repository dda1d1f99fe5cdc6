"""One query on an SQLite file that is opened read-only, within limits."""

from __future__ import annotations

import sqlite3
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from sacreval.metrics.structures._sql.question import Limits, QueryError

Row = tuple[Any, ...]
EVERY = 10_000  # instructions between two looks at the limits
_ALLOWED = (
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_RECURSIVE,
)
_NO_FUNCTIONS = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"})
_CELL = 16  # bytes that a number or NULL counts


def run(path: str, query: str, limits: Limits) -> list[Row]:
    """Return the rows of a query."""
    try:
        connection = _opened(path, limits.bytes, _state(path))
        watch = _Watch(limits)
        connection.set_progress_handler(watch, EVERY)
        return _rows(connection, query, limits)
    except MemoryError:
        raise QueryError("too_large", "it takes more memory than the limit") from None
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        if "interrupted" in str(error):
            raise QueryError("timeout", "it takes longer than the limit") from None
        raise QueryError(_kind(str(error)), " ".join(str(error).split())) from None


def _kind(message: str) -> Any:
    too_large = ("too big", "out of memory")
    return "too_large" if any(words in message for words in too_large) else "error"


def _rows(connection: sqlite3.Connection, query: str, limits: Limits) -> list[Row]:
    rows: list[Row] = []
    size = 0
    for row in connection.execute(query):
        rows.append(row)
        size += sum(len(x) if isinstance(x, str | bytes) else 0 for x in row) + _CELL * len(row)
        if len(rows) > limits.rows or size > limits.bytes:
            raise QueryError("too_large", "the result is larger than the limit")
    return rows


class _Watch:
    """Interrupts a query after its number of instructions or its time."""

    def __init__(self, limits: Limits) -> None:
        self._left = max(1, limits.steps // EVERY)
        self._end = time.monotonic() + limits.seconds

    def __call__(self) -> bool:
        """Return whether the query must end."""
        self._left -= 1
        return self._left < 0 or time.monotonic() > self._end


def _state(path: str) -> tuple[int, ...]:
    """Return what differs where a file has changed; empty if it cannot be read."""
    try:
        stat = Path(path).stat()
    except OSError:
        return ()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


@lru_cache(maxsize=8)
def _opened(path: str, size: int, _: tuple[int, ...]) -> sqlite3.Connection:
    """Open a file read-only, without write-ahead log as one that does not change.

    Args:
        path: The file.
        size: Bytes that the database may use.
        _: The state of the file, so that one that has changed is opened again.
    """
    place = Path(path).resolve()
    journals = (place.with_name(place.name + end) for end in ("-wal", "-journal"))
    still = "" if any(journal.exists() for journal in journals) else "&immutable=1"
    connection = sqlite3.connect(f"{place.as_uri()}?mode=ro{still}", uri=True, isolation_level=None)
    connection.text_factory = _text
    settings = (
        "query_only=1", "temp_store=2", "trusted_schema=0", "cell_size_check=1",
        f"hard_heap_limit={size}",
    )  # fmt: skip
    for setting in settings:
        connection.execute(f"PRAGMA {setting}").fetchall()
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, min(size, 10**9))
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10**6)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.set_authorizer(_authorize)
    return connection


def _text(content: bytes) -> str:
    return content.decode(errors="ignore")


def _authorize(action: int, first: str | None, second: str | None, *_rest: str | None) -> int:
    """Allow what reads this file, and what SQLite does to open a virtual table."""
    if action == sqlite3.SQLITE_FUNCTION:
        allowed = (second or "").lower() not in _NO_FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = first in {"data_version", "page_size"} and second is None
    elif action == sqlite3.SQLITE_UPDATE:  # to declare its columns; the file cannot be written
        allowed = first == "sqlite_master"
    else:
        allowed = action in _ALLOWED
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
