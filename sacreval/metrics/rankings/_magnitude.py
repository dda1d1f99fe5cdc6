"""Checks for errors of numbers that overflow when squared or summed."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from sacreval.errors import RecordError, UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def finite(value: float) -> float:
    """Return a number unchanged.

    Raises:
        RecordError: If it is not finite.
    """
    if not isfinite(value):
        raise RecordError("the error exceeds the largest number, 1.8e308; scale both sides down")
    return value


def summed(sums: Array, name: str) -> Array:
    """Return sums of finite numbers unchanged.

    Args:
        sums: Array (...).
        name: The metric's name.

    Raises:
        UsageError: If a sum is not finite.
    """
    import numpy as np

    if np.isinf(sums).any():
        raise UsageError(
            f"{name}: the sum of the errors exceeds the largest number, 1.8e308; scale both sides "
            "down"
        )
    return sums
