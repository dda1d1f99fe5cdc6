"""The first JSON object of a file, to tell what kind of file it is."""

from __future__ import annotations

from typing import Any

import msgspec

from sacreval.errors import SacrevalError
from sacreval.io.files import open_bytes

_LONGEST = 1 << 20


def first_object(path: str) -> dict[str, Any]:
    """Return the object on the first line of a file; empty if there is none.

    Args:
        path: The file, which may be compressed.
    """
    try:
        with open_bytes(path) as stream:
            line = stream.readline(_LONGEST)
        return msgspec.json.decode(line, type=dict[str, Any])
    except (SacrevalError, ValueError, RecursionError, msgspec.MsgspecError):
        return {}


def has_scores(line: dict[str, Any]) -> bool:
    """Return whether a line has scores of an output, by SacreROUGE too, and no more than them."""
    of_output = {"system_id", "summarizer_id"} & line.keys()
    return bool(of_output and {"scores", "metrics"} & line.keys() and "results" not in line)
