"""Worlds of two equal systems on records in groups."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.comparison import NULL, two
from benchmarks.calibration.evaluation import Mean, mean_rows
from benchmarks.calibration.groups import ICCS, SIZE

GROUPS = (10, 20, 50)


def cells() -> Iterator[Cell]:
    """Yield passages of ten questions whose differences share an effect."""
    for icc in ICCS:
        for count in GROUPS:
            yield _cell(icc, count)


def _cell(icc: float, count: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        of = np.repeat(np.arange(count), SIZE)
        n = len(of)
        base = np.sqrt(icc) * rng.normal(size=count)[of] + np.sqrt(1 - icc) * rng.normal(size=n)
        effect = np.sqrt(icc) * rng.normal(size=count)[of]
        other = base + effect + np.sqrt(1 - icc) * rng.normal(size=n)
        return two(Mean(), [mean_rows(base), mean_rows(other)], 0.0, {"passage": of})

    world = f"equal, passages of 10, ICC of differences {icc:g}"
    return Cell("compare", world, str(count), NULL, simulate, 0.5)
