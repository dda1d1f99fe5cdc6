"""Checks of what intervals are computed from: complete numbers, counts, shares."""

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError, UsageError
from sacreval.stats.arrays import Floats, Ints

SHOWN = 12  # significant digits of a refused number


def complete(values: npt.ArrayLike, what: str) -> Floats:
    """Check that every number is finite.

    Args:
        values: Numbers of any shape.
        what: What they are, for the message, in the plural.

    Returns:
        The same as float64.

    Raises:
        InputError: If one is NaN or infinite.
    """
    array = np.asarray(values, dtype=np.float64)
    missing = int(np.count_nonzero(~np.isfinite(array)))
    if missing:
        raise InputError(
            f"{missing} of {array.size} {what} are NaN or infinite, which no interval can take in: "
            "leave them out, or score them first"
        )
    return array


def present(values: npt.ArrayLike, what: str) -> Floats:
    """Check that there are numbers and that every one is finite.

    Args:
        values: Numbers of any shape.
        what: What they are, for the message, in the plural.

    Returns:
        The same as float64.

    Raises:
        InputError: If there is none, or one is NaN or infinite.
    """
    array = complete(values, what)
    if array.size == 0:
        raise InputError(f"there are no {what} to compute with: give one at least")
    return array


def counts(part: npt.ArrayLike, whole: npt.ArrayLike, what: str) -> tuple[Floats, Floats]:
    """Check that counts of a part lie between 0 and those of the whole.

    Args:
        part: Counts of any shape.
        whole: Counts of a shape that broadcasts with it.
        what: What the part is, for the message, in the plural.

    Returns:
        Both as float64, of one shape.

    Raises:
        InputError: If one is not a whole number, below 0, or larger than its whole.
    """
    some, every = np.broadcast_arrays(complete(part, what), complete(whole, "counts"))
    wrong = (some < 0) | (some > every) | (some != np.rint(some)) | (every != np.rint(every))
    if np.any(wrong):
        first, n = float(some[wrong].flat[0]), float(every[wrong].flat[0])
        raise InputError(
            f"there cannot be {first:.{SHOWN}g} {what} of {n:.{SHOWN}g}: "
            "give whole numbers from 0 to their total"
        )
    return some, every


def fraction(number: float, what: str) -> float:
    """Check that a number lies strictly between 0 and 1, as a confidence does.

    Args:
        number: Any number.
        what: Its name, for the message.

    Raises:
        UsageError: If it is 0 or less, 1 or more, or NaN.
    """
    if not 0 < number < 1:
        raise UsageError(f"{what} is {number:.{SHOWN}g}: give a number between 0 and 1")
    return number


def labels_of(groups: npt.ArrayLike, n: int, what: str = "groups") -> Ints:
    """Number the groups of records from 0, in the order of their sorted names.

    Args:
        groups: The group of each record, shape (n,): numbers or texts.
        n: Number of records.
        what: What the groups are, for the message, in the plural.

    Returns:
        Shape (n,).

    Raises:
        InputError: If there are fewer or more groups than records.
    """
    names = np.asarray(groups)
    if names.shape != (n,):
        raise InputError(f"{names.size} {what} are given for {n} records: give one for each record")
    return np.unique(names, return_inverse=True)[1].astype(np.int64)
