"""Files of one JSON document or of one per line, without repeated keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sacreval import native
from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.lines import LineBlock, LineLimit, blocks, numbered, utf8_problem, without_mark
from sacreval.io.whole_files import SizeLimit, read_whole


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

    repeated: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names: set[str] = set()
        for name, _ in pairs:
            if name in names:
                repeated.append(name)
            names.add(name)

    json.loads(text, object_pairs_hook=look, parse_int=len)  # int rejects very long numbers
    return repeated[0] if repeated else None


def document(path: str) -> Any:
    """Decode a file that holds one JSON document.

    Args:
        path: Path of the file.

    Raises:
        InputError: If it is not JSON, or an object repeats a key.
    """
    return next(documents(path, lines=False))


def documents(
    path: str,
    *,
    lines: bool,
    limit: SizeLimit | None = None,
    line_limit: LineLimit | None = None,
) -> Iterator[Any]:
    """Decode the JSON documents of a file.

    Args:
        path: Path of the file.
        lines: Whether each line is a document; else the whole file is one.
        limit: Largest size of a file that is one document; None for the default.
        line_limit: Largest length of a line; None for the default.

    Raises:
        InputError: If it is not JSON, is too large, or an object repeats a key.
    """
    if not lines:
        yield _decoded(without_mark(read_whole(path, limit), path), path)
        return
    with open_bytes(path) as stream:
        for block in blocks(stream, path, line_limit or LineLimit(reader="")):
            for number, line in numbered(block):
                yield _decoded(line, f"{path}:{number}")


def half_pair(error: Exception) -> str | None:
    r"""Return why a text with half of a surrogate pair, such as "\ud800", is refused.

    Args:
        error: The decoder's exception.

    Returns:
        The reason and what to do; None for other errors.
    """
    if "surrogate" not in str(error):
        return None
    place = str(error).rpartition("(")[2].rstrip(")")
    return (
        f"a text has half of a surrogate pair ({place}), which is not a character; write both "
        "halves, or \\ufffd instead"
    )


def _decoded(text: bytes, where: str) -> Any:
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = half_pair(error) or f"this is not JSON ({error}); get the file again"
        raise InputError(utf8_problem(where, text) or f"{where}: {reason}") from None
    check_document(text, where)
    return document


def printable(document: str) -> str:
    """Return a JSON document whose texts have no character that a terminal would obey.

    Written by hand: msgspec escapes no character beyond ASCII, and `json` all of them.

    Args:
        document: The document, of which the same values are read from the result.
    """
    return document if document.isprintable() else "".join(map(_escaped, document))


def _escaped(sign: str) -> str:
    if sign.isprintable() or sign in "\n\t":
        return sign
    units = sign.encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
