"""Files in and out: plain or compressed, standard input, and writing that leaves nothing half."""

import gzip
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from sacreval.errors import InputError, NotSetUpError, UsageError

STDIN = "-"
COMPRESSIONS = (".gz", ".zst")


def stem(path: str) -> str:
    """Give a file's name without folders and endings; `stdin` for `-`."""
    if path == STDIN:
        return "stdin"
    name = Path(_uncompressed(path)).name
    return Path(name).stem or name


def extension(path: str) -> str:
    """Give a file's ending in lower case, `.gz` and `.zst` looked through."""
    return Path(_uncompressed(path)).suffix.lower()


def _uncompressed(path: str) -> str:
    ending = Path(path).suffix.lower()
    return path[: -len(ending)] if ending in COMPRESSIONS else path


@contextmanager
def open_bytes(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading, decompressing `.gz` and `.zst`; `-` is standard input.

    Args:
        path: The file.

    Raises:
        InputError: If it is missing, a folder, unreadable, or damaged.
        NotSetUpError: If it ends in `.zst` and nothing here can read that.
    """
    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        with _opened(path) as stream:
            yield stream
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the path") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name the files in it") from None
    except PermissionError:
        raise InputError(f"{path}: no permission to read this file; change its mode") from None
    except (EOFError, gzip.BadGzipFile, OSError) as error:
        raise InputError(f"{path}: cannot be read ({error}); copy or compress it again") from None


def _opened(path: str) -> BinaryIO:
    match Path(path).suffix.lower():
        case ".gz":
            return cast("BinaryIO", gzip.open(path, "rb"))
        case ".zst":
            return _open_zst(path)
        case _:
            return Path(path).open("rb")


def _open_zst(path: str) -> BinaryIO:
    try:
        import zstandard
    except ImportError:
        raise NotSetUpError(
            f"{path}: reading .zst needs a package; run: pip install 'sacreval[zstd]'"
        ) from None
    return cast("BinaryIO", zstandard.open(path, "rb"))


def sha256(path: str) -> str | None:
    """Hash a file's bytes as they lie on disk.

    Args:
        path: The file.

    Returns:
        The hexadecimal digest; None for standard input, which is gone.
    """
    if path == STDIN:
        return None
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def check_writable(path: Path, *, force: bool) -> None:
    """Make sure, before any work, that a result can be written.

    Args:
        path: Where it shall go.
        force: Whether an existing file may be replaced.

    Raises:
        UsageError: If the file exists, or its folder is missing or cannot be written to.
    """
    if path.is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it")
    if path.exists() and not force:
        raise UsageError(f"{path}: this file exists; give --force to replace it")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; make it first")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{path}: no permission to write in {path.parent}; choose another place")


@contextmanager
def write_text(path: Path) -> Iterator[IO[str]]:
    """Write a file under a temporary name and move it into place when all went well.

    Args:
        path: Where the file shall stand.
    """
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
