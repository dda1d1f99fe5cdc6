"""Systems on several data sets, with the sets as units: ranks by Friedman and Nemenyi, and means.

Records of one set are alike, so that records of all sets together are no sample of what a system
meets; the sets are. Source: Demsar (2006).
"""

import math
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, round_significant

FEWEST_RANKED = 6
"""Sets from which Wilcoxon's test can reach 0.05."""


class Friedman(NamedTuple):
    """Whether systems differ in their ranks.

    Attributes:
        mean_ranks: Of each system (systems,), 1 for the best.
        chi_square: Friedman's statistic, corrected for ties, with systems - 1 degrees of freedom.
        chi_square_p: Its p-value.
        f: Iman and Davenport's statistic, which is less cautious; infinity where all sets agree.
        degrees: Of its F distribution.
        f_p: Its p-value; where all sets agree, the chance that they do.
    """

    mean_ranks: Floats
    chi_square: float
    chi_square_p: float
    f: float
    degrees: tuple[int, int]
    f_p: float


def friedman(scores: Floats, *, larger_first: bool = True) -> Friedman:
    """Test whether some systems have better ranks than others over data sets.

    Args:
        scores: Shape (sets, systems), at least two of each.
        larger_first: Whether the largest score has rank 1.

    Returns:
        The tests; p is 1 where every set ties all systems.

    Source: Friedman (1937); Iman and Davenport (1980).
    """
    from scipy.stats import rankdata

    settled = round_significant(scores)
    ranks = np.asarray(rankdata(-settled if larger_first else settled, axis=1), dtype=np.float64)
    sets, systems = ranks.shape
    share = 1 - _tied(ranks) / (sets * systems * (systems**2 - 1))
    return friedman_of_ranks(ranks.mean(axis=0), sets, untied=share)


def _tied(ranks: Floats) -> float:
    counts = [np.unique(row, return_counts=True)[1].astype(np.float64) for row in ranks]
    return float(sum((count**3 - count).sum() for count in counts))


def friedman_of_ranks(mean_ranks: Floats, sets: int, *, untied: float = 1.0) -> Friedman:
    """Compute Friedman's test from mean ranks, as papers print them.

    Args:
        mean_ranks: Of each system (systems,).
        sets: Number of data sets.
        untied: The correction for ties, in [0, 1]: 1 without ties, 0 where every set ties all.
    """
    from scipy.special import chdtrc, fdtrc

    systems = len(mean_ranks)
    degrees = systems - 1, (systems - 1) * (sets - 1)
    if untied <= 0:
        return Friedman(mean_ranks, 0.0, 1.0, 0.0, degrees, 1.0)
    squares = float((mean_ranks**2).sum()) - systems * (systems + 1) ** 2 / 4
    chi_square = max(0.0, 12 * sets / (systems * (systems + 1)) * squares / untied)
    left = sets * (systems - 1) - chi_square
    f = (sets - 1) * chi_square / left if left > chi_square * 1e-12 else math.inf
    f_p = _chance_to_agree(mean_ranks, sets) if math.isinf(f) else float(fdtrc(*degrees, f))
    return Friedman(mean_ranks, chi_square, float(chdtrc(degrees[0], chi_square)), f, degrees, f_p)


def _chance_to_agree(ranks: Floats, sets: int) -> float:
    """Compute how often random orders of the same ties agree in all sets."""
    _, ties = np.unique(round_significant(ranks), return_counts=True)
    orders = math.factorial(len(ranks)) / math.prod(map(math.factorial, ties.tolist()))
    return float(orders ** (1 - sets))


def nemenyi_quantile(systems: int, *, alpha: float) -> float:
    """Compute the quantile of the studentised range over sqrt(2): Demsar's q.

    Args:
        systems: Number of systems, at least 2.
        alpha: Level of all pairwise tests together.
    """
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(1 - alpha, systems, np.inf)) / math.sqrt(2)


def critical_difference(systems: int, sets: int, *, alpha: float) -> float:
    """Compute how far mean ranks must be apart for two systems to differ, all pairs tested.

    Args:
        systems: Number of systems, at least 2.
        sets: Number of data sets.
        alpha: Level of all pairwise tests together.

    Source: Nemenyi (1963).
    """
    return nemenyi_quantile(systems, alpha=alpha) * math.sqrt(systems * (systems + 1) / (6 * sets))


def indistinct(mean_ranks: Floats, difference: float) -> list[list[int]]:
    """List the largest groups of systems whose mean ranks are closer than a critical difference.

    Args:
        mean_ranks: Of each system (systems,).
        difference: From `critical_difference`.

    Returns:
        Places of the systems of each group of two or more, best first: the bars of Demsar's plot.
    """
    order = np.argsort(mean_ranks, kind="stable")
    ranked = mean_ranks[order]
    groups, reached = [], 0
    for start, rank in enumerate(ranked):
        end = int(np.searchsorted(ranked, rank + difference, side="left"))
        if end > max(reached, start + 1):
            groups.append(order[start:end].tolist())
            reached = end
    return groups


class MeanOfSets(NamedTuple):
    """A mean over data sets, as it would vary with other sets.

    Attributes:
        mean: Every set counts alike, however many records it has.
        low: Lower end of the t interval; NaN for one set.
        high: Upper end.
        t_p: Of the paired t test that it is 0; NaN for one set.
        signed_rank_p: Of Wilcoxon's test; NaN below six sets, where it cannot reach 0.05.
    """

    mean: float
    low: float
    high: float
    t_p: float
    signed_rank_p: float


def mean_of_sets(differences: Floats, *, confidence: float) -> MeanOfSets:
    """Average the differences of two systems over data sets, with the sets as units.

    Args:
        differences: One difference a set (sets,), at least one.
        confidence: Of the interval, in (0, 1).
    """
    from scipy.special import stdtr, stdtrit

    from sacreval.stats.significance.signed_ranks import wilcoxon

    sets, mean = len(differences), float(differences.mean())
    ranked = wilcoxon(differences) if sets >= FEWEST_RANKED else math.nan
    if sets < 2:  # noqa: PLR2004 - spread of two
        return MeanOfSets(mean, math.nan, math.nan, math.nan, ranked)
    error = float(differences.std(ddof=1)) / math.sqrt(sets)
    reach = float(stdtrit(sets - 1, (1 + confidence) / 2)) * error
    p = 2 * float(stdtr(sets - 1, -abs(mean) / error)) if error > 0 else float(mean == 0)
    return MeanOfSets(mean, mean - reach, mean + reach, p, ranked)
