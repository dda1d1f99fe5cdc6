"""All pairs of metrics at one level with one coefficient, tested with the same draws."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.correlate import SERIAL, Execution
from sacreval.features.correlate.data.selected_scores import Matrices, Sides
from sacreval.features.correlate.intervals.correlation_intervals import FEW_SYSTEMS, is_pearson
from sacreval.features.correlate.measures.coefficient_names import LevelMeasure
from sacreval.features.correlate.measures.measures import (
    Measure,
    Plain,
    SoftAccuracy,
    TieCalibrated,
)
from sacreval.features.correlate.significance.run_test import (
    UNDEFINED,
    UNDEFINED_VALUE,
    PairVerdict,
    Three,
    draws_inputs,
    run_own_trial,
    run_trial,
)
from sacreval.features.correlate.significance.shared_tests import Shared, same_cells
from sacreval.features.correlate.significance.trials import (
    AUTO,
    DRAWN,
    NO_TEST,
    WMT,
    Trial,
    TrialPlan,
    make_trial,
)
from sacreval.stats.arrays import Floats, in_order
from sacreval.stats.association.levels import Level

WILLIAMS_SYSTEMS, WILLIAMS_INPUTS = 11, 100
"""Most systems, and fewest inputs, at which Williams' test keeps its level where metrics agree with
people better on some inputs than on others."""


@dataclass(frozen=True)
class Family:
    """All pairs of metrics at one level with one coefficient.

    Attributes:
        level: The level.
        coefficient: The coefficient.
        metrics: Names of metrics, best first; ties by name.
        values: The correlation of each metric, shape (metrics,); NaN where undefined.
        verdicts: One for each pair, in the order of `numpy.triu_indices` over `metrics`.
        trial: The test.
        over: Names of the tasks that are averaged, joined by +; None for a single task.
        scores: Where the scores of systems are from, metric, mean or files, joined by + where
            metrics differ; None at other levels than that of systems.
    """

    level: str
    coefficient: str
    metrics: tuple[str, ...]
    values: Floats
    verdicts: tuple[PairVerdict, ...]
    trial: Trial
    over: str | None = None
    scores: str | None = None

    def verdict(self, better: str, worse: str) -> PairVerdict:
        """Return the verdict on a pair, in either order."""
        i, k = self.metrics.index(better), self.metrics.index(worse)
        low, high, n = min(i, k), max(i, k), len(self.metrics)
        verdict = self.verdicts[low * n - low * (low + 1) // 2 + high - low - 1]
        return verdict if i < k else verdict.reversed()


def compare_family(
    matrices: Matrices,
    cell: LevelMeasure,
    plan: TrialPlan,
    *,
    values: Mapping[str, float] | None = None,
    execution: Execution = SERIAL,
) -> Family:
    """Test all pairs of metrics at one level with one coefficient, all with the same draws.

    Args:
        matrices: The scores that take part.
        cell: The level and the coefficient.
        plan: The test.
        values: The correlation of each metric, where it is known.
        execution: How tests are computed.
    """
    level, measure = cell
    sides = {m: matrices.of_measure(m, cell) for m in matrices.metrics}
    if values is None:
        values = {m: measure.of(side.x, side.z, level).value for m, side in sides.items()}
    values = dict(values)
    # Without a direction, what counts is the size of the correlation.
    negative = {m for m in matrices.data.undirected & values.keys() if values[m] < 0}
    for m in negative:
        sides[m] = sides[m]._replace(x=-sides[m].x)
        values[m] = measure.of(*sides[m], level).value
    order = sorted(sides, key=lambda m: (np.isnan(values[m]), -np.nan_to_num(values[m]), m))
    judged = sides[order[0]].z
    shape = judged.shape
    judged = judged if judged.ndim == 2 else judged[:, :, 0]  # the same in all pairs
    # Listing all exchanges is cheap only for coefficients that matrix products compute at once.
    listed = plan.exact if plan.exact is not None or isinstance(measure, Plain) else False
    chosen = TestChoice(plan.name, None)
    own_sides = matrices.own_sides(cell, *order)
    no_inputs = matrices.has_no_inputs(level) and not measure.needs_inputs
    if own_sides:
        judged, shape = own_sides[0].z, own_sides[0].z.shape
    if plan.name == DRAWN:
        chosen = TestChoice("bootstrap-systems" if no_inputs else "bootstrap-both", None)
    elif plan.name == WMT:
        chosen = TestChoice(choose_as_wmt(level, measure), None)
    elif plan.name == AUTO:
        chosen = choose_test(level, measure, judged, no_inputs=no_inputs)
    plan = plan._replace(name=chosen.test, exact=listed)
    if own_sides and not draws_inputs(plan.name):
        shape = shape[0], 1
    trial = replace(make_trial(plan, (shape[0], shape[1]), level), chosen=chosen.reason)
    if own_sides:
        defined = {m: m in negative for m in order if not np.isnan(values[m])}
        verdicts = _own_verdicts(trial, cell, matrices, order, defined=defined, execution=execution)
    else:
        verdicts = _verdicts(
            trial, cell, [sides[m] for m in order], [values[m] for m in order], execution
        )
    return Family(
        level.value,
        measure.name,
        tuple(order),
        np.array([values[m] for m in order]),
        verdicts,
        trial,
        scores=_sources(matrices, order, cell) if level is Level.SYSTEM else None,
    )


def _sources(matrices: Matrices, metrics: Iterable[str], cell: LevelMeasure) -> str:
    return "+".join(dict.fromkeys(matrices.source(metric, cell) for metric in metrics))


def _own_verdicts(
    trial: Trial,
    cell: LevelMeasure,
    matrices: Matrices,
    order: Sequence[str],
    *,
    defined: Mapping[str, bool],
    execution: Execution,
) -> tuple[PairVerdict, ...]:
    """Test all pairs by metrics' own scores of systems, which depend on the common outputs."""

    def verdict(pair: tuple[str, str]) -> PairVerdict:
        execution.advance(1)
        if not defined.keys() >= {*pair}:
            return PairVerdict(float("nan"), UNDEFINED, None, UNDEFINED_VALUE)
        sides = matrices.own_sides(cell, *pair) or []
        first, second = (
            side.turned() if defined[metric] else side
            for metric, side in zip(pair, sides, strict=True)
        )
        return run_own_trial(trial, cell.measure, first, second)

    return tuple(in_order(verdict, combinations(order, 2), execution.workers))


