"""Safe unpacking of archives from the network into one folder."""

from __future__ import annotations

import gzip
import lzma
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import IO, Any, cast

from sacreval.errors import InputError, one_line, shortened

GIBIBYTE = 2**30
CHUNK = 2**20  # bytes copied at once


@dataclass(frozen=True, kw_only=True)
class ArchiveLimits:
    """Largest content of an archive, as a guard against archive bombs.

    Args:
        bytes: Total size of all files, in bytes.
        files: Number of files.
    """

    bytes: int = 8 * GIBIBYTE
    files: int = 200_000


def unpack(archive: Path, folder: Path, *, limits: ArchiveLimits | None = None) -> None:
    """Unpack a tar (compressed or not), a zip, or a gzip of one file.

    Only files and folders are written: links inside the archive become copies, and no path may be
    outside the folder.

    Args:
        archive: The file; its format is detected from its content, not from its name.
        folder: Folder that the content is written to; created if missing.
        limits: Largest content.

    Raises:
        InputError: If the archive is damaged, leads out of the folder, or exceeds the limits.
    """
    limits = limits or ArchiveLimits()
    folder.mkdir(parents=True, exist_ok=True)
    left, count = limits.bytes, 0
    with _one_sentence(archive):
        for name, stream in _members(archive):
            target = _inside(folder, name, archive)
            target.parent.mkdir(parents=True, exist_ok=True)
            count += 1
            left -= _copy(stream, target, left)
            if left < 0 or count > limits.files:
                raise _too_large(archive, limits)


def take_member(
    archive: Path, name: str, target: Path, *, limits: ArchiveLimits | None = None
) -> None:
    """Unpack one file of a zip archive."""
    limits = limits or ArchiveLimits()
    target.parent.mkdir(parents=True, exist_ok=True)
    with _one_sentence(archive), zipfile.ZipFile(archive) as bundle:
        if name not in bundle.namelist():
            raise InputError(
                f"{archive.name}: there is no {shortened(name)} in this archive; get the archive "
                "from its official source"
            )
        with bundle.open(name) as stream:
            if _copy(stream, target, limits.bytes) > limits.bytes:
                raise _too_large(archive, limits)


def _too_large(archive: Path, limits: ArchiveLimits) -> InputError:
    return InputError(
        f"{archive.name}: this archive holds more than {limits.bytes} bytes or "
        f"{limits.files} files, more than any corpus; get it from its official source"
    )


@contextmanager
def _one_sentence(archive: Path) -> Iterator[None]:
    """Convert the errors of reading an archive."""
    try:
        yield
    except NotImplementedError as error:
        raise InputError(
            f"{archive.name}: this archive is in a format that cannot be read here "
            f"({one_line(error)}); unpack it yourself, or get it in a common format"
        ) from None
    except (
        tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, lzma.LZMAError, zlib.error,
        EOFError, LookupError, RuntimeError, ValueError,
    ) as error:  # fmt: skip
        raise InputError(
            f"{archive.name}: this archive is damaged ({one_line(error)}); fetch it again"
        ) from None


def _members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    if zipfile.is_zipfile(archive):
        return _zip_members(archive)
    if tarfile.is_tarfile(archive):
        return _tar_members(archive)
    return _gzip_member(archive)


def _zip_members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(archive) as bundle:
        for info in bundle.infolist():
            if info.is_dir():
                continue
            if stat.S_ISLNK(info.external_attr >> 16):
                raise InputError(_leads_out(archive, info.filename))
            if info.flag_bits & 1:
                raise InputError(
                    f"{archive.name}: this archive has a password; unpack it yourself and give "
                    "the folder"
                )
            with bundle.open(info) as stream:
                yield info.filename, stream


def _tar_members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with tarfile.open(archive) as bundle:
        for member in bundle:
            if member.isdir():
                continue
            if member.issym():
                _check(normpath(PurePosixPath(member.name).parent / member.linkname), archive)
            elif member.islnk():
                _check(member.linkname, archive)
            elif not member.isreg():
                raise InputError(
                    f"{archive.name}: {member.name} is neither file nor folder; get the archive "
                    "from its official source"
                )
            yield member.name, _content(bundle, member, archive)


def _content(bundle: tarfile.TarFile, member: tarfile.TarInfo, archive: Path) -> Any:
    """Open a member; for a link, open its target inside the archive."""
    try:
        stream = bundle.extractfile(member)
    except KeyError:
        raise InputError(_leads_out(archive, member.name)) from None
    except RecursionError:
        raise InputError(_no_file(archive, member.name, "leads back to itself")) from None
    if stream is None:
        raise InputError(_no_file(archive, member.name, "is a link to a folder"))
    return stream


def _gzip_member(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with gzip.open(archive) as stream:
        yield archive.name.removesuffix(".gz"), cast("IO[bytes]", stream)


def _inside(folder: Path, name: str, archive: Path) -> Path:
    return folder / _check(name, archive)


def _check(name: str, archive: Path) -> PurePosixPath:
    """Check that a name stays inside the folder, on any platform."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in name.split("/", maxsplit=1)[0]:
        raise InputError(_leads_out(archive, name))
    return path


def _leads_out(archive: Path, name: str) -> str:
    return (
        f"{archive.name}: its member {shortened(name)} leads out of the folder; do not use this "
        "archive, and get it from its official source"
    )


def _no_file(archive: Path, name: str, why: str) -> str:
    return (
        f"{archive.name}: its member {shortened(name)} {why}, instead of a file; get the "
        "archive from its official source"
    )


def _copy(stream: IO[bytes], target: Path, limit: int) -> int:
    """Copy up to one chunk more than the limit, and return the number of bytes."""
    written = 0
    with target.open("wb") as out:
        while written <= limit and (chunk := stream.read(CHUNK)):
            out.write(chunk)
            written += len(chunk)
    return written


def folder_for(archive: Path) -> Path:
    """Return the folder that an archive is unpacked into: its path without extensions."""
    name = archive.name
    for ending in (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tar", ".zip", ".gz"):
        if name.endswith(ending):
            return archive.with_name(name.removesuffix(ending))
    return archive.with_name(name + ".d")


def discard(folder: Path) -> None:
    """Remove a temporary folder."""
    shutil.rmtree(folder, ignore_errors=True)
