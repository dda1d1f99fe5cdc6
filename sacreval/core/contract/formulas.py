"""Functions for formulas, which take plain numbers and arrays and give both the same bits.

A score of a whole run is one number: without intervals it is computed from plain numbers, since
importing NumPy takes longer than scoring a short file.

Logarithms and exponentials are the C library's: NumPy's differ in the last bit between processors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from typing import Any, SupportsIndex

_NUMBERS = (float, int, bool)
_BLOCK = 8  # NumPy adds this many sums side by side,
_MOST = 128  # of at most this many numbers, and halves longer lists


class Sums(tuple[float, ...]):
    """The sum of rows as k plain numbers; `sums[..., i]` is one of them, as in an array."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        """Return a number, or a slice of them."""
        place: SupportsIndex = key[-1] if isinstance(key, tuple) else key
        return super().__getitem__(place)

    def plus(self, other: Sums) -> Sums:
        """Add the sum of other rows."""
        return Sums(map(add, self, other))


def where(condition: Any, yes: Any, no: Any) -> Any:
    """Return `yes` where a condition holds, else `no`."""
    if type(condition) is bool:
        return yes if condition else no
    import numpy as np

    return np.where(condition, yes, no)


def lesser(x: Any, bound: float) -> Any:
    """Return the lesser of numbers and a bound."""
    if type(x) in _NUMBERS:
        return min(x, bound)
    import numpy as np

    return np.minimum(x, bound)


def greater(x: Any, bound: float) -> Any:
    """Return the greater of numbers and a bound."""
    if type(x) in _NUMBERS:
        return max(x, bound)
    import numpy as np

    return np.maximum(x, bound)


def log(x: Any, *, otherwise: float) -> Any:
    """Return natural logarithms by the C library; NumPy's own depend on the processor.

    Args:
        x: A number or an array.
        otherwise: The value where `x` is not above 0.
    """
    if type(x) in _NUMBERS:
        return math.log(x) if x > 0 else otherwise
    import numpy as np

    above = np.asarray(x) > 0
    return np.where(above, _each(np.where(above, x, 1.0), "logarithms", math.log), otherwise)


def exp(x: Any) -> Any:
    """Return e raised to numbers by the C library; NumPy's own depend on the processor."""
    return _exp(x) if type(x) in _NUMBERS else _each(x, "exponentials", _exp)


def total(parts: Sequence[Any]) -> Any:
    """Add numbers, or arrays of one shape, in the order of NumPy's sum over the last axis.

    Args:
        parts: At least one.
    """
    n = len(parts)
    if n < _BLOCK:
        return reduce(add, parts)
    if n > _MOST:
        half = n // 2 - n // 2 % _BLOCK
        return total(parts[:half]) + total(parts[half:])
    whole = n - n % _BLOCK
    a, b, c, d, e, f, g, h = (reduce(add, parts[i:whole:_BLOCK]) for i in range(_BLOCK))
    return reduce(add, parts[whole:], ((a + b) + (c + d)) + ((e + f) + (g + h)))


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def _each(x: Any, kernel: str, function: Callable[[float], float]) -> Any:
    """Apply a function of the C library to every number of an array."""
    import numpy as np

    from sacreval import native

    values = np.array(x, dtype=np.float64, order="C")
    if native.available():
        native.apply(kernel, values)
        return values
    return np.fromiter(map(function, values.ravel().tolist()), float, values.size).reshape(
        values.shape
    )
