"""Inputs of a run: files, and folders that a reader takes as a whole."""

from __future__ import annotations

from typing import NamedTuple

from sacreval.readers._base import Reader


class Place(NamedTuple):
    """An input, or a log that was found in one.

    Args:
        path: The file, or a folder that a reader takes as a whole.
        spec: The reader, with its options; None to choose one.
    """

    path: str
    spec: str | None


class Input(NamedTuple):
    """An input with its reader.

    Args:
        path: The file or folder.
        reader: Its reader, with what is joined to its records.
    """

    path: str
    reader: Reader
