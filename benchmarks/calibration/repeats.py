"""Worlds of repeats: several samples of an item, scored by avg@k."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.evaluation import mean_rows, seen
from sacreval.metrics.samples.avg_at_k import AvgAtK

ITEMS = {"all or nothing, Beta(1.05, .45)": (1.05, 0.45), "Beta(7, 3)": (7.0, 3.0)}
SHAPES = ((30, 4), (30, 16), (100, 4), (100, 16), (300, 4))


def cells() -> Iterator[Cell]:
    """Yield items whose chances are drawn, with k samples each; the truth is of other items."""
    for name, (a, b) in ITEMS.items():
        for n, k in SHAPES:
            yield _cell(name, (a, b), n, k)


def _cell(name: str, chances: tuple[float, float], n: int, k: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        right = rng.binomial(k, rng.beta(*chances, n)) / k
        truth = chances[0] / sum(chances)
        return {"interval": seen(AvgAtK(k=(k,)), mean_rows(right), truth)}

    return Cell(
        "evaluate", f"avg@k, items {name}", f"{n} x {k}", {"interval": "coverage"}, simulate
    )
