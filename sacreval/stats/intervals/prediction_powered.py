"""Corrected means: means of labels, with the help of scores of the records that have no label.

Source: Angelopoulos, Bates, Fannjiang, Jordan, Zrnic (2023), Prediction-powered inference, Science
382; Angelopoulos, Duchi, Zrnic (2023), PPI++, arXiv 2311.01453 (the weight); Agresti and Coull
(1998), Approximate is better than "exact" (plus four); Bonett and Price (2012), Adjusted Wald
confidence interval for a difference of binomial proportions based on paired data (plus two).
"""

from math import inf
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.intervals.bounds import Bounds, Estimate

Units = npt.NDArray[np.int64]
CorrectionName = Literal["plus-four", "plus-two", "t"]
Pairs = tuple[tuple[float, float], ...]

PLUS_FOUR: Pairs = ((1.0, 1.0), (0.0, 0.0), (0.75, 0.25), (0.25, 0.75))
"""Label and score of four records beside 0/1 labels: two successes and two failures in sum.

Two of them disagree by half. If all four agreed, 95 % intervals of 50 labels would cover in .92 of
samples at a share of .9 whose scores are right in 95 %, and in .88 at .95 with 98 %; with these
they cover in .94 and .98, and are 6 to 12 % longer (see `benchmarks/calibration/corrected.py`)."""
PLUS_TWO: Pairs = ((1.0, 1.0), (-1.0, -1.0))
"""The same beside differences of 0/1 labels."""
FEW_EFFECTIVE = 5.0


class Labelled(NamedTuple):
    """Records with a label and a score, and records with a score alone.

    Attributes:
        labels: Human labels, array (n,).
        scores: Scores of the same records, array (n,).
        others: Scores of the records without a label, array (N,); it may be empty.
        units: The unit, such as a document, of each record: array (n + N,) of integers, the
            labelled records first; None where records are independent.
    """

    labels: Floats
    scores: Floats
    others: Floats
    units: Units | None = None

    def with_pairs(self, pairs: Pairs, highest: float) -> "Labelled":
        """Return the records with further labelled ones, each a unit of its own.

        Args:
            pairs: Label and score of each, as shares of the largest.
            highest: The largest label.
        """
        more = np.array(pairs) * highest
        units, n = self.units, len(self.labels)
        if units is not None:
            fresh = units.max(initial=-1) + 1 + np.arange(len(more))
            units = np.concatenate([units[:n], fresh, units[n:]])
        labels = np.concatenate([self.labels, more[:, 0]])
        scores = np.concatenate([self.scores, more[:, 1]])
        return Labelled(labels, scores, self.others, units)


class CorrectedMean(NamedTuple):
    """A corrected mean, with what its interval and its test are computed from.

    Attributes:
        value: The corrected mean, without bias if the labelled records are a random sample.
        weight: The weight of the scores, in [0, 1]; 0 if they say nothing about the labels.
        method: `plus-four`, `plus-two` or `t`.
        adjusted: Centre, standard error and degrees of freedom of the interval.
        low: The least possible value, where intervals are cut.
        high: The largest.
    """

    value: float
    weight: float
    method: CorrectionName
    adjusted: Estimate
    low: float = -inf
    high: float = inf

    def bounds(self, confidence: float = 0.95) -> Bounds:
        """Return the ends of the interval.

        Args:
            confidence: In (0, 1). A one-sided bound at c is an end of the interval at 2 c - 1.
        """
        return self.adjusted.bounds(confidence).within(self.low, self.high)

    def p(self) -> float:
        """Return the two-sided p-value of a mean of 0."""
        from scipy.special import stdtr

        value, error = float(self.adjusted.value), float(self.adjusted.error)
        if error == 0:
            return 1.0 if value == 0 else 0.0
        return float(2 * stdtr(float(np.asarray(self.adjusted.freedom)), -abs(value) / error))


def weight_of(data: Labelled) -> float:
    """Compute the weight of the scores with the least variance, cut at 0 and 1.

    Returns:
        cov(Y, F) / ((1 + n / N) var(F and U)); 0 where the scores do not vary, or no record is
        without a label.
    """
    n, others = len(data.labels), len(data.others)
    every = np.concatenate([data.scores, data.others])
    variance = every.var(ddof=1) if len(every) > 1 else 0.0
    if others == 0 or variance == 0:
        return 0.0
    covariance = ((data.labels - data.labels.mean()) * (data.scores - data.scores.mean())).mean()
    return float(np.clip(covariance / ((1 + n / others) * variance), 0.0, 1.0))


