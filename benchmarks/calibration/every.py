"""All cells of all verbs."""

from collections.abc import Iterator

from benchmarks.calibration import binary, curves, groups, means, repeats, texts
from benchmarks.calibration.cells import Cell

WORLDS = (binary, means, texts, groups, repeats, curves)


def every_cell() -> Iterator[Cell]:
    """Yield every cell, verb by verb."""
    for module in WORLDS:
        yield from module.cells()
