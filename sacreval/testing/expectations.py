"""Assertions with sentences, without pytest."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def require(holds: object, sentence: str) -> None:
    """Check a condition.

    Raises:
        AssertionError: With the sentence, if it does not hold.
    """
    if not holds:
        raise AssertionError(sentence)


def same_arrays(got: Array, want: Array, sentence: str) -> None:
    """Check that two arrays have equal shapes and numbers; NaN equals NaN.

    Raises:
        AssertionError: With the sentence and the first difference.
    """
    import numpy as np

    require(got.shape == want.shape, f"{sentence}: shape {got.shape} is not {want.shape}")
    differs = ~((got == want) | (np.isnan(got) & np.isnan(want)))
    if differs.any():
        place = tuple(int(i) for i in np.argwhere(differs)[0])
        require(False, f"{sentence}: {got[place]} is not {want[place]} at {place}")


def same_numbers(
    got: Mapping[str, float | None],
    want: Mapping[str, float | None],
    tolerance: float,
    where: str,
) -> None:
    """Check that the wanted numbers are there; None and NaN stand for no score.

    Args:
        got: Name to number, which may have more names.
        want: Name to number.
        tolerance: Largest absolute difference.
        where: What the numbers belong to, for the sentence.

    Raises:
        AssertionError: If one is missing or differs.
    """
    for name, number in want.items():
        require(name in got, f"{where}: there is no '{name}', only {', '.join(got) or 'nothing'}")
        value = got[name]
        if _is_none(number) or _is_none(value):
            right = _is_none(number) and _is_none(value)
        else:
            right = abs(float(value or 0.0) - float(number or 0.0)) <= tolerance
        require(right, f"{where}: {name} is {value}, not {number} (tolerance {tolerance:g})")


def _is_none(number: float | None) -> bool:
    return number is None or isnan(number)
