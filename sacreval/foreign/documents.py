"""JSON documents: one in a file, or one a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sacreval.errors import InputError
from sacreval.files import open_bytes


def document(path: str) -> Any:
    """Decode a file that holds one JSON document.

    Args:
        path: The file.

    Raises:
        InputError: If it is not JSON.
    """
    return next(documents(path, lines=False))


def documents(path: str, *, lines: bool) -> Iterator[Any]:
    """Decode a file of JSON.

    Args:
        path: The file.
        lines: Whether each line is a document.

    Raises:
        InputError: If it is not JSON.
    """
    with open_bytes(path) as stream:
        number = 1
        try:
            if not lines:
                yield msgspec.json.decode(stream.read())
                return
            for number, line in enumerate(stream, start=1):  # noqa: B007 - for the message
                if line.strip():
                    yield msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            where = f"{path}:{number}" if lines else path
            raise InputError(f"{where}: this is not JSON ({error}); get the file again") from None
