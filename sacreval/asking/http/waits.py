"""Waiting times before a request is sent again."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from math import isfinite

FIRST, MOST = 0.5, 60.0  # seconds


def backoff(attempt: int) -> float:
    """Return a wait of random length ("full jitter"), whose bound doubles from 0.5 s to 60 s.

    Source:
        Brooker (2015), Exponential Backoff And Jitter.
    """
    bound = min(MOST, FIRST * 2 ** min(attempt - 1, 10))
    return random.uniform(0, bound)  # noqa: S311 - results do not depend on it


def requested_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server wants to be left alone, or None if it states none."""
    for name, unit in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        if (seconds := _number(headers.get(name))) is not None:
            return seconds * unit
    return _until(headers.get("retry-after"))


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return max(value, 0.0) if isfinite(value) else None


def _until(text: str | None) -> float | None:
    """Return the seconds until a date as HTTP writes it."""
    try:
        then = parsedate_to_datetime(text or "")
        return max(then.timestamp() - time.time(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None
