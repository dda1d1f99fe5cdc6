"""Ends of intervals that are found by bisection, for arrays at once."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats

HALVINGS = 64  # of a range of at most 2: the rest is below the spacing of doubles


def last_inside(
    inside: Callable[[Floats], Bools], start: npt.ArrayLike, stop: npt.ArrayLike
) -> Floats:
    """Find how far from a start a condition holds.

    Args:
        inside: The condition, of points (...); where it fails it fails for all that lie farther.
        start: Points that count as inside without being asked, shape (...).
        stop: The farthest points, of the same shape, on either side of the start.

    Returns:
        Shape (...): the stop itself where the condition holds there.
    """
    near, far = np.broadcast_arrays(np.asarray(start, np.float64), np.asarray(stop, np.float64))
    near = np.where(inside(far), far, near)
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        held = inside(middle)
        near, far = np.where(held, middle, near), np.where(held, far, middle)
    return near
