"""Heads, which say what rows were made by, and keys, which say of which record they are."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sacreval.store.blocks import KEY
from sacreval.version import version

if TYPE_CHECKING:
    from sacreval.metric import Metric
    from sacreval.records import Batch

_CODE = (".py", ".so", ".pyd")
_PACKAGE = Path(__file__).resolve().parents[1]


def head(metric: Metric, what: str) -> str:
    """Say what rows are made by: whatever may change them stands in it.

    Args:
        metric: The metric, on its engine.
        what: Which of its rows: `rows`, `left-out`, or `both`.

    Returns:
        The metric's signature, its engine, versions, and hashes of sacreval's own code and of
        the files that the metric rests on.
    """
    versions = [f"{name}:{version(name)}" for name in ("sacreval", "numpy", *metric.libraries)]
    parts = [
        metric.signature(),
        what,
        f"engine:{metric.engine}",
        *versions,
        f"python:{sys.version_info.major}.{sys.version_info.minor}",  # whose Unicode tables differ
        f"code:{_code()}",
    ]
    if files := metric.rests_on():
        parts.append(f"files:{_hash(_files(files))}")
    return "|".join(parts)


def keys(batch: Batch) -> list[bytes]:
    """Hash every record of a batch, with all its fields.

    Raises:
        TypeError: If a record holds what cannot be written.
    """
    encode = msgspec.msgpack.Encoder().encode  # which tells NaN from null, and 1 from 1.0
    return [blake2b(encode(record), digest_size=KEY).digest() for record in batch]


@cache
def _code() -> str:
    """Hash sacreval itself: who changes a metric shall not be given rows of the old one."""
    return _hash(path for path in _files([_PACKAGE]) if path.suffix in _CODE)


def _files(paths: Iterable[Path]) -> list[Path]:
    """List files, and those in folders."""
    found = (path.rglob("*") if path.is_dir() else [path] for path in paths)
    return sorted(path for some in found for path in some if path.is_file())


@cache
def _content(path: Path, changed: int) -> bytes:
    del changed  # a file that changed is another
    with path.open("rb") as stream:
        import hashlib

        return hashlib.file_digest(stream, "blake2b").digest()


def _hash(paths: Iterable[Path]) -> str:
    whole = blake2b(digest_size=8)
    for path in paths:
        whole.update(path.name.encode() + _content(path, path.stat().st_mtime_ns))
    return whole.hexdigest()
