"""Inputs of a run: files, and folders that a reader takes as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sacreval.errors import UsageError
from sacreval.readers._base import Reader


class NamedInput(NamedTuple):
    """An input as it is written: FILE, or NAME=FILE.

    Args:
        name: What the user names it; None if it is not named.
        path: The file.
    """

    name: str | None
    path: str

    @classmethod
    def parse(cls, word: str, option: str = "") -> NamedInput:
        """Parse FILE or NAME=FILE; a file that exists under the whole text is not named.

        Args:
            word: The text.
            option: Where it is written, for messages, such as `--dataset`.

        Raises:
            UsageError: If the name or the file is empty.
        """
        name, equals, path = word.partition("=")
        if not equals or Path(word).exists():
            return cls(None, word)
        if not (name.strip() and path.strip()):
            lacking = "file after" if name.strip() else "name before"
            where = f"{option} {word}".strip()
            raise UsageError(f"{where}: there is no {lacking} the equals sign; write NAME=FILE")
        return cls(name.strip(), path)


class InputPath(NamedTuple):
    """An input, or a log that was found in one.

    Args:
        path: The file, or a folder that a reader takes as a whole.
        spec: The reader, with its options; None to choose one.
        system: The system that the user names; None for that of the records, or of the file.
    """

    path: str
    spec: str | None
    system: str | None = None


class Input(NamedTuple):
    """An input with its reader.

    Args:
        path: The file or folder.
        reader: Its reader, with what is joined to its records.
        system: The system that the user names; None for that of the records, or of the file.
    """

    path: str
    reader: Reader
    system: str | None = None
