"""Find repeated keys in JSON objects, of which decoders silently keep the last value."""

from __future__ import annotations

from typing import cast

from sacreval.native.batch import extension


def doubtful_key(text: bytes, start: int) -> int:
    """Find the first key that is repeated in its object, or that may be, as it has escapes.

    Args:
        text: One or more JSON values.
        start: Offset to start from, outside of all values.

    Returns:
        Offset of the key; the length of the text if there is none.
    """
    return cast("int", extension().doubtful_key(text, start))
