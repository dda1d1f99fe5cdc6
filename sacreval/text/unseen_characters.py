"""Characters that a reader cannot see, and texts of any bytes.

Line ends are seen.

Texts of any bytes: a byte that is not UTF-8 becomes a character of Unicode's last plane. Such a
text is valid Unicode, so that JSON can hold it, and its bytes can be computed from it. Byte 0xE9
becomes U+10FFE9; the characters U+10FF80 to U+10FFFF of a file, which are for private use, are
taken as four such bytes each. Surrogates, which Python uses for the same purpose, are not valid in
JSON.
"""

from __future__ import annotations

import re
from functools import cache

_CONTROLS = "\t\x0b\x0c\x1c\x1d\x1e\x1f"
_UNSEEN = (
    rf"[{_CONTROLS}\x85\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
)
_IN_BYTES = {  # the same in UTF-8 or escaped in JSON, by the first byte, which is quick to find
    **{control.encode(): control.encode() for control in _CONTROLS},
    b"\\": rb"\\(?:[tf]|u(?:00[018aA]|1680|180|20(?:0|2[89a-fA-F]|5[fF]|6)|3000|[fF][eE]))",
    b"\xc2": rb"\xc2[\x85\xa0\xad]",
    b"\xe1": rb"\xe1(?:\x9a\x80|\xa0\x8e)",
    b"\xe2": rb"\xe2(?:\x80[\x80-\x8f\xa8-\xaf]|\x81[\x9f-\xaf])",
    b"\xe3": rb"\xe3\x80\x80",
    b"\xef": rb"\xef\xbb\xbf",
}


def unseen(text: str) -> str:
    """Return the first character of a text that cannot be seen; "" if there is none."""
    if text.isascii() and text.isprintable():
        return ""
    match = _pattern().search(text)
    return match[0] if match else ""


def with_seen(text: str) -> str:
    """Return a text with spaces for other blanks, and without characters of no width."""
    return _pattern().sub(lambda match: " " if match[0].isspace() else "", text)


def name_of(character: str) -> str:
    """Return the name of a character in Unicode, with its number."""
    from unicodedata import name

    text = "tab" if character == "\t" else name(character, "control character").lower()
    return f"{text} (U+{ord(character):04X})"


def may_be_in(lines: bytes) -> bool:
    """Return whether UTF-8 or JSON may hold such a character; never wrong where it is False."""
    return any(first in lines and re.search(pattern, lines) for first, pattern in _IN_BYTES.items())


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_UNSEEN)


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
    text = _RESERVED.sub(lambda match: match[0].encode().decode("ascii", "surrogateescape"), text)
    return text.translate(_FROM_SURROGATES)


def to_bytes(text: str) -> bytes:
    """Encode as UTF-8, and reserved characters as the bytes that they stand for.

    Args:
        text: Any text; surrogates that are not in pairs are encoded like other characters.
    """
    data = text.encode("utf-8", "surrogatepass")
    return data if text.isascii() else _ENCODED.sub(_byte, data)


def _byte(match: re.Match[bytes]) -> bytes:
    return bytes([match[2][0] + (0x40 if match[1] == b"\xbf" else 0)])
