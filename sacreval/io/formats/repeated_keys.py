"""Reject repeated keys in JSON objects, of which decoders silently keep the last value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sacreval import native
from sacreval.errors import InputError
from sacreval.io.lines import LineBlock


def check_lines(block: LineBlock, path: str) -> None:
    """Check that no object in lines of JSON repeats a key.

    Args:
        block: Lines of valid JSON.
        path: Path of their file, for messages.

    Raises:
        InputError: At the first repeated key.
    """
    for start, line in _doubtful_lines(block.text):
        if key := _repeated(line):
            number = block.first + block.text.count(b"\n", 0, start)
            raise InputError(_sentence(f"{path}:{number}", key))


def check_document(text: bytes, where: str) -> None:
    """Check that no object in one JSON document repeats a key.

    Args:
        text: The document, valid JSON.
        where: Where it comes from, for messages.

    Raises:
        InputError: If an object repeats a key.
    """
    doubtful = not native.available() or native.doubtful_key(text, 0) < len(text)
    if doubtful and (key := _repeated(text)):
        raise InputError(_sentence(where, key))


def _sentence(where: str, key: str) -> str:
    return f"{where}: the key '{key}' is repeated in one object; keep one of the two"


def _doubtful_lines(block: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that may repeat a key, with their offsets; without kernels all lines."""
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
    """Return the first repeated key of a JSON text, or None."""
    import json

    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names: set[str] = set()
        for name, _ in pairs:
            if name in names:
                found.append(name)
            names.add(name)

    json.loads(text, object_pairs_hook=look, parse_int=len)  # int rejects very long numbers
    return found[0] if found else None
