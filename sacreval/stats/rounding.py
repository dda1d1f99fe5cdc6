"""Rounding: so that float error decides no comparison, and to the decimals that a tool prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Array = NDArray[Any]

SIGNIFICANT_DIGITS = 12
DECIMALS = 5
_NEAR_TIE = 1e-4  # in units of the last decimal: far above the error of scaling


def rounded(value: float) -> float:
    """Round to twelve significant digits: 0.3 - 0.29 becomes 0.01.

    Args:
        value: A number; NaN and infinities stay as they are.
    """
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")


def five_decimals(values: Array) -> Array:
    """Round to five decimals as C's `%.5f` does, by the exact value of each double.

    Args:
        values: Array (...) of finite numbers.

    Returns:
        Array (...): the doubles nearest to the printed numbers.
    """
    import numpy as np

    scaled = np.asarray(values, dtype=np.float64) * 10.0**DECIMALS
    result = np.rint(scaled) / 10.0**DECIMALS
    for place in np.argwhere(np.abs(scaled - np.floor(scaled) - 0.5) < _NEAR_TIE):
        at = tuple(place)
        result[at] = float(f"{values[at]:.{DECIMALS}f}")
    return result
