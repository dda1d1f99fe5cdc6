"""Verification of files by size and checksum."""

from __future__ import annotations

import hashlib
from pathlib import Path

from sacreval.errors import InputError
from sacreval.features.setup.recipes.schema import File

CHUNK = 2**20  # bytes hashed at once


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return _digest(hashlib.sha256(), path)


def blob_id(path: Path) -> str:
    """Return the git blob id of a file's content."""
    header = f"blob {path.stat().st_size}\0".encode()
    return _digest(hashlib.sha1(header, usedforsecurity=False), path)


def verify(path: Path, file: File, name: str) -> None:
    """Check the size and checksums of a file.

    Args:
        path: The file on disk.
        file: Size and checksums from the recipe.
        name: Name of the file in messages.

    Raises:
        InputError: If the size or a checksum differs.
    """
    size = path.stat().st_size
    if file.bytes is not None and size != file.bytes:
        raise InputError(
            f"{name}: {size} bytes instead of {file.bytes}; the file changed or the transfer was "
            "cut short, so it was not kept: try again, or another --mirror"
        )
    for kind, expected, compute in (("SHA-256", file.sha256, sha256), ("git", file.blob, blob_id)):
        if expected is not None and (found := compute(path)) != expected:
            raise InputError(
                f"{name}: its {kind} checksum is {found}, not {expected}; it was not kept: "
                "try again, or another --mirror, and do not use that file"
            )


def _digest(hasher: hashlib._Hash, path: Path) -> str:
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            hasher.update(chunk)
    return hasher.hexdigest()
