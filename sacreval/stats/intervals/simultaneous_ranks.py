"""Rank ranges that hold for all systems at once, by the largest of all pairwise t values.

Ranges that each hold the ranks of a system in most resamples are too short where systems tie: of
ten equal systems they never all hold. Source: Mogstad, Romano, Shaikh and Wilhelm (2024); expanded
for few records as Hesterberg (2015) does with percentiles.
"""

import math
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Bools, Floats, blocks

SLACK = 1e-9  # relative to the larger of 1 and a value: a spread below it is rounding
CACHED = 2**14  # differences at a time: 128 KiB


class RankRange(NamedTuple):
    """The places that a system may have.

    Attributes:
        best: 1 + the number of systems that are surely better.
        worst: The number of all systems - those that are surely worse.
    """

    best: int
    worst: int


def simultaneous_rank_ranges(
    values: Floats, replicates: Floats, *, units: int, confidence: float, larger_first: bool
) -> list[RankRange]:
    """Compute rank ranges that all hold at once.

    Args:
        values: Score of each system (systems,).
        replicates: Their scores in the same resamples (systems, resamples).
        units: Records, or groups of them, that a resample draws; with 10 of them, ranges without
            the expansion would all hold in 64 of 100 worlds of eight equal systems.
        confidence: The share of worlds in which every range holds every rank that its system has or
            ties for, in (0, 1).
        larger_first: Whether the largest score has rank 1.

    Returns:
        A range for each system.
    """
    signed = (values, replicates) if larger_first else (-values, -replicates)
    better = _surely_better(*signed, units=units, confidence=confidence)
    above, below = better.sum(axis=0), better.sum(axis=1)
    systems = len(values)
    return [
        RankRange(1 + int(up), systems - int(down)) for up, down in zip(above, below, strict=True)
    ]


def _surely_better(values: Floats, replicates: Floats, *, units: int, confidence: float) -> Bools:
    """Mark the pairs (i, k) of which the first is better by more than chance explains."""
    largest, errors = _largest_t(values, replicates)
    tail = _shrunk_tail(
        _upper_quantile(largest, confidence), len(values), units, confidence=confidence
    )
    edge = _expanded(tail, units)
    differences = values[:, None] - values[None, :]
    noise = SLACK * np.maximum(1.0, np.abs(values).max(initial=0.0))
    with np.errstate(invalid="ignore"):
        reach = np.where(errors > 0, edge * errors, 0.0)
    surely: Bools = differences > np.maximum(reach, noise)
    return surely


def _largest_t(values: Floats, replicates: Floats) -> tuple[Floats, Floats]:
    """Compute the largest t of all pairs in each resample, and the standard error of each pair.

    A pair and the same turned round differ in sign alone, so that each is looked at once; and a few
    systems at a time, so that their differences stay in the processor's cache.

    Args:
        values: Score of each system (systems,).
        replicates: Their scores (systems, resamples).

    Returns:
        Arrays (resamples,) and (systems, systems), with 0 where only rounding varies.
    """
    systems, resamples = replicates.shape
    noise = SLACK * max(1.0, float(np.abs(values).max(initial=0.0)))
    largest, errors = np.zeros(resamples), np.zeros((systems, systems))
    for i in range(systems):
        for part in blocks(systems - i, resamples, CACHED):
            others = slice(i + part.start, i + part.stop)
            gaps = replicates[i] - replicates[others]
            spread = gaps.std(axis=1, ddof=1)
            varies = spread > noise
            errors[i, others] = errors[others, i] = np.where(varies, spread, 0.0)
            gaps -= (values[i] - values[others])[:, None]
            sizes = np.abs(gaps, out=gaps)[varies] / spread[varies, None]
            np.maximum(largest, sizes.max(axis=0, initial=0.0), out=largest)
    return largest, errors


def _upper_quantile(largest: Floats, confidence: float) -> float:
    """Return the order statistic with a share of at least `confidence` of resamples at or below."""
    place = min(len(largest), int(np.ceil(confidence * (len(largest) + 1) - SLACK)))
    return float(np.sort(largest)[place - 1])


def _shrunk_tail(edge: float, systems: int, units: int, *, confidence: float) -> float:
    """Return the chance that a normal value is above a bound, moved towards Bonferroni's.

    Resamples have the correlations of the sample. Those of few units are too strong, so that pairs
    seem to say the same and the bound of the largest is too low: without the move, ranges of 20
    equal systems would all hold in 87 of 100 worlds of 10 units.
    """
    from scipy.special import ndtr

    tail, pairs = float(ndtr(-edge)), systems * (systems - 1) / 2
    least = (1 - confidence) / (2 * max(1.0, pairs))
    share = min(1.0, systems / max(1, units))
    return float(min(tail, tail ** (1 - share) * least**share))


def _expanded(tail: float, units: int) -> float:
    """Turn a chance into a bound of t, whose spread is that of resamples, which vary too little."""
    from scipy.special import stdtrit

    if units < 2:
        return float("inf")
    return -float(stdtrit(units - 1, tail)) * math.sqrt(units / (units - 1))
