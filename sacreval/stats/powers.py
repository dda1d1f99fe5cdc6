"""Powers that have the same bits on every machine."""

from __future__ import annotations

from itertools import repeat
from math import pow as power
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


def powers(base: Array, exponent: float) -> Array:
    """Raise numbers to a power with the C library's function.

    NumPy's own loops differ in the last bit between processors, and between the elements of an
    array and a single number.

    Args:
        base: Numbers of 0 or more, or NaN, array (...).
        exponent: A number of 0 or more.

    Returns:
        Array (...), float64.
    """
    import numpy as np

    base = np.asarray(base, dtype=np.float64)
    raised = np.fromiter(map(power, base.ravel().tolist(), repeat(exponent)), np.float64, base.size)
    return raised.reshape(base.shape)
