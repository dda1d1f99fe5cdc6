"""The best of several scores: the first where scores are equal to twelve digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.stats.arrays import round_significant

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def first_best(scores: ArrayLike, *, higher: bool) -> int | None:
    """Return the index of the best score, the first of ties.

    Args:
        scores: Array (n,), NaN for what has no score.
        higher: Whether larger values are better.

    Returns:
        The index; None if there is no score.
    """
    import numpy as np

    rounded = round_significant(scores)
    if np.isnan(rounded).all():
        return None
    return int(np.nanargmax(rounded) if higher else np.nanargmin(rounded))
