"""Bayesian comparison of two systems with a region of practical equivalence (ROPE).

The answer is three probabilities that add to 1: that the second system is practically worse, that
both are practically the same, that it is practically better. Source: Benavoli, Corani, Demsar and
Zaffalon (2017).
"""

import math
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, blocks


class Chances(NamedTuple):
    """Probabilities of three answers; they add to 1.

    Attributes:
        worse: The difference is below the region.
        same: It is in the region.
        better: It is above the region.
    """

    worse: float
    same: float
    better: float


def correlated_t(differences: Floats, *, test_share: float, rope: float) -> Chances:
    """Compute the posterior of a mean difference over folds that share their training data.

    Args:
        differences: One difference a fold (folds,), at least two.
        test_share: Records of a fold over all records, in [0, 1): the correlation of the folds;
            1/10 for ten folds, 0 for data sets that share nothing.
        rope: Half of the width of the region, at least 0.

    Source: Corani and Benavoli (2015), with the variance of Nadeau and Bengio (2003).
    """
    from scipy.special import stdtr

    mean, scale = float(differences.mean()), correlated_error(differences, test_share=test_share)
    if scale == 0:
        return Chances(float(mean < -rope), float(abs(mean) <= rope), float(mean > rope))
    degrees = len(differences) - 1
    worse = float(stdtr(degrees, (-rope - mean) / scale))
    better = float(stdtr(degrees, (mean - rope) / scale))
    return Chances(worse, max(0.0, 1.0 - worse - better), better)


def correlated_error(differences: Floats, *, test_share: float) -> float:
    """Compute the standard error of a mean over folds that share their training data.

    Args:
        differences: One difference a fold (folds,), at least two.
        test_share: Records of a fold over all records, in [0, 1).

    Source: Nadeau and Bengio (2003): the variance times 1/folds + test_share/(1 - test_share).
    """
    factor = 1 / len(differences) + test_share / (1 - test_share)
    return math.sqrt(float(differences.var(ddof=1)) * factor)


def bayesian_signed_rank(
    differences: Floats, *, rope: float, seed: int, draws: int = 50_000, prior: float = 0.5
) -> Chances:
    """Compute how often each answer is the most probable, over Dirichlet weights of data sets.

    Args:
        differences: One difference a set (sets,).
        rope: Half of the width of the region, at least 0.
        seed: Of the weights.
        draws: Number of drawn weights.
        prior: Weight of one more set whose difference is 0, more than 0.

    Returns:
        The share of draws in which each answer has the most weight over pairs of sets; draws in
        which several have are shared.

    Source: Benavoli et al. (2014, 2017).
    """
    z = np.concatenate([[0.0], differences])
    sums = z[:, None] + z[None, :]
    regions = np.stack([sums < -2 * rope, np.abs(sums) <= 2 * rope, sums > 2 * rope])
    shape = np.concatenate([[prior], np.ones(len(differences))])
    rng = np.random.default_rng(seed)
    counts = np.zeros(3)
    for block in blocks(draws, len(z) ** 2):
        weights = rng.dirichlet(shape, block.stop - block.start)
        each = np.stack([((weights @ region) * weights).sum(axis=1) for region in regions])
        most = each >= each.max(axis=0) - 1e-12
        counts += (most / most.sum(axis=0)).sum(axis=1)
    worse, same, better = (counts / draws).tolist()
    return Chances(worse, same, better)
