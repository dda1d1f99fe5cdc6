"""Tests of the difference between the correlations of two metrics.

Williams' test of the difference of two correlations with a common third variable. It is valid for
Pearson correlations of normal data. Source: Williams (1959); Steiger (1980).
"""

import math
from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.data.score_set import OwnSides
from sacreval.features.correlate.intervals.measure_intervals import replicates
from sacreval.features.correlate.measures.measures import (
    Measure,
    SoftAccuracy,
    TieCalibrated,
    complete_part,
)
from sacreval.features.correlate.measures.soft_accuracy import permuted_soft_accuracies
from sacreval.features.correlate.measures.tie_calibration import (
    Verdicts,
    fitted_threshold,
    group_weights,
)
from sacreval.features.correlate.resampling.permutation import (
    Difference,
    PValues,
    centred_p,
    percentile_p,
    permutation_p,
    permuted_differences,
    standardised,
)
from sacreval.features.correlate.significance.trials import CENTRED, NO_TEST, PERCENTILE, Trial
from sacreval.stats.arrays import Floats, Ints, jointly_present
from sacreval.stats.association.coefficients import PAIR_ACCURACY
from sacreval.stats.association.levels import Groups, Level, correlation, group, system_means
from sacreval.stats.draws import Resamples, Swaps


class Williams(NamedTuple):
    """The t statistic, one-sided p that the first correlation is larger, and two-sided p."""

    t: float
    greater: float
    two_sided: float


def williams_test(
    r12: float, r13: float, r23: float, n: int, *, absolute: bool = False
) -> Williams:
    """Test whether r12 exceeds r13.

    Args:
        r12: Correlation of the first metric with human scores.
        r13: Correlation of the second metric with human scores.
        r23: Correlation of the two metrics.
        n: Number of observations, from 4.
        absolute: Whether to drop the signs of all three, as WMT scripts, SacreROUGE and nlpstats
            do; a strongly negative correlation then counts as a good one.

    Returns:
        The statistic and p-values; NaN where the test is undefined (n <= 3, an undefined
        correlation, or a perfect correlation of the two metrics).
    """
    from scipy.special import stdtr

    if absolute:
        r12, r13, r23 = abs(r12), abs(r13), abs(r23)
    undefined = Williams(float("nan"), float("nan"), float("nan"))
    if n <= 3 or np.isnan(r12 + r13 + r23):  # n - 3 degrees of freedom
        return undefined
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    spread = 2 * k * (n - 1) / (n - 3) + mean**2 * (1 - r23) ** 3
    if spread <= 1e-12:  # identical metrics
        return undefined
    t = (r12 - r13) * float(np.sqrt((n - 1) * (1 + r23) / spread))
    lower = float(stdtr(n - 3, t))
    return Williams(t, 1 - lower, 2 * min(lower, 1 - lower))


class PairVerdict(NamedTuple):
    """The result of a test.

    Attributes:
        delta: r(X, Z) - r(Y, Z), NaN where undefined.
        p: The p-values, NaN where undefined.
        draws: Differences under the null hypothesis, shape (draws,), or None.
        reason: Why there are no p-values, or None.
    """

    delta: float
    p: PValues
    draws: Floats | None
    reason: str | None

    def reversed(self) -> "PairVerdict":
        """Return the result for the pair in the other order."""
        p = PValues(self.p.less, self.p.greater, self.p.two_sided)
        return PairVerdict(-self.delta, p, None if self.draws is None else -self.draws, self.reason)


WIDENED_FROM = 14  # systems
PAIRED = "scores pair by pair are resampled, not swapped; use a bootstrap test"
UNDEFINED_VALUE = "a correlation is undefined on the common cells"
UNDEFINED = PValues(float("nan"), float("nan"), float("nan"))


class Three(NamedTuple):
    """Scores of two metrics (x, y) and human scores (z), shape (systems, inputs) each."""

    x: Floats
    y: Floats
    z: Floats

    def difference(self, measure: Measure, level: Level) -> float:
        """Return the value of X with Z minus the value of Y with Z."""
        first = measure.of(self.x, self.z, level).value
        return first - measure.of(self.y, self.z, level).value


