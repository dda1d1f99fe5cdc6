"""Keys that stand twice in one object of JSON, of which decoders keep the last in silence."""

from __future__ import annotations

from typing import cast

from sacreval.native.batch import extension


def doubtful_key(text: bytes, start: int) -> int:
    """Find a key that its object has already, or that may be spelt in two ways.

    Args:
        text: JSON, one value or many.
        start: Where to begin, outside of all values.

    Returns:
        The offset of the key; the length of the text if there is none.
    """
    return cast("int", extension().doubtful_key(text, start))
