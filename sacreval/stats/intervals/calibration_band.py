"""Band of the calibration error of a calibrated model, at the same confidences.

A calibration error only adds up: it lies above 0 for a calibrated model too, by an amount that
falls with the number of records. The band under calibration is what an error is to be compared
with, as no interval around it holds.

Source: consistency resampling, Brocker and Smith (2007).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import BLOCK_CELLS, Floats, blocks
from sacreval.stats.checks import fraction, present

DRAWS = 1000
SEED = 12345


class CalibrationBand(NamedTuple):
    """Errors of a calibrated model, arrays of the shape of one error.

    Attributes:
        mean: The mean over draws.
        high: The value that a calibrated model stays at or below, as often as the level says.
        p: Share of draws with an error at least as large as the observed one, the observed one
            among them; NaN where none was given.
    """

    mean: Floats
    high: Floats
    p: Floats


def drawn_labels(
    confidences: npt.ArrayLike, *, draws: int = DRAWS, seed: int = SEED
) -> Iterator[npt.NDArray[np.bool_]]:
    """Draw labels that make every confidence true.

    Args:
        confidences: The stated chance that each record is right, in [0, 1], shape (n,).
        draws: How many times the labels of all records are drawn.
        seed: Of `numpy.random.default_rng`.

    Yields:
        Arrays (b, n), `draws` rows in all, whatever the size of a block.

    Raises:
        InputError: If there is no confidence, or one is NaN or outside [0, 1].
    """
    chance = present(confidences, "confidences")
    outside = (chance < 0) | (chance > 1)
    if outside.any():
        raise InputError(
            f"{int(outside.sum())} of {chance.size} confidences lie outside 0 to 1: "
            "give probabilities"
        )
    rng = np.random.default_rng(seed)
    for part in blocks(draws, len(chance), BLOCK_CELLS):
        yield rng.random((part.stop - part.start, len(chance))) < chance


def calibration_band(
    confidences: npt.ArrayLike,
    error: Callable[[npt.NDArray[np.bool_]], npt.ArrayLike],
    observed: npt.ArrayLike = np.nan,
    *,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = SEED,
) -> CalibrationBand:
    """Compute the calibration error of a model that is right as often as it says.

    Args:
        confidences: The stated chance that each record is right, in [0, 1], shape (n,).
        error: Takes labels (b, n), true where a record is right, and gives errors (b, ...).
        observed: The errors of the real labels, shape (...).
        level: Share of draws up to the high end, in (0, 1).
        draws: How many times the labels of all records are drawn, at least 1.
        seed: Of `numpy.random.default_rng`.

    Raises:
        InputError: If there is no confidence, or one is NaN or outside [0, 1].
        UsageError: If the level is not in (0, 1).
    """
    cut = min(draws - 1, int(np.ceil(fraction(level, "the level") * (draws + 1) - 1e-9)) - 1)
    parts = [np.asarray(error(b)) for b in drawn_labels(confidences, draws=draws, seed=seed)]
    errors = np.sort(np.concatenate(parts), axis=0)
    seen = np.asarray(observed, dtype=np.float64)
    reached = 1 + (errors >= seen - 1e-12).sum(axis=0)
    p = np.where(np.isnan(seen), np.nan, reached / (draws + 1))
    return CalibrationBand(errors.mean(axis=0), errors[cut], p)


def label_sums(labels: npt.ArrayLike, wrong: npt.ArrayLike, right: npt.ArrayLike) -> Floats:
    """Sum the rows of a metric for several sets of labels.

    Args:
        labels: Shape (..., n): 1 or true where a record is right.
        wrong: The row of each record if it is wrong, shape (n, k).
        right: The row of each record if it is right, shape (n, k).

    Returns:
        Shape (..., k).

    Raises:
        InputError: If there is no row, or one holds NaN.
    """
    base, other = present(wrong, "rows"), present(right, "rows")
    sums: Floats = np.asarray(labels, dtype=np.float64) @ (other - base) + base.sum(axis=0)
    return sums
