"""All cells of all verbs."""

from collections.abc import Iterator

from benchmarks.calibration import (
    binary,
    corrected,
    corrected_differences,
    curves,
    families,
    former_defaults,
    groups,
    means,
    metric_pairs,
    nightly,
    paired_groups,
    pairs,
    rankings,
    real_pairs,
    repeats,
    texts,
)
from benchmarks.calibration.cells import Cell

EVALUATE = (binary, means, texts, groups, repeats, curves, corrected)
COMPARE = (pairs, real_pairs, paired_groups, families, corrected_differences)
OTHERS = (rankings, metric_pairs, nightly, former_defaults)


def every_cell() -> Iterator[Cell]:
    """Yield every cell, verb by verb."""
    for module in (*EVALUATE, *COMPARE, *OTHERS):
        yield from module.cells()
