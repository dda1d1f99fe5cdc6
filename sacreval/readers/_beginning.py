"""Beginning of a file or a folder, from which its reader is chosen."""

from __future__ import annotations

import zlib
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from sacreval.errors import InputError
from sacreval.io.files import extension, open_bytes
from sacreval.io.formats.first_keys import first_keys

HEAD = 2**18  # bytes that are looked at
_BLANK = b" \t\r\n\xef\xbb\xbf"  # and the byte order mark
_LOGS = (".csv", ".tsv", ".yaml", ".yml")  # logs that begin like any text


class Beginning(Struct, frozen=True, dict=True):
    """The first bytes of a file, or the names in a folder.

    Args:
        path: The file or folder.
        head: The first bytes, decompressed (`.gz`, `.zst`); empty for a folder.
        names: Names of the files and folders in a folder.
    """

    path: str
    head: bytes = b""
    names: frozenset[str] = frozenset()

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return Path(self.path).is_dir()

    @property
    def extension(self) -> str:
        """The extension in lower case, without `.gz` and `.zst`."""
        return extension(self.path)

    @property
    def may_be_log(self) -> bool:
        """Whether it is a folder, a table, a document, binary or a TREC run; other text is none."""
        if self.extension in _LOGS or self.head.lstrip(_BLANK)[:1] in {b"{", b"["}:
            return True
        if self.is_folder or b"\0" in self.head:
            return True
        from sacreval.readers._qrels import is_run

        return is_run(self.head)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the first JSON value, as paths such as `eval.task` and `[].id`."""
        return first_keys(self.head.removeprefix(b"\xef\xbb\xbf"))

    @property
    def is_cut(self) -> bool:
        """Whether the file goes on after these bytes."""
        return len(self.head) >= HEAD

    def has(self, *paths: str) -> bool:
        """Return whether the first JSON value has all these keys."""
        return self.keys.issuperset(paths)


def beginning(path: str) -> Beginning | None:
    """Read the beginning of a file or the names in a folder.

    Args:
        path: The file or folder.

    Returns:
        None for standard input, pipes and devices, and for what cannot be read at all.
    """
    place = Path(path)
    if place.is_dir():
        return Beginning(path, names=frozenset(entry.name for entry in place.iterdir()))
    if not place.is_file():
        return None
    try:
        with open_bytes(path) as stream:
            return Beginning(path, stream.read(HEAD))
    except (InputError, OSError, EOFError, zlib.error):  # which its reader reports
        return None
