"""Files of one JSON document, or of one document per line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import blocks, numbered, without_mark
from sacreval.io.repeated_keys import check_document


def document(path: str) -> Any:
    """Decode a file that holds one JSON document.

    Args:
        path: Path of the file.

    Raises:
        InputError: If it is not JSON, or an object repeats a key.
    """
    return next(documents(path, lines=False))


def documents(path: str, *, lines: bool) -> Iterator[Any]:
    """Decode the JSON documents of a file.

    Args:
        path: Path of the file.
        lines: Whether each line is a document; else the whole file is one.

    Raises:
        InputError: If it is not JSON, or an object repeats a key.
    """
    with open_bytes(path) as stream:
        number = 1
        try:
            if not lines:
                yield _decoded(without_mark(stream.read(), path), path)
                return
            for block in blocks(stream, path, LineLimit(reader="")):
                for number, line in numbered(block):
                    yield _decoded(line, f"{path}:{number}")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            where = f"{path}:{number}" if lines else path
            raise InputError(f"{where}: this is not JSON ({error}); get the file again") from None


def _decoded(text: bytes, where: str) -> Any:
    found = msgspec.json.decode(text)
    check_document(text, where)
    return found
