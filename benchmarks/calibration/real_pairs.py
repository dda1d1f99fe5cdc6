"""Worlds of two real systems whose outputs are swapped at random: a true null on real texts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration import texts
from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.comparison import NULL, two

METRICS = {"corpus BLEU": "bleu", "corpus chrF": "chrf"}
SYSTEMS = ("ONLINE-B", "ONLINE-W")
SIZES = (10, 30, 100)


def cells() -> Iterator[Cell]:
    """Yield swapped outputs of two systems of WMT23; nothing where the mirror lacks them."""
    if texts.folder() is None:
        return
    pair = [next(name for name in texts.systems() if one in name) for one in SYSTEMS]
    for world, spec in METRICS.items():
        for n in SIZES:
            yield _cell(world, spec, pair, n)


def _cell(world: str, spec: str, pair: list[str], n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        first, second = (texts.rows(spec, system) for system in pair)
        drawn = rng.integers(len(first), size=n)
        swapped = (rng.random(n) < 0.5)[:, None]
        a, b = first[drawn], second[drawn]
        tables = [np.where(swapped, b, a), np.where(swapped, a, b)]
        return two(texts.metric(spec), tables, 0.0)

    return Cell("compare", f"{world}, swapped outputs of WMT23 en-de", str(n), NULL, simulate, 0.5)
