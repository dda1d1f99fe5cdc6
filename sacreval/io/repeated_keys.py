"""Keys that stand twice in one object of JSON: decoders keep the last in silence, this refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sacreval import native
from sacreval.errors import InputError
from sacreval.io.lines import Block


def check_lines(block: Block, path: str) -> None:
    """Check that no object in lines of JSON has a key twice.

    Args:
        block: Lines, each of which has been decoded.
        path: Their file, for messages.

    Raises:
        InputError: At the first key that its object has already.
    """
    for start, line in _doubtful_lines(block.text):
        if key := _repeated(line):
            number = block.first + block.text.count(b"\n", 0, start)
            raise InputError(_sentence(f"{path}:{number}", key))


def check_document(text: bytes, where: str) -> None:
    """Check that no object in one JSON document has a key twice.

    Args:
        text: The document, which has been decoded.
        where: Its place, for messages.

    Raises:
        InputError: If one has.
    """
    doubtful = not native.available() or native.doubtful_key(text, 0) < len(text)
    if doubtful and (key := _repeated(text)):
        raise InputError(_sentence(where, key))


def _sentence(where: str, key: str) -> str:
    return f"{where}: the key '{key}' stands twice in one object; keep one of the two"


def _doubtful_lines(block: bytes) -> Iterator[tuple[int, bytes]]:
    """Return the lines that may have a key twice, with their offsets; without kernels all lines."""
    start = 0
    while start < len(block):
        if native.available():
            start = native.doubtful_key(block, start)
            start = block.rfind(b"\n", 0, start) + 1 if start < len(block) else start
        end = block.find(b"\n", start) + 1 or len(block)
        if block[start:end].strip():
            yield start, block[start:end]
        start = end


def _repeated(text: bytes) -> str | None:
    """Name the first key that stands twice in an object of a JSON text."""
    import json

    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names: set[str] = set()
        for name, _ in pairs:
            if name in names:
                found.append(name)
            names.add(name)

    json.loads(text, object_pairs_hook=look, parse_int=len)  # numbers may be longer than int reads
    return found[0] if found else None
