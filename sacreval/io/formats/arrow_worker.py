"""Program that reads a Parquet or Arrow file by pyarrow and writes its rows to standard output.

It is a process of its own, since pyarrow may crash, or need any amount of memory, on damaged files.
It is run by its path and imports nothing of sacreval.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

ROWS = 256  # most rows of a frame
FRAME_BYTES = 2**23  # of the rows of a frame, unless one row has more
BATCH_BYTES = 2**24  # decoded bytes of a batch of Parquet, as the file states them
_MOST_ROWS = 4096  # rows of a batch of Parquet
_BUFFER = 2**20  # bytes read at once from a column of Parquet
_MESSAGE = 200  # characters of an error of pyarrow

Layout = Literal["parquet", "arrow"]


class ArrowRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What to read.

    Args:
        layout: The format; `arrow` is both the stream and the file, which Feather is too.
        columns: The columns, with dots for fields of structures; none for all.
        memory: Most bytes that reading may take, beside the program itself.
    """

    layout: Layout
    columns: tuple[str, ...] = ()
    memory: int


class Header(msgspec.Struct, frozen=True, tag="header"):
    """What a file states before its rows.

    Args:
        names: Names of the columns that are read.
        features: What the library `datasets` noted about the columns, as JSON; "" if nothing.
    """

    names: list[str]
    features: str = ""


class Rows(msgspec.Struct, frozen=True, tag="rows"):
    """Some rows, as mappings of column to value."""

    rows: list[dict[str, Any]]


class Fault(msgspec.Struct, frozen=True, tag="fault"):
    """Why reading ended.

    Args:
        kind: `damaged`, `memory`, or `column` where a column is missing or cannot be read.
        text: The reason.
    """

    kind: Literal["damaged", "memory", "column"]
    text: str = ""


class End(msgspec.Struct, frozen=True, tag="end"):
    """The end of a file that was read to its end."""


Frame = Header | Rows | Fault | End


class _ColumnError(Exception):
    """A column that is missing or cannot be read."""


def frames(path: str, wanted: ArrowRequest) -> Iterator[Frame]:
    """Read a file."""
    try:
        yield from _parquet(path, wanted) if wanted.layout == "parquet" else _arrow(path, wanted)
    except _ColumnError as error:
        yield Fault("column", str(error))
    except MemoryError as error:
        yield Fault("memory", _one_line(error))
    except Exception as error:  # noqa: BLE001 - pyarrow raises many types
        yield Fault("damaged", _one_line(error))
    else:
        yield End()


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:_MESSAGE] or type(error).__name__


def _parquet(path: str, wanted: ArrowRequest) -> Iterator[Frame]:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path, buffer_size=_BUFFER) as file:
        schema = file.schema_arrow
        yield _header(schema, wanted.columns)
        batches = file.iter_batches(
            _batch_rows(file.metadata), columns=list(wanted.columns) or None, use_threads=False
        )
        for batch in batches:
            yield from _rows(batch)


def _batch_rows(metadata: Any) -> int:
    """Return how many rows are decoded at once, from the sizes that the file states."""
    sizes = [metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups)]
    size = max(sum(sizes), 1)
    return int(max(1, min(_MOST_ROWS, BATCH_BYTES * max(metadata.num_rows, 0) // size)))


def _arrow(path: str, wanted: ArrowRequest) -> Iterator[Frame]:
    import pyarrow as pa

    with pa.OSFile(path) as source:
        is_file = source.read(6) == b"ARROW1"
        source.seek(0)
        reader = pa.ipc.open_file(source) if is_file else pa.ipc.open_stream(source)
        header = _header(reader.schema, wanted.columns)
        yield header
        for batch in _batches(reader, is_file=is_file):
            batch.validate(full=True)  # else damaged offsets would be read outside of the file
            yield from _rows(batch.select(header.names))


def _batches(reader: Any, *, is_file: bool) -> Iterator[Any]:
    if is_file:
        return (reader.get_batch(i) for i in range(reader.num_record_batches))
    return iter(reader)


def _header(schema: Any, columns: Sequence[str]) -> Header:
    names = list(schema.names)
    wanted = _top(columns, names) or names
    for name in wanted:
        if name not in names:
            raise _ColumnError(f"there is no column '{name}'; the columns are: {', '.join(names)}")
    repeated = [name for name in names if names.count(name) > 1]
    if repeated:
        raise _ColumnError(f"the column '{repeated[0]}' is there twice; rename one of the two")
    for name in wanted:
        if _has_bytes(schema.field(name).type):
            raise _ColumnError(f"the column '{name}' holds bytes, not text; name the others")
    noted = (schema.metadata or {}).get(b"huggingface", b"")
    return Header(wanted, noted.decode("utf-8", "replace"))


def _top(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the columns that hold the wanted fields; a column's own name may have dots."""
    return list(dict.fromkeys(c if c in names else c.partition(".")[0] for c in columns))


def _has_bytes(kind: Any) -> bool:
    import pyarrow as pa

    if pa.types.is_nested(kind):
        return any(_has_bytes(kind.field(i).type) for i in range(kind.num_fields))
    if pa.types.is_dictionary(kind):
        return _has_bytes(kind.value_type)
    return bool(
        pa.types.is_binary(kind) or pa.types.is_large_binary(kind)
        or pa.types.is_fixed_size_binary(kind)
    )  # fmt: skip


def _rows(batch: Any) -> Iterator[Rows]:
    step = max(1, min(ROWS, FRAME_BYTES * batch.num_rows // max(batch.nbytes, 1)))
    for start in range(0, batch.num_rows, step):
        part = batch.slice(start, step)
        columns = [_plain(column).to_pylist() for column in part.columns]
        names = part.schema.names
        yield Rows([dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)])


def _plain(column: Any) -> Any:
    """Return a column of values that JSON has: dates as texts, and NaN as a missing value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_temporal(kind):
        return column.cast(pa.string())
    if pa.types.is_decimal(kind):
        return column.cast(pa.float64())
    if pa.types.is_floating(kind):
        numbers = column.cast(pa.float64())
        return pc.if_else(pc.is_nan(numbers), pa.scalar(None, pa.float64()), numbers)
    return column


def _limit_memory(most: int) -> None:
    """Limit the memory of this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        here = int(pages) * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = here + most
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _write(out: BinaryIO, frame: Frame) -> None:
    text = msgspec.msgpack.encode(frame, enc_hook=str)
    out.write(len(text).to_bytes(4, "little"))
    out.write(text)


def main(arguments: Sequence[str]) -> None:
    """Read a file and write its frames, each after its length in four bytes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    path, text = arguments
    wanted = msgspec.json.decode(text, type=ArrowRequest)
    import pyarrow as pa

    pa.set_cpu_count(1)
    if wanted.layout == "parquet":
        import pyarrow.parquet  # noqa: F401 - before the limit, which is on what the file takes
    _limit_memory(wanted.memory)
    out = sys.stdout.buffer
    with contextlib.suppress(BrokenPipeError):
        for frame in frames(path, wanted):
            _write(out, frame)
        out.flush()
    os._exit(0)  # without the clean-up of a library that may have been damaged


if __name__ == "__main__":
    main(sys.argv[1:])
