"""How scores of records change between an original and its variants, with intervals over records.

The unit is the record: its variants are averaged first, so that they are never taken for
independent ones.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.bounds import Bounds, t_quantile


class Changes(NamedTuple):
    """Numbers of single records, arrays (n,), whose means are reported.

    Attributes:
        mean: Scores of originals.
        perturbed_mean: Means over variants.
        change: Means over variants less the original.
        absolute_change: Means over variants of the size of the change; fmeval's delta.
        worst: Scores of the worst variant; NaN where neither larger nor smaller is better.
        share_changed: Shares of variants with another score.
    """

    mean: Floats
    perturbed_mean: Floats
    change: Floats
    absolute_change: Floats
    worst: Floats
    share_changed: Floats


def changes(original: npt.ArrayLike, variants: npt.ArrayLike, *, better: bool | None) -> Changes:
    """Compare the scores of variants with those of their originals.

    Args:
        original: Shape (n,).
        variants: Shape (n, m), with m at least 1.
        better: Whether larger scores are better; None where neither is.
    """
    first = np.asarray(original, dtype=np.float64)
    varied = np.asarray(variants, dtype=np.float64)
    apart = varied - first[:, None]
    worst = np.full(len(first), np.nan)
    if better is not None:
        worst = varied.min(axis=1) if better else varied.max(axis=1)
    return Changes(
        first,
        varied.mean(axis=1),
        apart.mean(axis=1),
        np.abs(apart).mean(axis=1),
        worst,
        (apart != 0).mean(axis=1),
    )


def mean_bounds(
    values: npt.ArrayLike, confidence: float, ends: tuple[float, float] | None = None
) -> Bounds:
    """Compute the interval of a mean over independent records.

    Values that all lie at an end of their range have Wilson's interval, others Student's t within
    the range.

    Args:
        values: Shape (n,).
        confidence: In (0, 1).
        ends: The least and the greatest possible value; None if there are none.

    Returns:
        Two numbers; NaN for fewer than two values, and where equal values tell nothing.
    """
    table = np.asarray(values, dtype=np.float64)
    n = len(table)
    nothing = Bounds(np.array(np.nan), np.array(np.nan))
    if n < 2 or np.isnan(table).any():  # noqa: PLR2004 - one record has no spread
        return nothing
    if ends is not None and np.isin(table, ends).all():
        low, high = ends
        share = wilson(np.sum(table == high), n, confidence)
        return Bounds(*(low + (high - low) * end for end in share))
    error = table.std(ddof=1) / np.sqrt(n)
    if error == 0.0:
        return nothing
    reach = t_quantile(n - 1, confidence) * error
    found = Bounds(table.mean() - reach, table.mean() + reach)
    return found if ends is None else found.within(*ends)


def change_bounds(found: Changes, confidence: float, highest: float | None) -> Bounds:
    """Compute the interval of the mean change.

    Without any changed record it is as far from 0 as the share of changed records may be, times the
    largest change; NaN where scores have no largest value.

    Args:
        found: The numbers of all records.
        confidence: In (0, 1).
        highest: The largest score of a record, whose least is 0; None if there is none.
    """
    if highest is None:
        return mean_bounds(found.change, confidence)
    if not found.share_changed.any():
        most = highest * mean_bounds(found.share_changed, confidence, (0.0, 1.0)).high
        return Bounds(-most, most)
    if np.isin(found.change, (-highest, highest)).all():  # all in one direction, or both extremes
        return mean_bounds(found.change, confidence, (-highest, highest))
    return mean_bounds(found.change, confidence).within(-highest, highest)
