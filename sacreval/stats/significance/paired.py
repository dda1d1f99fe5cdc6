"""Paired tests: two systems on the same instances, and what a few records decide.

Paired bootstrap and paired approximate randomisation draw what sacrebleu draws, which reproduces
its p-values. Sources: Koehn 2004; Riezler and Maxwell 2005; sacrebleu.significance, after
MultEval (Clark et al. 2011).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete
from sacreval.stats.resampling import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


BLOCK_CELLS = 2**21  # mask cells held at once: 16 MiB as floats
BITS = 32  # rows of a block, or a multiple
WORD = 64  # bits of a word of the generator
SLACK = 1e-9  # relative to the larger of 1 and the difference; equal differences must count so


class PValue(NamedTuple):
    """A p-value, and that of sacrebleu for the same draws.

    Args:
        p: Counts draws that equal the observed difference, as a valid test must.
        sacrebleu: Does not count them: smaller where scores are coarse, and smallest where two
            systems are the same.
    """

    p: float
    sacrebleu: float


def swap_masks(n: int, *, trials: int, seed: int) -> Iterator[Array]:
    """Draw which instances keep their side in each trial.

    The stream is that of `Generator.integers(2, size=(trials, n), dtype=bool)`, which takes the
    bits of the generator's words from the lowest to the highest.

    Args:
        n: Number of instances.
        trials: Number of trials.
        seed: Of `numpy.random.default_rng`.

    Yields:
        Arrays (b, n) of 0 and 1, `trials` rows in all.
    """
    import numpy as np

    words = np.random.default_rng(seed).bit_generator
    block = max(1, BLOCK_CELLS // (n * BITS)) * BITS
    bits = np.empty(0, dtype=np.uint8)
    for start in range(0, trials, block):
        b = min(block, trials - start)
        drawn = words.random_raw(-(-(b * n - len(bits)) // WORD)).astype("<u8", copy=False)
        bits = np.concatenate([bits, np.unpackbits(drawn.view(np.uint8), bitorder="little")])
        yield bits[: b * n].reshape(b, n)
        bits = bits[b * n :]


def kept_sums(tables: Sequence[Array], *, trials: int, seed: int) -> list[Array]:
    """Sum, in each trial, the rows of the instances that keep their side.

    Args:
        tables: Arrays (n, k) with one n.
        trials: Number of trials.
        seed: Of the masks.

    Returns:
        For each table an array (trials, k).
    """
    sums = RowSums(tables, trials)
    for mask in swap_masks(len(tables[0]), trials=trials, seed=seed):
        sums.add(mask)
    return sums.tables


def shuffled_sums(totals: Sequence[Array], kept: Sequence[Array]) -> tuple[Array, Array]:
    """Return the sums of two systems when, in each trial, the other instances change sides.

    Args:
        totals: The sum of all rows of each of the two systems, arrays (k,).
        kept: Their sums over the instances that keep their side, arrays (trials, k).

    Returns:
        The sums of the first and of the second side, arrays (trials, k).
    """
    return kept[0] + totals[1] - kept[1], totals[0] - kept[0] + kept[1]


def p_value(draws: Array, observed: float) -> PValue:
    """Compute how often chance alone leads to a difference as large as the observed one.

    Args:
        draws: Array (r,) of absolute differences, or for a bootstrap what they are above their
            mean.
        observed: The difference.
    """
    import numpy as np

    size = abs(observed)
    reached = int(np.sum(draws >= size - SLACK * max(1.0, size)))
    exceeded = int(np.sum(draws > size))
    return PValue((reached + 1) / (len(draws) + 1), (exceeded + 1) / (len(draws) + 1))


def differences(base: Array, other: Array) -> Array:
    """Subtract, taking what only rounding keeps apart as equal.

    Args:
        base: Scores of the instances (n,).
        other: The same of the other system.
    """
    import numpy as np

    deltas = other - base
    scale = np.maximum(1.0, np.maximum(np.abs(base), np.abs(other)))
    return np.where(np.abs(deltas) <= SLACK * scale, 0.0, deltas)


def effect_size(deltas: Array) -> float | None:
    """Compute Cohen's d of paired differences: their mean over their standard deviation.

    Args:
        deltas: Differences (n,).

    Returns:
        0 where all differences are 0; None where they are all the same otherwise.
    """
    import numpy as np

    if not np.any(deltas):
        return 0.0
    spread = float(np.std(deltas, ddof=1)) if len(deltas) > 1 else 0.0
    return float(np.mean(deltas)) / spread if spread > 0 else None


def rank_ranges(scores: Array, *, confidence: float, larger_first: bool) -> list[tuple[int, int]]:
    """Compute the range of ranks that each system holds in most resamples.

    Args:
        scores: Array (systems, resamples).
        confidence: The share of resamples.
        larger_first: Whether the largest score has rank 1.

    Returns:
        Best and worst rank of each system; systems with equal scores share ranks.
    """
    import numpy as np

    signed = scores if larger_first else -scores
    above, level = np.empty((2, *scores.shape), dtype=np.int32)
    for k, column in enumerate(np.ascontiguousarray(signed.T)):
        ordered = np.sort(column[~np.isnan(column)])
        above[:, k] = len(ordered) - np.searchsorted(ordered, column, side="right") + 1
        level[:, k] = len(ordered) - np.searchsorted(ordered, column, side="left")
    cut = int(scores.shape[1] * (1.0 - confidence) / 2.0 + SLACK)
    best, worst = np.sort(above, axis=1)[:, cut], np.sort(level, axis=1)[:, -1 - cut]
    return [(int(low), int(high)) for low, high in zip(best, worst, strict=True)]


ENLARGED = 10.0  # by which the skewness of n scores is enlarged, times 1 / n


def largest_share(scores: npt.ArrayLike) -> Floats:
    """Compute the share of the sum that the largest score has, by absolute values.

    Over a tenth of the sum in one record of many makes every interval of the mean too short.

    Args:
        scores: Shape (n, ...).

    Returns:
        Shape (...), in [1 / n, 1]; 0 where all scores are 0, or there is none.

    Raises:
        InputError: If a score is NaN.
    """
    size = np.abs(complete(scores, "scores"))
    total = size.sum(axis=0)
    share: Floats = np.divide(
        size.max(axis=0, initial=0.0), total, where=total > 0, out=np.zeros(np.shape(total))
    )
    return share


def squared_skewness(scores: npt.ArrayLike) -> Floats:
    """Compute the squared skewness of scores, divided by their number.

    It is the squared skewness of their mean; above .1 an interval of the mean covers too seldom.

    Args:
        scores: Shape (n, ...).

    Returns:
        Shape (...), 0 or more; 0 where scores are equal or there are fewer than three.

    Raises:
        InputError: If a score is NaN.
    """
    x = complete(scores, "scores")
    if len(x) < 3:  # two scores are symmetric
        return np.zeros(x.shape[1:])
    away = x - x.mean(axis=0)
    varied = np.asarray(np.ptp(x, axis=0) > 0)
    spread = np.where(varied, (away**2).mean(axis=0), 1.0)
    squared: Floats = np.where(varied, (away**3).mean(axis=0) ** 2 / spread**3 / len(x), 0.0)
    return squared


def skew_adjusted_p(scores: npt.ArrayLike) -> float:
    """Compute the two-sided p-value of a mean of 0 by a t that is corrected for skewness.

    Few records of a skewed distribution may hold none of its tail: then the mean is off and the
    spread too small at once, and the t test rejects too often on the side without a tail. The
    skewness of few records is too small on average; it is enlarged by 10 / n, which gives sizes of
    .04 to .06 at 5 % for exponential scores of 10 to 300 records.

    Args:
        scores: Shape (n,).

    Returns:
        A number in [0, 1]; 1 for fewer than three scores, or where they are equal.

    Source: Hall (1992), On the removal of skewness by transformation.
    """
    from scipy.special import stdtr

    x = complete(scores, "scores")
    n = len(x)
    if n < 3 or not np.ptp(x) > 0:  # two scores are symmetric
        return 1.0
    away = x - x.mean()
    skewness = (away**3).mean() / (away**2).mean() ** 1.5 * np.sqrt(n * (n - 1)) / (n - 2)
    a, ratio = skewness * (1 + ENLARGED / n) / 3, x.mean() / x.std(ddof=1)
    t = np.sqrt(n) * (ratio + a * ratio**2 + a * a * ratio**3 / 3 + a / (2 * n))
    return float(2 * stdtr(n - 1, -abs(t)))
