"""Worlds of means that human labels of some records correct.

A score agrees with the label with a chance that the world states. The first n of 1,000 records are
labelled, which are independent, so that they are a random sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.evaluation import Array, Mean, Rating, Share, collected, mean_rows
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.intervals.corrected_means import Humans
from sacreval.scoring.intervals.interval_options import IntervalOptions

RECORDS = 1_000
SIZES = (30, 50, 100, 200)
RANGES = ((0.4, 0.6), (0.85, 0.95), (0.93, 0.97), (0.97, 1.0))
AGREEMENT = (0.75, 0.9, 0.97)
LIKERT = {
    "Likert": (0.03, 0.05, 0.12, 0.33, 0.47),
    "Likert, even": (0.2, 0.2, 0.2, 0.2, 0.2),
    "Likert, 92 % the highest": (0.01, 0.01, 0.02, 0.04, 0.92),
}
TOO_SHORT = "the corrected interval may be too short"
SHARE = 0.25  # of the worlds asked for


class Drawn(NamedTuple):
    """Records of one world.

    Args:
        labels: The labels of all records.
        scores: Their scores.
        truth: The mean label of the population.
    """

    labels: Array
    scores: Array
    truth: float


Draw = Callable[[np.random.Generator], Drawn]


def cells() -> Iterator[Cell]:
    """Yield means of 0/1 labels and of ratings."""
    for low, high in RANGES:
        for right in AGREEMENT:
            world = f"0/1, chance {low:g} to {high:g}, scores right {right:g}"
            for n in SIZES:
                yield _mean_cell(world, n, _answers((low, high), right), Share(), "cautious")
    for world, chances in LIKERT.items():
        for near in (0.4, 0.9):
            for n in SIZES:
                name = f"{world}, {near:g} of scores equal"
                yield _mean_cell(name, n, _ratings(chances, near), Rating(), "coverage")


def _answers(chances: tuple[float, float], right: float) -> Draw:
    def draw(rng: np.random.Generator) -> Drawn:
        p = rng.uniform(*chances)
        labels = (rng.random(RECORDS) < p).astype(float)
        return Drawn(labels, answered(rng, labels, right), p)

    return draw


def answered(rng: np.random.Generator, labels: Array, right: float) -> Array:
    """Draw scores that are equal to 0/1 labels with a chance."""
    return np.where(rng.random(len(labels)) < right, labels, 1 - labels)


def _ratings(chances: tuple[float, ...], near: float) -> Draw:
    truth = float(np.arange(1, 6) @ np.array(chances))

    def draw(rng: np.random.Generator) -> Drawn:
        labels = rng.choice(5, p=chances, size=RECORDS) + 1.0
        return Drawn(labels, rated(rng, labels, near), truth)

    return draw


def rated(rng: np.random.Generator, labels: Array, near: float) -> Array:
    """Draw ratings of a generous judge: others than the label are one above, or one below."""
    away = rng.choice(
        [0.0, 1.0, -1.0], p=(near, (1 - near) * 0.7, (1 - near) * 0.3), size=len(labels)
    )
    return (labels + away).clip(1, 5)


def _mean_cell(world: str, n: int, draw: Draw, metric: Mean, kind: Kind) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        return {"corrected mean": _seen_mean(draw(rng), n, metric)}

    return Cell(
        "evaluate", f"corrected: {world}", str(n), {"corrected mean": kind}, simulate, SHARE
    )


def _seen_mean(drawn: Drawn, n: int, metric: Mean) -> Seen:
    """Correct a mean as `evaluate --humans` does."""
    one = collected(metric, mean_rows(drawn.scores))
    one.carried = {"judgments": [{"human": x} for x in drawn.labels[:n]] + [None] * (RECORDS - n)}
    humans = Humans({metric.outputs[0]: "human"})
    report = Evaluation([Entry(metric)], {"system": one}).report(IntervalOptions(), humans)
    found = report.results[0].corrected
    if found is None:
        return Seen(True, notice=True)
    doubted = any(TOO_SHORT in text for text in report.notices)
    return Seen(found.low <= drawn.truth <= found.high, found.high - found.low, doubted)
