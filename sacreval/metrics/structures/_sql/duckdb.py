"""One query on a DuckDB file that is opened read-only, within limits."""

from __future__ import annotations

from functools import lru_cache
from threading import Timer
from typing import Any

from sacreval.metrics.structures._sql.question import Limits, QueryError

Row = tuple[Any, ...]


def run(path: str, query: str, limits: Limits) -> list[Row]:
    """Return the rows of a query."""
    import duckdb

    try:
        cursor = _opened(path, limits.bytes).cursor()
        timer = Timer(limits.seconds, cursor.interrupt)
        timer.start()
        try:
            return _rows(cursor.execute(query), limits)
        finally:
            timer.cancel()
            cursor.close()
    except (MemoryError, duckdb.OutOfMemoryException):
        raise QueryError("too_large", "it takes more memory than the limit") from None
    except duckdb.InterruptException:
        raise QueryError("timeout", "it takes longer than the limit") from None
    except (duckdb.Error, RuntimeError, ValueError) as error:
        raise QueryError("error", " ".join(str(error).split())) from None


def _rows(cursor: Any, limits: Limits) -> list[Row]:
    rows: list[Row] = []
    size = 0
    while cursor.description and (row := cursor.fetchone()) is not None:
        rows.append(tuple(_plain(cell) for cell in row))
        size += sum(16 + (len(cell) if isinstance(cell, str | bytes) else 0) for cell in row)
        if len(rows) > limits.rows or size > limits.bytes:
            raise QueryError("too_large", "the result is larger than the limit")
    return rows


def _plain(cell: Any) -> Any:
    """Return a cell; lists and maps as text, as they cannot be counted."""
    return repr(cell) if isinstance(cell, list | dict) else cell


@lru_cache(maxsize=8)
def _opened(path: str, size: int) -> Any:
    import duckdb

    settings: dict[str, Any] = {
        "enable_external_access": "false",
        "autoload_known_extensions": "false",
        "autoinstall_known_extensions": "false",
        "allow_community_extensions": "false",
        "threads": "1",
        "memory_limit": f"{size}B",
        "temp_directory": "",
        "max_temp_directory_size": "0B",
        "lock_configuration": "true",
    }
    return duckdb.connect(path, read_only=True, config=settings)