def run_trial(trial: Trial, measure: Measure, three: Three, level: Level) -> PairVerdict:
    """Test whether X agrees better with Z than Y does, on the cells with all three scores."""
    three = _on_common_cells(three, measure)
    delta = three.difference(measure, level)
    if np.isnan(delta):
        return PairVerdict(delta, UNDEFINED, None, UNDEFINED_VALUE)
    if three.z.ndim > 2 and trial.resamples is None and trial.name != NO_TEST:
        return PairVerdict(delta, UNDEFINED, None, PAIRED)
    if trial.name == NO_TEST:
        return PairVerdict(delta, UNDEFINED, None, trial.chosen)
    if trial.swaps is not None:
        return _permutation(trial.swaps, measure, three, level)
    if trial.resamples is not None:
        return _bootstrap(trial, trial.resamples, measure, three, level)
    return (_williams if trial.name == "williams" else _swap_pairs)(trial, measure, three, level)


def draws_inputs(test: str) -> bool:
    """Return whether a test draws whole inputs, so that metrics' own scores can be computed."""
    return test.startswith((PERCENTILE, CENTRED))


def run_own_trial(trial: Trial, measure: Measure, first: OwnSides, second: OwnSides) -> PairVerdict:
    """Test the difference of two metrics by their own scores of systems."""
    (x, z), (y, _) = first.vectors(), second.vectors()
    three = Three(x, y, z)
    if trial.resamples is None:
        return run_trial(trial, measure, three, Level.SYSTEM)
    delta, draws = three.difference(measure, Level.SYSTEM), trial.resamples
    if np.isnan(delta):
        return PairVerdict(delta, UNDEFINED, None, UNDEFINED_VALUE)
    values = (side.replicates(measure, draws) for side in (first, second))
    return _resampled(trial, draws, delta, *values)


def _on_common_cells(three: Three, measure: Measure) -> Three:
    if not measure.every_input:
        return Three(*jointly_present(*three))
    x, y = jointly_present(three.x, three.y)
    return Three(x, y, three.z)


def _with_human_means(three: Three, measure: Measure) -> Three:
    """Replace human scores by the mean of each system, if a side has inputs of its own."""
    if not measure.every_input:
        return three
    means = np.where(np.isnan(three.x), np.nan, system_means(three.z)[:, None])
    return Three(*jointly_present(three.x, three.y, means))


def _permutation(swaps: Swaps, measure: Measure, three: Three, level: Level) -> PairVerdict:
    if measure.unswappable:
        return PairVerdict(three.difference(measure, level), UNDEFINED, None, measure.unswappable)
    x, y, z = _with_human_means(three, measure)
    coefficient = measure.fixed(x, z, level)
    if coefficient is None:
        difference = _one_by_one(measure, three, level, swaps)
    else:
        difference = permuted_differences(x, y, z, level, coefficient, swaps=swaps)
    return PairVerdict(difference.observed, permutation_p(difference), difference.draws, None)


def _one_by_one(measure: Measure, three: Three, level: Level, swaps: Swaps) -> Difference:
    """Draw the difference of any measure, one exchange after the other."""
    x, y, z = standardised(three.x), standardised(three.y), three.z
    if isinstance(measure, SoftAccuracy):
        _, z, systems, inputs = complete_part(x, z)
        part = np.ix_(systems, inputs)
        cells = (swaps.cells(slice(r, r + 1))[0][part] == 1 for r in range(swaps.resamples))
        soft = permuted_soft_accuracies(x[part], y[part], z, cells)
        return Difference(three.difference(measure, level), soft, swaps.exact)
    draws = np.empty(swaps.resamples)
    for r in range(swaps.resamples):
        swapped = swaps.cells(slice(r, r + 1))[0] == 1
        hybrids = Three(np.where(swapped, y, x), np.where(swapped, x, y), z)
        draws[r] = hybrids.difference(measure, level)
    return Difference(three.difference(measure, level), draws, swaps.exact)


def _bootstrap(
    trial: Trial, draws: Resamples, measure: Measure, three: Three, level: Level
) -> PairVerdict:
    x, y, z = three
    delta = three.difference(measure, level)
    first, second = (replicates(measure, side, z, level, draws) for side in (x, y))
    return _resampled(trial, draws, delta, first, second)


