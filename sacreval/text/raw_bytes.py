"""Texts of any bytes: a byte that is not UTF-8 becomes a character of Unicode's last plane.

Such a text is valid Unicode, so that JSON can hold it, and its bytes can be computed from it. Byte
0xE9 becomes U+10FFE9; the characters U+10FF80 to U+10FFFF of a file, which are for private use, are
taken as four such bytes each. Surrogates, which Python uses for the same purpose, are not valid in
JSON.
"""

from __future__ import annotations

import re

_RESERVED = re.compile("[\U0010ff80-\U0010ffff]")
_FROM_SURROGATES = {0xDC00 + byte: 0x10FF00 + byte for byte in range(0x80, 0x100)}
_ENCODED = re.compile(rb"\xf4\x8f([\xbe\xbf])([\x80-\xbf])")  # a reserved character in UTF-8


def to_text(data: bytes) -> str:
    """Decode UTF-8, with a reserved character for each byte that is not part of it.

    Args:
        data: Any bytes; `to_bytes` of the result returns them.
    """
    text = data.decode("utf-8", "surrogateescape")
    if text.isascii():
        return text
    text = _RESERVED.sub(lambda found: found[0].encode().decode("ascii", "surrogateescape"), text)
    return text.translate(_FROM_SURROGATES)


def to_bytes(text: str) -> bytes:
    """Encode as UTF-8, and reserved characters as the bytes that they stand for.

    Args:
        text: Any text; surrogates that are not in pairs are encoded like other characters.
    """
    data = text.encode("utf-8", "surrogatepass")
    return data if text.isascii() else _ENCODED.sub(_byte, data)


def _byte(found: re.Match[bytes]) -> bytes:
    return bytes([found[2][0] + (0x40 if found[1] == b"\xbf" else 0)])
