"""How ROUGE-1.5.5 reads a text: bytes, sentences, limits of length, tokens.

Source: ROUGE-1.5.5 (Lin 2004), with its quirks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sacreval.text.raw_bytes import to_bytes

_BLANKS = re.compile(rb"[\t-\r ]+")
_TOKEN = re.compile(rb"[a-z0-9]+")


class Limit(NamedTuple):
    """The largest length of a text, in words or in bytes; 0 for no limit."""

    words: int = 0
    bytes: int = 0


def sentences(text: str) -> list[bytes]:
    """Return the lines of a text that are not empty, as bytes.

    Args:
        text: One sentence on each line; bytes that are not UTF-8 as `raw_bytes` decodes them.
    """
    return [line for line in to_bytes(text).split(b"\n") if line]


def whole_text(lines: Sequence[bytes], limit: Limit) -> bytes:
    """Join the sentences up to the limit."""
    return b" ".join(_limited(lines, limit))


def sentences_of_lcs(lines: Sequence[bytes], limit: Limit) -> list[bytes]:
    """Return the sentences that ROUGE-L and ROUGE-W compare.

    A limit in bytes holds for each sentence on its own, since the script does not add them up; the
    first sentence that reaches it is cut, and ends the text.
    """
    if not limit.bytes:
        return _limited(lines, limit)
    kept: list[bytes] = []
    for line in lines:
        kept.append(line[: limit.bytes])
        if len(line) >= limit.bytes:
            break
    return kept


def tokens(text: bytes) -> list[str]:
    """Split into runs of a-z and 0-9, after lowercasing A-Z."""
    return [token.decode() for token in _TOKEN.findall(text.lower())]


def _limited(lines: Sequence[bytes], limit: Limit) -> list[bytes]:
    most = limit.words or limit.bytes
    if not most:
        return list(lines)
    kept: list[bytes] = []
    for line in lines:
        parts = _words(line) if limit.words else line
        if len(parts) >= most:
            kept.append(b" ".join(_words(line)[:most]) if limit.words else line[:most])
            break
        kept.append(line)
        most -= len(parts)
    return kept


def _words(line: bytes) -> list[bytes]:
    """Split at blanks; a leading blank makes an empty first word, which counts."""
    words = _BLANKS.split(line)
    while words and not words[-1]:
        words.pop()
    return words