def _resampled(
    trial: Trial, draws: Resamples, delta: float, first: Floats, second: Floats
) -> PairVerdict:
    """Test a difference by the values of both metrics in each resample."""
    null = (first - second - delta) * widening(trial.name, draws)
    return PairVerdict(delta, p_of_draws(trial.name, delta, null), null, None)


def widening(test: str, draws: Resamples) -> float:
    """Return the factor of differences of resampled systems, which vary too little.

    Their variance is (S - 1) / S of what it should be for S systems. From 14 systems on the test by
    percentiles would call up to 7 % of pairs of equal metrics different; below, where few orders of
    systems are possible, it has no such error, and the factor would halve its power.
    """
    if draws.systems is None or not test.startswith(PERCENTILE):
        return 1.0
    n = draws.systems.shape[1]
    return math.sqrt(n / (n - 1)) if n >= WIDENED_FROM else 1.0


def p_of_draws(test: str, delta: float, null: Floats) -> PValues:
    """Compute p-values from the random draws of a test.

    Args:
        test: Name of the test.
        delta: The observed difference.
        null: Differences under the null hypothesis, shape (draws,); for a bootstrap, the
            replicates minus `delta`.
    """
    if test.startswith(PERCENTILE):
        return percentile_p(null + delta)
    if test.startswith(CENTRED):
        return centred_p(delta, null + delta)
    return permutation_p(Difference(delta, null, exact=False))


def _williams(trial: Trial, measure: Measure, three: Three, level: Level) -> PairVerdict:
    x, y, z = _with_human_means(three, measure)
    coefficient = measure.fixed(x, z, level)
    first = measure.of(x, z, level).value
    second = measure.of(y, z, level).value
    if level not in {Level.SYSTEM, Level.GLOBAL} or coefficient is None:
        levels = (
            "Williams' test compares two correlations, not two means of them: use another level"
        )
        return PairVerdict(first - second, UNDEFINED, None, levels)
    between = correlation(x, y, level, coefficient).value
    seen = ~np.isnan(z)
    n = int(seen.any(axis=1).sum()) if level is Level.SYSTEM else int(seen.sum())
    test = williams_test(first, second, between, n, absolute=trial.absolute)
    reason = "fewer than 4 observations, or identical metrics" if np.isnan(test.t) else None
    return PairVerdict(
        first - second, PValues(test.greater, 1 - test.greater, test.two_sided), None, reason
    )


def _swap_pairs(trial: Trial, measure: Measure, three: Three, level: Level) -> PairVerdict:
    """Swap the verdicts on single pairs of outputs.

    Each pair on which one metric is right and the other wrong adds or subtracts the weight of its
    group, with probability 1/2 each. The number of pairs of one weight that are added is binomial,
    so that this number is drawn in place of single pairs.
    """
    x, y, z = three
    if not isinstance(measure, TieCalibrated) and measure.fixed(x, z, level) is not PAIR_ACCURACY:
        delta = three.difference(measure, level)
        return PairVerdict(delta, UNDEFINED, None, "perm-pairs is for acc-eq and pairwise-accuracy")
    human = group(x, z, level, PAIR_ACCURACY).z
    sides = [group(side, z, level, PAIR_ACCURACY).x for side in (x, y)]
    fitted = [
        fitted_threshold(side, human) if measure.epsilon is None else measure.epsilon
        for side in sides
    ]
    split = Verdicts(sides[0], sides[1], human, (fitted[0], fitted[1])).split()
    return swapped_pairs(split, group_weights(Groups(sides[0], human)), trial)


def swapped_pairs(split: Ints, weight: Floats, trial: Trial) -> PairVerdict:
    """Test the difference of two accuracies by swaps of the verdicts on single pairs of outputs.

    Args:
        split: Pairs of each group that only the first metric gets right, and only the second,
            shape (groups, 2).
        weight: Weight of a pair of each group, shape (groups,).
        trial: The test.
    """
    delta = float(((split[:, 0] - split[:, 1]) * weight).sum())
    rng = np.random.default_rng(trial.seed)
    draws = np.zeros(trial.count)
    counts = split.sum(axis=1)
    for value in np.unique(weight[counts > 0]):
        count = counts[weight == value].sum()
        wins = rng.binomial(int(count), 0.5, size=trial.count)
        draws += float(value) * (2.0 * wins - int(count))
    return PairVerdict(delta, permutation_p(Difference(delta, draws, exact=False)), draws, None)
