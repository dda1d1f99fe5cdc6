"""Java's hash code of strings, by which METEOR 1.5 compares words."""

from __future__ import annotations


def java_hash(text: str) -> int:
    """Return `String.hashCode` of a text as an unsigned number.

    Returns:
        A number from 0 to 2**32 - 1, the polynomial of the UTF-16 code units at 31. Unequal texts
        such as `Aa` and `BB` may share it.
    """
    code = 0
    if text.isascii():
        for unit in text.encode("ascii"):
            code = 31 * code + unit & 0xFFFFFFFF
        return code
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        code = 31 * code + low + (high << 8) & 0xFFFFFFFF
    return code
