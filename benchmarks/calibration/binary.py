"""Worlds of 0/1 scores: right or wrong answers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.evaluation import Share, mean_rows, seen

SIZES = (10, 30, 100, 300, 1_000)
RANGES = ((0.4, 0.6), (0.85, 0.95), (0.93, 0.97), (0.98, 1.0))


def cells() -> Iterator[Cell]:
    """Yield answers whose chance is drawn from a range, which averages out the lattice of k / n."""
    for low, high in RANGES:
        for n in SIZES:
            yield _cell(low, high, n)


def _cell(low: float, high: float, n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        p = rng.uniform(low, high)
        rows = mean_rows((rng.random(n) < p).astype(float))
        return {
            "interval": seen(Share(), rows, p),
            "interval --guarantee": seen(Share(), rows, p, guarantee=True),
        }

    kinds: dict[str, Kind] = {"interval": "coverage", "interval --guarantee": "cautious"}
    return Cell("evaluate", f"0/1, chance {low:g} to {high:g}", str(n), kinds, simulate, 2.0)
