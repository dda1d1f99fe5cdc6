"""The files that a program consists of, their SHA-256, and its usual name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from sacreval.errors import NotSetUpError
from sacreval.io.files import sha256
from sacreval.io.programs.command_words import words

_INTERPRETER = re.compile(
    r"(bash|java|julia|lua|node|perl|php|pypy|python|Rscript|ruby|sh|uv)[0-9.]*(\.exe)?"
)


def named_files(command: str) -> list[Path]:
    """List the files among the words of a command.

    An interpreter is none of them, nor is a program found on the PATH: they are other files on
    other machines.

    Args:
        command: The text after `cmd:`.
    """
    first, *others = words(command)
    own = "/" in first and not _INTERPRETER.fullmatch(Path(first).name)
    return [Path(word) for word in (*([first] if own else []), *others) if _is_file(word)]


def usual_name(parts: Sequence[str]) -> str:
    """Return the name of a program's number: that of its script, its module, or itself."""
    script = next((Path(word).stem for word in parts[1:] if _is_file(word)), "")
    if not script and "-m" in parts[1:-1]:
        script = parts[parts.index("-m", 1) + 1].rpartition(".")[2]
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", script or Path(parts[0]).stem)
    return name.strip("_") or "score"


def _is_file(word: str) -> bool:
    with suppress(OSError, ValueError):
        return Path(word).is_file()
    return False


def combined_sha256(files: Sequence[Path]) -> str:
    """Return the SHA-256 of a file; of several, that of their digests, in their order.

    Args:
        files: The files.

    Returns:
        64 hexadecimal digits; "" without files.

    Raises:
        NotSetUpError: If one cannot be read.
    """
    digests = [_sha256(path) for path in files]
    if len(digests) < 2:  # noqa: PLR2004 - one has no others to be combined with
        return "".join(digests)
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _sha256(path: Path) -> str:
    try:
        found = path.stat()
        return _of_version(str(path), found.st_mtime_ns, found.st_size)
    except OSError as error:
        raise NotSetUpError(f"{path}: {error.strerror}; name a file that can be read") from None


@lru_cache(256)
def _of_version(path: str, _changed: int, _size: int) -> str:
    return sha256(path) or ""
