"""Entries of three lines each in a gzip file, read in blocks."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from sacreval.errors import InputError, one_line

LINES = 3  # of an entry
MAX_BYTES = 2**30  # of a file once unpacked; METEOR's English paraphrases have 2**28
MAX_ENTRY = 2**20  # bytes
_BLOCK = 2**22  # bytes unpacked at once


def entries(source: Path) -> Iterator[tuple[int, list[bytes]]]:
    r"""Yield blocks of whole entries.

    Args:
        source: A gzip file. Its lines end in `\n`, `\r\n` or `\r`, as Java reads them.

    Yields:
        The number of lines before the block, and its lines.

    Raises:
        InputError: If the file cannot be read, is damaged or too large, or ends within an entry.
    """
    done, rest = 0, b""
    for block in _blocks(source):
        lines = (rest + block).split(b"\n")
        whole = (len(lines) - 1) // LINES * LINES
        rest = b"\n".join(lines[whole:])
        if len(rest) > MAX_ENTRY:
            raise wrong(source, done + whole + 1, f"and the next have more than {MAX_ENTRY} bytes")
        if whole:
            yield done, lines[:whole]
        done += whole
    if rest:
        last = rest.removesuffix(b"\n").split(b"\n")
        if len(last) != LINES:
            raise wrong(source, done + len(last), "is the last, within an entry")
        yield done, last


def wrong(source: Path, line: int, why: str) -> InputError:
    """Return the error of a line that is not as expected.

    Args:
        source: The file.
        line: Number of the line, from 1.
        why: What the line is or has, as a verb with its object.
    """
    return InputError(
        f"{source}:{line}: this line {why}; each entry needs three lines: a probability, a phrase, "
        "and its paraphrase"
    )


def _blocks(source: Path) -> Iterator[bytes]:
    """Unpack a gzip file, with a line feed at the end of each line."""
    left, held = MAX_BYTES, b""
    try:
        with gzip.open(source) as file:
            while block := file.read(_BLOCK):
                left -= len(block)
                if left < 0:
                    raise InputError(
                        f"{source}: this file unpacks to more than {MAX_BYTES} bytes, more than "
                        "any table of paraphrases; get it from its official source"
                    )
                block, held = held + block, b""
                if block.endswith(b"\r"):
                    block, held = block[:-1], b"\r"
                if b"\r" in block:
                    block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                yield block
            if held:
                yield b"\n"
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{source}: this is not a complete gzip file ({one_line(error)}); get it again"
        ) from None
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror}); check the path") from None
