"""Worlds of differences between systems that labels of some records of both correct."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.corrected import (
    LIKERT,
    RECORDS,
    SHARE,
    SIZES,
    Draw,
    Drawn,
    answered,
    rated,
)
from sacreval.scoring.intervals.corrected_means import doubts
from sacreval.stats.intervals.prediction_powered import Labelled, corrected_difference


def cells() -> Iterator[Cell]:
    """Yield differences of systems that often succeed together, and of independent ones."""
    for chance, other in ((0.5, 0.5), (0.7, 0.8), (0.9, 0.9)):
        for shared in (0.2, 0.8):
            world = f"0/1 of {chance:g} and {other:g}, {shared:g} in common"
            draw = _two_answers(chance, other, shared)
            for n in SIZES:
                yield _difference_cell(world, n, draw, 1.0, "cautious")
    for near in (0.4, 0.9):
        for n in SIZES:
            yield _difference_cell(
                f"Likert, {near:g} of scores equal", n, _two_ratings(near), 5.0, "coverage"
            )


def _two_answers(chance: float, other: float, shared: float) -> Draw:
    def draw(rng: np.random.Generator) -> Drawn:
        first, again = rng.random((2, RECORDS))
        second = np.where(rng.random(RECORDS) < shared, first, again)
        a, b = (first < chance).astype(float), (second < other).astype(float)
        return Drawn(b - a, answered(rng, b, 0.9) - answered(rng, a, 0.9), other - chance)

    return draw


def _two_ratings(near: float) -> Draw:
    def draw(rng: np.random.Generator) -> Drawn:
        a = rng.choice(5, p=LIKERT["Likert"], size=RECORDS) + 1.0
        b = (a + rng.choice([-1, 0, 1], size=RECORDS)).clip(1, 5)
        return Drawn(b - a, rated(rng, b, near) - rated(rng, a, near), _mean_step())

    return draw


def _mean_step() -> float:
    """Return the mean of a step up or down, which ends at 1 and 5."""
    chances = LIKERT["Likert"]
    return (chances[0] - chances[-1]) / 3


def _difference_cell(world: str, n: int, draw: Draw, highest: float, kind: Kind) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        drawn = draw(rng)
        data = Labelled(drawn.labels[:n], drawn.scores[:n], drawn.scores[n:])
        found = corrected_difference(data, highest=highest)
        low, high = found.bounds()
        doubted = any(doubts(data, found.method, None))
        covers = bool(low <= drawn.truth <= high)
        return {
            "corrected difference": Seen(covers, float(high - low), doubted),
            "corrected p below .05": Seen(found.p() < 0.05, notice=doubted),
        }

    equal = draw(np.random.default_rng(0)).truth == 0
    kinds: dict[str, Kind] = {
        "corrected difference": kind,
        "corrected p below .05": "exact" if equal else "power",
    }
    return Cell("compare", f"corrected: {world}", str(n), kinds, simulate, SHARE)
