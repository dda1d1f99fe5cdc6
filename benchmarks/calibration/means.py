"""Worlds of means of other scores: Likert, answer F1, skewed, with rare giants, heavy tails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp
from typing import NamedTuple

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.evaluation import Array, Mean, Points, Rating, Share, mean_rows, seen

Draw = Callable[[np.random.Generator, int], Array]
SIZES = (10, 30, 100, 300, 1_000)
TAILS = (10, 30, 100, 300, 500, 1_000)
UNBOUNDED = (10, 30, 100, 500, 1_000)
LIKERT = (0.03, 0.05, 0.12, 0.33, 0.47)  # of 1 to 5
GIANTS = 0.03  # share of records with a mean of 30; that of the others is 1


class World(NamedTuple):
    """Scores with a known mean.

    Args:
        draw: Draws n scores.
        mean: Their mean.
        metric: Their metric, which states their highest value or none.
        sizes: Numbers of records.
    """

    draw: Draw
    mean: float
    metric: Mean = Mean()
    sizes: tuple[int, ...] = SIZES


def likert(rng: np.random.Generator, n: int) -> Array:
    """Draw ratings from 1 to 5."""
    return rng.choice(5, p=LIKERT, size=n) + 1.0


def answer_f1(rng: np.random.Generator, n: int) -> Array:
    """Draw F1 of answers: 40 % zeros, 30 % ones, the others between."""
    kind = rng.random(n)
    return np.where(kind < 0.4, 0.0, np.where(kind < 0.7, 1.0, rng.beta(2, 2, n)))


def giants(rng: np.random.Generator, n: int) -> Array:
    """Draw exponential scores of which few are thirty times as large."""
    return rng.exponential(np.where(rng.random(n) < GIANTS, 30.0, 1.0))


def half_full(rng: np.random.Generator, n: int) -> Array:
    """Draw ratings from 0 to 100 of which half are 100."""
    return np.where(rng.random(n) < 0.5, 100.0, 100 * rng.beta(4, 2, n))


def pass_shares(rng: np.random.Generator, n: int) -> Array:
    """Draw shares of 8 tests that a program passes; most programs pass all or none."""
    return rng.binomial(8, rng.beta(0.4, 0.3, n)) / 8


def counts(rng: np.random.Generator, n: int) -> Array:
    """Draw counts of errors, more spread than Poisson's."""
    return rng.negative_binomial(1.5, 1.5 / (1.5 + 4), n).astype(float)


def latencies(rng: np.random.Generator, n: int) -> Array:
    """Draw times: a gamma distribution of shape 2."""
    return rng.gamma(2.0, 0.5, n)


WORLDS = {
    "normal": World(lambda rng, n: rng.normal(size=n), 0.0, sizes=TAILS),
    "Likert 1 to 5": World(likert, float(np.dot(LIKERT, range(1, 6))), Rating()),
    "answer F1": World(answer_f1, 0.3 + 0.3 * 0.5, Share()),
    "lognormal": World(lambda rng, n: rng.lognormal(size=n), exp(0.5), sizes=TAILS),
    "rare giants": World(giants, 1 - GIANTS + 30 * GIANTS, sizes=TAILS),
    "heavy tails (t with 3)": World(lambda rng, n: rng.standard_t(3, n), 0.0, sizes=TAILS),
    "own: half at the ceiling": World(half_full, 50 + 50 * 4 / 6, Points(), sizes=(10, 30, 100)),
    "own: shares of tests passed": World(pass_shares, 4 / 7, Share(), sizes=(10, 30, 100)),
    "own: overdispersed counts": World(counts, 4.0, sizes=UNBOUNDED),
    "own: latencies": World(latencies, 1.0, sizes=UNBOUNDED),
}


def cells() -> Iterator[Cell]:
    """Yield every world at every size."""
    for name, world in WORLDS.items():
        for n in world.sizes:
            yield _cell(name, world, n)


def _cell(name: str, world: World, n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        return {"interval": seen(world.metric, mean_rows(world.draw(rng, n)), world.mean)}

    return Cell("evaluate", name, str(n), {"interval": "coverage"}, simulate)
