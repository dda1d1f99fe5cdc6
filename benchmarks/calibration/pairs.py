"""Worlds of two systems on the same records: no difference, and differences of known size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.comparison import DIFFERENT, DIFFERENT_SHARES, FEW_VALUES, NULL, two
from benchmarks.calibration.evaluation import Array, Mean, Share, mean_rows
from benchmarks.calibration.means import LIKERT

Draw = Callable[[np.random.Generator, int], tuple[Array, Array]]


class Pair(NamedTuple):
    """Two systems with a known difference.

    Args:
        draw: Draws the scores of both, two arrays (n,).
        sizes: Numbers of records.
        truth: Mean of the second less mean of the first.
        kinds: Kinds of the figures.
        bounded: Whether scores lie in [0, 1].
    """

    draw: Draw
    sizes: tuple[int, ...]
    truth: float = 0.0
    kinds: dict[str, Kind] = NULL
    bounded: bool = False


def around(differences: Callable[[np.random.Generator, int], Array]) -> Draw:
    """Draw a base, and another system that differs from it by draws of a distribution."""

    def draw(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
        base = rng.normal(size=n)
        return base, base + differences(rng, n)

    return draw


def ratings(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """Draw two ratings from 1 to 5 of equal chances; in half of the records they are the same."""
    first, second = (rng.choice(5, p=LIKERT, size=n) + 1.0 for _ in range(2))
    return first, np.where(rng.random(n) < 0.5, first, second)


def answers(first: float, second: float, discordant: float) -> Draw:
    """Draw right and wrong answers.

    Args:
        first: Chance that the first system is right.
        second: Chance that the second is.
        discordant: Share of records on which only one is right.
    """
    gain = (discordant + second - first) / 2
    loss = discordant - gain

    def draw(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
        kind = rng.random(n)
        only_second, only_first = kind < gain, (kind >= gain) & (kind < discordant)
        both = (kind >= discordant) & (kind < discordant + first - loss)
        return (only_first | both) * 1.0, (only_second | both) * 1.0

    return draw


def ties(shift: float) -> Draw:
    """Draw differences of which nine of ten are 0."""
    return around(lambda rng, n: (rng.random(n) < 0.1) * (rng.normal(size=n) + shift))


def breakdowns(rng: np.random.Generator, n: int) -> Array:
    """Draw differences: 3 % of -3, the others so much above 0 that the mean is 0."""
    broken = rng.random(n) < 0.03
    return np.where(broken, -3.0, 0.09 / 0.97) + 0.05 * rng.normal(size=n)


SAME = {
    "equal, normal": Pair(around(lambda rng, n: rng.normal(size=n)), (10, 30, 100, 1_000)),
    "equal, 0/1 at .7": Pair(
        answers(0.7, 0.7, 0.3), (10, 30, 100, 1_000), 0.0, FEW_VALUES, bounded=True
    ),
    "equal, 0/1 at .97": Pair(
        answers(0.97, 0.97, 0.04), (30, 100, 300, 1_000), 0.0, FEW_VALUES, bounded=True
    ),
    "equal, 90 % ties": Pair(ties(0.0), (30, 100, 1_000), 0.0, FEW_VALUES),
    "equal, Likert": Pair(ratings, (10, 30, 100), 0.0, FEW_VALUES),
    "equal means, heavy tails (t with 3)": Pair(
        around(lambda rng, n: rng.standard_t(3, n)), (10, 30, 100)
    ),
    "equal means, skewed": Pair(
        around(lambda rng, n: 1 - rng.exponential(size=n)), (10, 30, 100, 1_000)
    ),
    "equal means, 3 % breakdowns": Pair(around(breakdowns), (30, 100, 1_000)),
}
APART = {
    "normal, 0.75 apart": Pair(
        around(lambda rng, n: rng.normal(0.75, size=n)), (10,), 0.75, DIFFERENT
    ),
    "normal, 0.2 apart": Pair(
        around(lambda rng, n: rng.normal(0.2, size=n)), (100,), 0.2, DIFFERENT
    ),
    "0/1, .7 and .8": Pair(
        answers(0.7, 0.8, 0.3), (10, 30, 100), 0.1, DIFFERENT_SHARES, bounded=True
    ),
    "0/1, .95 and .9": Pair(
        answers(0.95, 0.9, 0.11), (10, 30, 100), -0.05, DIFFERENT_SHARES, bounded=True
    ),
    "0/1, .99 and .97": Pair(
        answers(0.99, 0.97, 0.03), (30, 100, 300), -0.02, DIFFERENT_SHARES, bounded=True
    ),
    "90 % ties, .09 apart": Pair(ties(0.9), (100,), 0.09, DIFFERENT),
}


def cells() -> Iterator[Cell]:
    """Yield equal systems, then systems that differ."""
    for name, pair in (SAME | APART).items():
        for n in pair.sizes:
            yield _cell(name, pair, n)


def _cell(name: str, pair: Pair, n: int) -> Cell:
    metric = Share() if pair.bounded else Mean()

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        return two(metric, [mean_rows(side) for side in pair.draw(rng, n)], pair.truth)

    share = 1.0 if n < 1_000 else 0.3  # such worlds take six times as long
    return Cell("compare", name, str(n), pair.kinds, simulate, share)
