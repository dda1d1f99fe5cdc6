"""Tests of all pairs of metrics with scores of the same cells, which share what each metric needs.

A test of two metrics is on the cells that both have, with the draws of all pairs. Where metrics
have the same cells, their correlations, resampled values, tie thresholds, and sums over swapped
cells are those of every pair, and are computed once for each metric.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from sacreval import native
from sacreval.features.correlate.correlate import Execution, Share
from sacreval.features.correlate.data.selected_scores import Sides
from sacreval.features.correlate.intervals.measure_intervals import replicates
from sacreval.features.correlate.measures.measures import (
    Measure,
    Plain,
    SoftAccuracy,
    TieCalibrated,
    complete_part,
)
from sacreval.features.correlate.measures.tie_calibration import (
    correct_pairs,
    count_of_pairs,
    fitted_threshold,
    group_weights,
    pair_table,
)
from sacreval.features.correlate.resampling.cell_swaps import (
    distances,
    pearsons_of_swaps,
    soft_accuracies_of_swaps,
)
from sacreval.features.correlate.resampling.permutation import (
    Difference,
    permutation_p,
    standardised,
)
from sacreval.features.correlate.resampling.permuted_correlations import (
    ScoreSums,
    differences_of_system_swaps,
)
from sacreval.features.correlate.significance.run_test import (
    PairVerdict,
    p_of_draws,
    swapped_pairs,
    widening,
)
from sacreval.features.correlate.significance.trials import Trial
from sacreval.stats.arrays import Bools, Floats, Ints, in_order, jointly_present
from sacreval.stats.association.coefficients import PAIR_ACCURACY, PearsonCoefficient
from sacreval.stats.association.levels import Average, Groups, Level, group
from sacreval.stats.draws import Resamples, Swap, Swaps

T = TypeVar("T")

MOST_VERDICTS = 50_000_000
"""Verdicts of all metrics on pairs of outputs that are kept at once, one byte each."""


class SameCells(NamedTuple):
    """Metrics that have scores of the same cells, and human scores of these.

    Attributes:
        metrics: Indices of the metrics.
        x: Scores of metrics, shape (systems, inputs) each, NaN where either side is missing.
        z: Human scores, NaN in the same cells.
        values: The correlation of each metric.
    """

    metrics: list[int]
    x: list[Floats]
    z: Floats
    values: list[float]

    @property
    def pairs(self) -> Ints:
        """Places of both metrics of each pair, shape (pairs, 2), in the order of the metrics."""
        return np.array(np.triu_indices(len(self.x), 1)).T

    @property
    def differences(self) -> Floats:
        """The observed difference of each pair."""
        values = np.array(self.values)
        first, second = self.pairs.T
        differences: Floats = values[first] - values[second]
        return differences

    @property
    def standardised(self) -> list[Floats]:
        """The scores of each metric less their mean, over their standard deviation."""
        return [standardised(x) for x in self.x]


def same_cells(sides: Sequence[Sides], values: Sequence[float]) -> list[SameCells]:
    """Group metrics with a value by the cells that have a metric score and a human score."""
    groups: dict[tuple[tuple[int, ...], bytes], SameCells] = {}
    for i, (side, value) in enumerate(zip(sides, values, strict=True)):
        if np.isnan(value):
            continue
        x, z = jointly_present(*side)
        key = x.shape, np.packbits(np.isnan(x)).tobytes()
        group = groups.setdefault(key, SameCells([], [], z, []))
        group.metrics.append(i)
        group.x.append(x)
        group.values.append(value)
    return [group for group in groups.values() if len(group.metrics) > 1]


class Shared(NamedTuple):
    """What the tests of one group of metrics share.

    Attributes:
        cells: The metrics and their scores.
        trial: The test.
        measure: The measure.
        level: The level.
        execution: How they are computed.
    """

    cells: SameCells
    trial: Trial
    measure: Measure
    level: Level
    execution: Execution

    def verdicts(self) -> dict[tuple[int, int], PairVerdict]:
        """Test all pairs of the group; none if this test has no shared form.

        Returns:
            Indices of both metrics to the result, as `run_trial` gives it.
        """
        test = self._test()
        if test is None:
            return {}
        metrics = self.cells.metrics
        return {
            (metrics[i], metrics[k]): verdict
            for (i, k), verdict in zip(self.cells.pairs.tolist(), test(), strict=True)
        }

    def _test(self) -> Callable[[], list[PairVerdict]] | None:
        trial, measure = self.trial, self.measure
        if trial.resamples is not None:
            resamples = trial.resamples
            return lambda: self._bootstrap(resamples)
        if self.cells.z.ndim > 2:  # scores pair by pair are not swapped
            return None
        if trial.swaps is not None:
            draws = self._permutation(trial.swaps)
            return None if draws is None else lambda: self._of_draws(draws(), trial)
        if trial.name == "perm-pairs" and isinstance(measure, TieCalibrated):
            return self._swap_pairs if self._verdicts_fit() else None
        return None

    def _of_draws(self, draws: Floats, trial: Trial) -> list[PairVerdict]:
        exact = trial.swaps is not None and trial.swaps.exact
        return [
            PairVerdict(delta, permutation_p(Difference(delta, null, exact)), null, None)
            for delta, null in zip(self.cells.differences.tolist(), draws, strict=True)
        ]

    def _permutation(self, swaps: Swaps) -> Callable[[], Floats] | None:
        """Return a function that computes the draws of all pairs, or None."""
        measure, level = self.measure, self.level
        if swaps.how is Swap.BOTH_CELLS and isinstance(measure, SoftAccuracy):
            finite = all(np.isfinite(x[~np.isnan(x)]).all() for x in self.cells.x)
            return (lambda: self._soft(swaps)) if finite else None
        if not isinstance(measure, Plain) or measure.average is not Average.MACRO:
            return None
        if measure.unswappable:
            return None
        if level is Level.SYSTEM:
            return (lambda: self._systems(swaps, measure)) if swaps.how is Swap.SYSTEMS else None
        pearson = isinstance(measure.coefficient, PearsonCoefficient)
        if swaps.how is Swap.BOTH_CELLS and pearson:
            return lambda: self._pearson(swaps)
        return None

    def _soft(self, swaps: Swaps) -> Floats:
        scores = self.cells.standardised
        _, z, systems, inputs = complete_part(scores[0], self.cells.z)
        part = np.ix_(systems, inputs)

        def cells(rows: slice) -> Bools:
            return np.asarray(swaps.cells(rows)[:, systems][:, :, inputs] == 1)

        pairs = self.cells.pairs
        return soft_accuracies_of_swaps(
            np.array([x[part] for x in scores]),
            z,
            cells,
            swaps.resamples,
            pairs=pairs,
            observed=self.cells.differences,
            kernel=native.soft_swaps if native.available() else distances,
            workers=self.execution.workers,
            advance=Share(self.execution, len(pairs), swaps.resamples),
        )

    def _pearson(self, swaps: Swaps) -> Floats:
        pairs = self.cells.pairs
        return pearsons_of_swaps(
            np.array(self.cells.standardised),
            self.cells.z,
            self.level,
            swaps,
            pairs=pairs,
            workers=self.execution.workers,
            advance=Share(self.execution, len(pairs), swaps.resamples),
        )

    def _systems(self, swaps: Swaps, measure: Plain) -> Floats:
        sums = [ScoreSums.of(x) for x in self.cells.standardised]

        def draws(pair: list[int]) -> Floats:
            first, second = (sums[i] for i in pair)
            return differences_of_system_swaps(
                first, second, self.cells.z, measure.coefficient, swaps
            )

        return np.array(list(self._each(draws)))

    def _bootstrap(self, resamples: Resamples) -> list[PairVerdict]:
        name, z = self.trial.name, self.cells.z

        def of_metric(x: Floats) -> Floats:
            return replicates(self.measure, x, z, self.level, resamples)

        drawn = list(in_order(of_metric, self.cells.x, self.execution.workers))
        scale = widening(name, resamples)

        def verdict(pair: list[int]) -> PairVerdict:
            i, k = pair
            delta = self.cells.values[i] - self.cells.values[k]
            null = (drawn[i] - drawn[k] - delta) * scale
            return PairVerdict(delta, p_of_draws(name, delta, null), null, None)

        return list(self._each(verdict))

    def _verdicts_fit(self) -> bool:
        groups = group(self.cells.x[0], self.cells.z, self.level, PAIR_ACCURACY)
        return len(self.cells.x) * count_of_pairs(groups) <= MOST_VERDICTS

    def _swap_pairs(self) -> list[PairVerdict]:
        human = group(self.cells.x[0], self.cells.z, self.level, PAIR_ACCURACY).z
        sides = [group(x, self.cells.z, self.level, PAIR_ACCURACY).x for x in self.cells.x]
        right, of_group = [], np.zeros(0, dtype=np.int64)
        for side in sides:
            table = pair_table(Groups(side, human))
            epsilon = self.measure.epsilon
            threshold = fitted_threshold(side, human) if epsilon is None else epsilon
            right.append(correct_pairs(table, threshold))
            of_group = table.group
        weight = group_weights(Groups(sides[0], human))

        def verdict(pair: list[int]) -> PairVerdict:
            first, second = (right[i] for i in pair)
            only = (first & ~second, second & ~first)
            split = [np.bincount(of_group[side], minlength=len(weight)) for side in only]
            return swapped_pairs(np.array(split).T, weight, self.trial)

        return list(self._each(verdict))

    def _each(self, function: Callable[[list[int]], T]) -> Iterator[T]:
        """Yield the result of each pair, and tell of the progress."""
        for result in in_order(function, self.cells.pairs.tolist(), self.execution.workers):
            self.execution.advance(1)
            yield result
