"""Almost stochastic order of two systems over seeds: is one better at nearly every quantile?

A mean over seeds hides that a system is better on average and worse at its worst. The violation
ratio is the part of the squared distance between both quantile functions where the order is broken:
0 where the first system is better at every quantile, 1 where the second is. Source: del Barrio,
Cuesta-Albertos and Matran (2018); Dror, Shlomov and Reichart (2019).
"""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats

CONVINCING = 0.2
"""A bound below which a system may be called better (Ulmer, Hardmeier and Frellsen 2022)."""


class Order(NamedTuple):
    """How much of an order is violated.

    Attributes:
        ratio: The violation ratio of the runs, in [0, 1].
        bound: Its upper confidence bound, in [0, 1]; the first system is almost stochastically
            better where it is below a threshold such as `CONVINCING`.
    """

    ratio: float
    bound: float


def violation_ratio(first: Floats, second: Floats) -> Floats:
    """Compute how much the claim that the first system is better is violated.

    Args:
        first: Scores of its runs (..., runs), larger is better.
        second: The same of the other system (..., runs); the number of runs may differ.

    Returns:
        Array (...) in [0, 1]; 0.5 where both have the same quantiles.
    """
    steps, a_places, b_places = _common_steps(first.shape[-1], second.shape[-1])
    gaps = np.sort(first, axis=-1)[..., a_places] - np.sort(second, axis=-1)[..., b_places]
    squares = steps * gaps**2
    whole = squares.sum(axis=-1)
    broken = np.where(gaps < 0, squares, 0.0).sum(axis=-1)
    ratio: Floats = np.where(whole > 0, broken / np.where(whole > 0, whole, 1.0), 0.5)
    return ratio


def _common_steps(first: int, second: int) -> tuple[Floats, np.ndarray, np.ndarray]:
    """Cut [0, 1] where either quantile function steps: widths, and the place in each."""
    cuts = np.union1d(np.arange(1, first + 1) * second, np.arange(1, second + 1) * first)
    widths = np.diff(cuts, prepend=0)
    return widths / (first * second), (cuts - 1) // second, (cuts - 1) // first


def stochastic_order(
    first: Floats, second: Floats, *, confidence: float, resamples: int = 1000, seed: int
) -> Order:
    """Compute the violation ratio of two sets of runs and its upper bound by the bootstrap.

    Args:
        first: Scores of runs of one system (runs,), at least two, larger is better. Of two equal
            systems the first is called better in 10 of 100 worlds with three runs each, in 6 with
            five, in 4 with ten.
        second: The same of the other system.
        confidence: Of the bound, in (0.5, 1); for several comparisons 1 - alpha over their number.
        resamples: Number of resamples of each side.
        seed: Of the resamples.
    """
    rng = np.random.default_rng(seed)
    ratio = float(violation_ratio(first, second))
    drawn = (rng.choice(side, (resamples, len(side))) for side in (first, second))
    spread = float(violation_ratio(*drawn).std(ddof=1))
    return Order(ratio, min(1.0, ratio + NormalDist().inv_cdf(confidence) * spread))