def prediction_powered(data: Labelled, *, weight: float | None = None) -> Estimate:
    """Compute a mean by PPI++ with its standard error; degrees of freedom are those of the normal.

    Args:
        data: The records.
        weight: The weight of the scores; None for `weight_of`.
    """
    chosen = weight_of(data) if weight is None else weight
    unlabelled = chosen * data.others
    labelled = data.labels - chosen * data.scores
    value = labelled.mean() + (unlabelled.mean() if chosen else 0.0)
    return Estimate(value, np.sqrt(_variance(labelled, unlabelled, data.units)), inf)


def corrected_mean(data: Labelled, *, highest: float | None = None) -> CorrectedMean:
    """Correct a mean by labels; plus four where all labels are the lowest or the highest value.

    Args:
        data: The records, two labelled ones or more.
        highest: The largest label, where the lowest is 0; None if there is none.
    """
    top = 1.0 if highest is None else highest
    if np.isin(data.labels, (0.0, top)).all():
        return _with_pairs(data, PLUS_FOUR, "plus-four", (0.0, top))
    return _by_t(data, (-inf, inf) if highest is None else (0.0, highest))


def corrected_difference(data: Labelled, *, highest: float | None = None) -> CorrectedMean:
    """Correct a mean of differences by the differences of labels; plus two for 0/1 labels.

    Args:
        data: The records, with differences of labels and of scores.
        highest: The largest label, where the lowest is 0; None if there is none.
    """
    top = 1.0 if highest is None else highest
    if np.isin(data.labels, (-top, 0.0, top)).all():
        return _with_pairs(data, PLUS_TWO, "plus-two", (-top, top))
    return _by_t(data, (-inf, inf) if highest is None else (-top, top))


def effective_labels(data: Labelled) -> float:
    """Count the labelled records that decide the spread, as if all others had none.

    Returns:
        The smaller of (sum of r^2)^2 / sum of r^4 with r the deviations of the labels from their
        mean, and with r those of the labels less the weighted scores; 0 where labels do not vary.
        Below `FEW_EFFECTIVE`, t intervals of ratings are too short.
    """
    return min(_participation(data.labels), _participation(residuals_of(data)))


def residuals_of(data: Labelled) -> Floats:
    """Return the labels less the weighted scores, array (n,)."""
    return data.labels - weight_of(data) * data.scores


def _participation(values: Floats) -> float:
    squares = (values - values.mean()) ** 2
    return float(squares.sum() ** 2 / (squares**2).sum()) if squares.any() else 0.0


def _by_t(data: Labelled, ends: tuple[float, float]) -> CorrectedMean:
    weight = weight_of(data)
    estimate = prediction_powered(data, weight=weight)
    n = _labelled_units(data)
    # The variance of PPI++ divides by n; t takes n - 1, as in the interval of the labels alone.
    error = estimate.error * (np.sqrt(n / (n - 1)) if data.units is None and n > 1 else 1.0)
    adjusted = estimate._replace(error=error, freedom=n - 1)
    return CorrectedMean(float(estimate.value), weight, "t", adjusted, *ends)


def _with_pairs(
    data: Labelled, pairs: Pairs, method: CorrectionName, ends: tuple[float, float]
) -> CorrectedMean:
    """Compute the interval from the records and pairs beside them."""
    weight, more = weight_of(data), data.with_pairs(pairs, ends[1])
    estimate = prediction_powered(more, weight=weight)  # pairs do not say how far to trust scores
    adjusted = estimate._replace(freedom=_labelled_units(more) - 1)
    value = float(prediction_powered(data, weight=weight).value)
    return CorrectedMean(value, weight, method, adjusted, *ends)


def _labelled_units(data: Labelled) -> int:
    n = len(data.labels)
    return n if data.units is None else len(np.unique(data.units[:n]))


def _variance(labelled: Floats, unlabelled: Floats, units: Units | None) -> float:
    """Compute the variance of a sum of two means; with units, from the sums of each unit."""
    n, others = len(labelled), max(len(unlabelled), 1)
    if units is None:
        return float(labelled.var() / n + (unlabelled.var() / others if unlabelled.any() else 0.0))
    parts = [(labelled - labelled.mean()) / n]
    if len(unlabelled):
        parts.append((unlabelled - unlabelled.mean()) / others)
    places = np.unique(units, return_inverse=True)[1]
    sums = np.bincount(places, weights=np.concatenate(parts))
    count = len(sums)
    return float((sums**2).sum() * count / max(count - 1, 1))