def _verdicts(
    trial: Trial,
    cell: LevelMeasure,
    sides: Sequence[Sides],
    values: Sequence[float],
    execution: Execution,
) -> tuple[PairVerdict, ...]:
    """Test all pairs, those of metrics with scores of the same cells together."""
    level, measure = cell
    shared: dict[tuple[int, int], PairVerdict] = {}
    for cells in [] if measure.every_input else same_cells(sides, values):
        shared |= Shared(cells, trial, measure, level, execution).verdicts()

    def verdict(pair: tuple[int, int]) -> PairVerdict:
        if pair in shared:
            return shared[pair]
        first, second = (sides[i] for i in pair)
        result = run_trial(trial, measure, Three(first.x, second.x, first.z), level)
        execution.advance(1)
        return result

    pairs = zip(*np.triu_indices(len(sides), 1), strict=True)
    each = ((int(i), int(k)) for i, k in pairs)
    return tuple(in_order(verdict, each, execution.workers))


class TestChoice(NamedTuple):
    """A test, and why it was chosen."""

    test: str
    reason: str | None


def choose_test(
    level: Level, measure: Measure, z: Floats, *, no_inputs: bool = False
) -> TestChoice:
    """Choose the most powerful test among those that keep their level."""
    judged = ~np.isnan(z)
    n_systems, n_inputs = int(judged.any(axis=1).sum()), int(judged.any(axis=0).sum())
    if n_systems < FEW_SYSTEMS:
        few = f"no test was found to hold with {n_systems} systems; --test names one all the same"
        return TestChoice(NO_TEST, few)
    if no_inputs:
        return TestChoice("bootstrap-systems", "scores of systems from files have no inputs")
    fits = n_systems <= WILLIAMS_SYSTEMS and n_inputs >= WILLIAMS_INPUTS
    if level is Level.SYSTEM and is_pearson(measure) and fits:
        size = f"at most {WILLIAMS_SYSTEMS} systems and at least {WILLIAMS_INPUTS} inputs"
        return TestChoice("williams", f"Pearson at system level, {size}")
    return TestChoice("bootstrap-both", "keeps its level over systems and inputs")


def choose_as_wmt(level: Level, measure: Measure) -> str:
    """Choose the permutation that the WMT metrics task runs.

    At system level it swaps the scores of whole systems; at other levels, and for soft pairwise
    accuracy, single cells; for acc_eq, whose epsilon differs by metric, the verdicts on pairs of
    outputs.
    """
    if isinstance(measure, TieCalibrated):
        return "perm-pairs"
    is_system = level is Level.SYSTEM and not isinstance(measure, SoftAccuracy)
    return "perm-systems" if is_system else "perm-both-cells"
