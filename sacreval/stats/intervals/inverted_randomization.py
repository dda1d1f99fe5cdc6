"""Interval of a difference by inverting paired approximate randomisation.

Each trial parts the units in two. The difference of two systems is a on the units that keep their
side and b on those that change it. Under a supposed difference delta, the trial is as far from it
as all units together are wherever delta is between a and b; so the p-value of delta is the share of
such trials, and the interval holds every delta whose p-value is above the level. For means this is
the test itself, applied to scores from which delta was subtracted: with x and y the sums of both
sides, |x - y| >= |x + y| exactly where x and y have different signs.

After Hartigan (1969), whose typical values are means of subsets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.significance.paired import kept_sums

TRIALS = 2_000
MOST_LISTED = 11
"""Units up to which all 2^(n - 1) partitions are listed, at most 1,024."""
SLACK = 1e-9  # of a number of trials


class Partitions(NamedTuple):
    """Sums of rows on both sides of each trial.

    Attributes:
        kept: For each table the sums of the units that keep their side, arrays (trials, k).
        changed: The same of the other units.
        whole: Whether one side of a trial is empty, array (trials,); both sides have the sum of all
            units there, and every difference is within reach.
        listed: Whether the trials are all partitions there are, the observed one among them.
    """

    kept: list[Floats]
    changed: list[Floats]
    whole: Bools
    listed: bool


def partitions(
    tables: Sequence[Floats], *, seed: int, drawn: Sequence[Floats] | None = None
) -> Partitions:
    """Part the units of several systems in two, the same way for all.

    Args:
        tables: Rows of units, arrays (n, k) with one n.
        seed: Of the masks, which are those of `paired.kept_sums`.
        drawn: Sums of those units that keep their side in at least `TRIALS` trials, where they are
            known: for each table, and for a table of ones; arrays (trials, k).
    """
    n = len(tables[0])
    listed = n <= MOST_LISTED
    with_ones = [*tables, np.ones((n, 1))]
    if listed:
        mask = all_masks(n)
        sums = [mask @ table for table in with_ones]
    else:
        known = drawn is not None and len(drawn[0]) >= TRIALS
        halves = drawn if known else kept_sums(with_ones, trials=TRIALS, seed=seed)
        sums = [half[:TRIALS] for half in halves or ()]
    *kept, sizes = sums
    whole = (sizes[:, 0] == 0) | (sizes[:, 0] == n)
    totals = [table.sum(axis=0) for table in tables]
    column = whole[:, None]
    pairs = list(zip(totals, kept, strict=True))
    return Partitions(
        [np.where(column, total, half) for total, half in pairs],
        [np.where(column, total, total - half) for total, half in pairs],
        whole,
        listed,
    )


def all_masks(n: int) -> Floats:
    """List one of each two complementary partitions of n units, array (2^(n - 1), n) of 0 and 1."""
    codes = np.arange(2 ** (n - 1))
    masks: Floats = ((codes[:, None] >> np.arange(n)) & 1).astype(np.float64)
    return masks


def inverted_interval(
    kept: Floats, changed: Floats, parts: Partitions, *, alpha: float
) -> Bounds | None:
    """Find the differences that the test does not reject.

    Args:
        kept: Difference of the scores on the units that keep their side, array (trials,).
        changed: The same on the other units.
        parts: The partitions.
        alpha: Level of the test, in (0, 1).

    Returns:
        Both ends; None where so few units cannot reject any difference.
    """
    trials = len(kept)
    least = np.sort(np.where(parts.whole, -np.inf, np.fmin(kept, changed)))
    most = np.sort(np.where(parts.whole, np.inf, np.fmax(kept, changed)))
    needed = alpha * trials if parts.listed else alpha * (trials + 1) - 1
    low = _first(least, most, needed)
    high = -_first(-most[::-1], -least[::-1], needed)
    return Bounds(np.asarray(low), np.asarray(high)) if np.isfinite([low, high]).all() else None


def _first(least: Floats, most: Floats, needed: float) -> float:
    """Find the smallest difference that more trials than needed reach; NaN where there is none."""
    reached = np.arange(1, len(least) + 1) - np.searchsorted(most, least, side="left")
    enough = np.flatnonzero(reached > needed + SLACK)
    return float(least[enough[0]]) if len(enough) else float("nan")
