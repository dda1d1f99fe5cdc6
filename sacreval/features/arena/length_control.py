"""Win rates at equal lengths: a logistic model of battles with the difference of lengths.

The logit of the score is a constant plus a slope times tanh(d / sd(d)), where d is the length of
the one output less that of the other. The rate at equal lengths is that of d = 0. This is the
minimal model of AlpacaEval's length control, without penalty, and with the sandwich error of the
rate in place of the spread of its predictions, which is 0 for this model.

Source: Dubois, Galambosi, Liang and Hashimoto (2024).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.bounds import Bounds, t_quantile

STEPS = 50  # of iteratively reweighted least squares, which needs about six
CLOSE = 1e-12  # change of a coefficient at which it has converged
FARTHEST = 30.0  # a coefficient beyond this goes on to infinity


class EqualLengths(NamedTuple):
    """A win rate at equal lengths.

    Attributes:
        rate: The win rate, in (0, 1); NaN where the model has no finite maximum.
        error: Its standard error, by the delta method.
        constant: The logit of the rate.
        slope: The coefficient of tanh(d / sd(d)).
        constant_error: Standard error of the constant.
        slope_error: Standard error of the slope.
        clusters: Number of clusters.
    """

    rate: float
    error: float
    constant: float
    slope: float
    constant_error: float
    slope_error: float
    clusters: int

    def bounds(self, confidence: float) -> Bounds:
        """Compute the interval of the rate, symmetric on the scale of the logit.

        Args:
            confidence: In (0, 1).
        """
        from scipy.special import expit

        few = np.sqrt(self.clusters / max(1, self.clusters - 1))
        reach = t_quantile(self.clusters - 1, confidence) * few * self.constant_error
        return Bounds(expit(self.constant - reach), expit(self.constant + reach))


def at_equal_lengths(
    scores: npt.ArrayLike, differences: npt.ArrayLike, clusters: npt.ArrayLike
) -> EqualLengths:
    """Compute the win rate that a system would have if both outputs were equally long.

    Args:
        scores: Score of the system in each battle, in [0, 1], shape (battles,).
        differences: Length of its output less that of the other, shape (battles,).
        clusters: The cluster of each battle, such as its instance, shape (battles,).

    Returns:
        The rate; if all differences are equal, that without a slope. NaN where scores and lengths
        are separated, or all scores are 0 or all 1.

    Raises:
        InputError: If a number is NaN, or the arrays do not have one shape.
    """
    y, d = complete(scores, "scores"), complete(differences, "lengths")
    if y.shape != d.shape:
        raise InputError(f"{d.size} lengths are given for {y.size} battles: give one for each")
    design = np.column_stack([np.ones(len(y)), _shrunk(d)])
    used = design if design[:, 1].any() else design[:, :1]
    found = _logistic(used, y)
    number = int(labels_of(clusters, len(y)).max(initial=-1)) + 1
    if found is None:
        nothing = float("nan")
        return EqualLengths(*(nothing,) * 6, clusters=number)
    covariance = _sandwich(used, y, found, clusters)
    constant, error = float(found[0]), float(np.sqrt(covariance[0, 0]))
    sloped = used.shape[1] > 1
    rate = 1 / (1 + np.exp(-constant))
    return EqualLengths(
        rate=float(rate),
        error=float(rate * (1 - rate) * error),
        constant=constant,
        slope=float(found[1]) if sloped else 0.0,
        constant_error=error,
        slope_error=float(np.sqrt(covariance[1, 1])) if sloped else float("nan"),
        clusters=number,
    )


def _shrunk(differences: Floats) -> Floats:
    """Divide by the standard deviation and move large differences towards 1 or -1."""
    spread = differences.std(ddof=1) if len(differences) > 1 else 0.0
    if spread <= 1e-9 * np.abs(differences).max(initial=0.0):
        return np.zeros_like(differences)
    found: Floats = np.tanh(differences / spread)
    return found


def _logistic(design: Floats, scores: Floats) -> Floats | None:
    """Fit by iteratively reweighted least squares; None without a finite maximum."""
    value: Floats = np.zeros(design.shape[1])
    for _ in range(STEPS):
        p = _chances(design, value)
        information = (design * (p * (1 - p))[:, None]).T @ design
        try:
            step = np.linalg.solve(information, design.T @ (scores - p))
        except np.linalg.LinAlgError:
            return None
        value = value + step * min(1.0, 4.0 / max(np.abs(step).max(), CLOSE))  # no step beyond 4
        if not np.abs(value).max() < FARTHEST:
            return None
        if np.abs(step).max() < CLOSE:
            return value
    return None


def _chances(design: Floats, value: Floats) -> Floats:
    from scipy.special import expit

    found: Floats = expit(design @ value)
    return found


def _sandwich(design: Floats, scores: Floats, value: Floats, clusters: npt.ArrayLike) -> Floats:
    """Compute the covariance of the coefficients, with battles of a cluster dependent."""
    p = _chances(design, value)
    inverse = np.linalg.inv((design * (p * (1 - p))[:, None]).T @ design)
    gradients = sums_by_group(design * (scores - p)[:, None], clusters)
    found: Floats = inverse @ (gradients.T @ gradients) @ inverse
    return found
