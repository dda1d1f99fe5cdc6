"""Ratios with a stated value where they are undefined, and F1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_NUMBERS: tuple[Any, ...] = (float, int, bool)


def ratio(numerator: Array, denominator: Array, *, otherwise: Array | float) -> Array:
    """Divide where the denominator is above 0.

    Args:
        numerator: Array (...), or a number.
        denominator: Array of the same shape, or a number.
        otherwise: The value where the denominator is 0; a number or an array.

    Returns:
        Array (...), float64; a number of numbers.
    """
    if type(numerator) in _NUMBERS and type(denominator) in _NUMBERS:
        quotient: Any = numerator / denominator if denominator > 0 else otherwise * 1.0
        plain: Array = quotient
        return plain
    import numpy as np

    numerator, denominator = np.asarray(numerator), np.asarray(denominator)
    out = np.array(np.broadcast_to(otherwise, numerator.shape), dtype=np.float64)
    return np.divide(numerator, denominator, where=denominator > 0, out=out)


def prf(common: Any, predicted: Any, expected: Any) -> tuple[Any, Any, Any]:
    """Return precision, recall and F1, 0 where they are undefined.

    Args:
        common: What both sides have, array (...) or a number.
        predicted: What the prediction has, of the same shape.
        expected: What the reference has, of the same shape.
    """
    p, r = ratio(common, predicted, otherwise=0.0), ratio(common, expected, otherwise=0.0)
    return p, r, ratio(2 * p * r, p + r, otherwise=0.0)


def f1(p: float, r: float) -> float:
    """Return the harmonic mean of precision and recall; 0 if both are 0."""
    return 2 * p * r / (p + r) if p + r else 0.0
