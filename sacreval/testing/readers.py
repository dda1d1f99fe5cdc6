"""check_reader: whether a reader yields the expected records, and keeps the laws of readers."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.records import BATCH_SIZE
from sacreval.errors import SENTENCE, SacrevalError, UsageError
from sacreval.readers._base import LayoutError, Reader, readers
from sacreval.testing.expectations import require

_COPIES = 12  # damaged copies of each file


def check_reader(
    reader: type[Reader] | Reader | Callable[..., Any] | str,
    files: Mapping[str | PathLike[str], Sequence[Mapping[str, Any]]],
    *,
    wrong: Mapping[str | PathLike[str], str] | None = None,
) -> None:
    """Check a reader: the records of files, and the laws that sacreval's own readers keep.

    Args:
        reader: A reader with its options; a class, which is checked with its default options; a
            function; or a name with options, such as `py:module:Class{"arrow": "->"}`.
        files: Path to the records that it holds, each with the fields that are compared.
        wrong: Path of a file that cannot be read, to a part of the message, such as `:2: no arrow`.

    Raises:
        AssertionError: If a record differs, or a law is broken; the message says which.
        SacrevalError: If the reader or a file cannot be used at all.
    """
    created = reader_of(reader)
    for path, records in files.items():
        _check_records(created, fspath(path), records)
        _check_damaged(created, Path(path))
    for path, part in (wrong or {}).items():
        _check_wrong(created, fspath(path), part)
    with tempfile.TemporaryDirectory() as folder:
        _check_wrong(created, str(Path(folder) / "there-is-none"), "")


def reader_of(source: type[Reader] | Reader | Callable[..., Any] | str) -> Reader:
    """Return a reader.

    Args:
        source: A reader, its class, a function, or a name with options.
    """
    from sacreval.core.options.specs import from_spec

    if isinstance(source, str):
        return from_spec(readers, source)
    if isinstance(source, Reader):
        return source
    if isinstance(source, type):
        created: Reader = source()
        return created
    if "." in source.__qualname__:
        raise UsageError(
            f"{source.__qualname__} is not at the top level of a module; move it there"
        )
    return from_spec(readers, f"py:{source.__module__}:{source.__qualname__}")


def _check_records(reader: Reader, path: str, records: Sequence[Mapping[str, Any]]) -> None:
    """Check the records of a file, and that a second reading yields the same."""
    batches = list(reader.read(path))
    read = [record for batch in batches for record in batch]
    require(len(read) == len(records), f"{path}: {len(read)} records are read, not {len(records)}")
    for i, (got, want) in enumerate(zip(read, records, strict=True), start=1):
        plain = msgspec.to_builtins(got)
        for name, value in want.items():
            require(
                plain.get(name) == value,
                f"{path}: `{name}` of record {i} is {plain.get(name)!r}, not {value!r}",
            )
    for batch in batches:
        require(len(batch) <= BATCH_SIZE, f"{path}: a batch has {len(batch)} records")
        require(batch.origin == path, f"{path}: the batches name the file {batch.origin}")
        lines = list(batch.lines)
        require(not lines or len(lines) == len(batch), f"{path}: lines of records are missing")
    again = [record for batch in reader.read(path) for record in batch]
    require(again == read, f"{path}: a second reading yields other records")


def _check_wrong(reader: Reader, path: str, part: str) -> None:
    """Check that a file is refused in one sentence that names it."""
    try:
        list(reader.read(path))
    except LayoutError as error:
        raise AssertionError(_raised(reader, path, error.__cause__ or error)) from error
    except SacrevalError as error:
        text = str(error)
        require(part in text, f"{path}: the message has no '{part}': {text}")
        require(Path(path).name in text, f"{path}: the message does not name the file: {text}")
        require(len(text) <= SENTENCE and "\n" not in text, f"{path}: no one sentence: {text}")
        return
    except Exception as error:
        raise AssertionError(_raised(reader, path, error)) from error
    require(False, f"{path}: {type(reader).__name__} reads this file, which is wrong")


def _check_damaged(reader: Reader, path: Path) -> None:
    """Check that damaged copies of a file are read, or refused in a sentence."""
    if not path.is_file():
        return
    whole, draw = path.read_bytes(), random.Random(1)  # noqa: S311 - not for secrets
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for i in range(_COPIES):
            copy.write_bytes(_damaged(whole, draw) if i else b"")
            try:
                list(reader.read(str(copy)))
            except LayoutError as error:
                cause = error.__cause__ or error
                raise AssertionError(_raised(reader, f"a damaged copy of {path}", cause)) from error
            except SacrevalError:
                continue
            except Exception as error:
                raise AssertionError(_raised(reader, f"a damaged copy of {path}", error)) from error


def _damaged(whole: bytes, draw: random.Random) -> bytes:
    """Cut a file at random, and replace some of its bytes."""
    data = bytearray(whole[: draw.randrange(len(whole) + 1)])
    for _ in range(min(3, len(data))):
        data[draw.randrange(len(data))] = draw.randrange(256)
    return bytes(data)


def _raised(reader: Reader, path: str, error: BaseException) -> str:
    return (
        f"{path}: {type(reader).__name__} raised {type(error).__name__}: {error}; raise InputError "
        "with the file and the line"
    )
