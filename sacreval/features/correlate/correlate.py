"""Correlations of metrics with human scores, by level and coefficient.

What a metric without information reaches by pairwise accuracies, given the human scores. A metric
whose scores say nothing and are never equal orders a pair that people order rightly half the time,
and a pair that they call equal never: (1 - T) / 2, with T the share of equal human pairs. Tie
calibration may call all pairs equal in place of none, which reaches T.

Source: mt-metrics-eval, issue 14, asks for this number; derived here from the definition of
pairwise accuracy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np

from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.features.correlate.correlation_results import (
    REASONS,
    Correlation,
    CorrelationReport,
    IntervalFound,
)
from sacreval.features.correlate.data.coverage import judged_inputs_only, notes
from sacreval.features.correlate.data.directions import WITHOUT, turned
from sacreval.features.correlate.data.directions import notes as direction_notes
from sacreval.features.correlate.data.main_outputs import ALL, MAIN
from sacreval.features.correlate.data.score_origins import Signatures, origin
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import (
    Matrices,
    Sides,
    human_scores,
    main_notes,
    metric_names,
    select,
)
from sacreval.features.correlate.data.whole_systems import (
    FILES,
    check_units,
    left_out_notes,
    resolved,
    whole_systems,
)
from sacreval.features.correlate.intervals.correlation_intervals import interval_notes
from sacreval.features.correlate.intervals.measure_intervals import IntervalPlan, compute_interval
from sacreval.features.correlate.measures.coefficient_names import LevelMeasure
from sacreval.features.correlate.measures.measures import Measure, Measured, Plain, TieCalibrated
from sacreval.features.correlate.options import CorrelationOptions, Filters
from sacreval.stats.arrays import Floats, in_order, jointly_present
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import (
    Average,
    Groups,
    Level,
    Undefined,
    correlate_groups,
    group,
    system_means,
)
from sacreval.stats.draws import Units


def _silent(_steps: int) -> None:
    """Do nothing."""


class Execution(NamedTuple):
    """How correlations and tests are computed; results do not depend on it.

    Attributes:
        workers: Number of threads.
        advance: Called with the number of correlations and pairs of metrics that are done since the
            last call.
    """

    workers: int = 1
    advance: Callable[[int], None] = _silent


SERIAL = Execution()


class Share:
    """Tells of the progress of several results that are computed together, step by step."""

    def __init__(self, execution: Execution, results: int, steps: int) -> None:
        """Begin with no step done.

        Args:
            execution: Whom to tell.
            results: Number of results.
            steps: Number of steps, after which all results are done.
        """
        self._advance, self._results, self._steps = execution.advance, results, max(1, steps)
        self._done = self._reported = 0

    def __call__(self, steps: int) -> None:
        """Add steps that are done."""
        self._done += steps
        results = self._results * self._done // self._steps
        self._advance(results - self._reported)
        self._reported = results


def chance_level(measure: Measure, x: Floats, z: Floats, level: Level) -> float | None:
    """Return the expected value of a metric without information.

    Args:
        measure: The measure.
        x: Metric scores, shape (systems, inputs), NaN where missing.
        z: Human scores, same shape.
        level: One of its levels.

    Returns:
        From 0 to 1; None for measures other than pairwise accuracy and acc-eq, for a threshold that
        is not fitted, and without pairs.
    """
    calibrated = isinstance(measure, TieCalibrated) and measure.epsilon is None
    accuracy = isinstance(measure, Plain) and measure.coefficient is c.PAIR_ACCURACY
    if x.ndim > 2 or not (calibrated or accuracy):
        return None
    groups = group(x, z, level, c.PAIR_ACCURACY, every_input=measure.every_input)
    order = _untied(groups)
    values = [
        correlate_groups(Groups(scores, groups.z), c.PAIR_ACCURACY, measure.average).value
        for scores in (order, -order)
    ]
    half = float(np.mean(values))
    if np.isnan(half):
        return None
    return max(half, 1 - 2 * half) if calibrated else half


def _untied(groups: Groups) -> Floats:
    """Return different numbers in the order of the human scores of each group."""
    order = np.argsort(np.argsort(groups.z, axis=1, kind="stable"), axis=1, kind="stable")
    missing = np.isnan(groups.x) | np.isnan(groups.z)
    return np.where(missing, np.nan, order.astype(float))


@dataclass(frozen=True)
class CorrelationRun:
    """The inputs and parameters of a run, the same for every metric.

    Attributes:
        matrices: The scores that take part.
        cells: The coefficients at their levels.
        filters: The filters that selected systems and inputs.
        plan: The method of confidence intervals.
        signatures: How scores were made.
    """

    matrices: Matrices
    cells: Sequence[LevelMeasure]
    filters: Filters
    plan: IntervalPlan
    signatures: Signatures


def prepare(
    data: ScoreSet,
    options: CorrelationOptions,
    metrics: Sequence[str],
    references: Signatures | str | None,
) -> CorrelationRun:
    """Look up names and select systems and inputs; the arguments are those of `correlate`."""
    options, chosen = resolved([data], options, metrics)
    check_units(options)
    cells, filters, plan = options.cells, options.filters, IntervalPlan.of(options)
    human_scores(data, options.human_score)
    data = turned(data, options)
    names = metric_names(
        data,
        metrics,
        options.human_score,
        whole_systems=whole_systems(options),
        systems=options.systems,
    )
    left_out = left_out_notes(data, names) if {MAIN, ALL} & {*metrics} else []
    left_out += main_notes(data, options.human_score, options.systems) if MAIN in metrics else []
    data = select(data, options.human_score, filters)
    data = data.noted(*left_out, *filter(None, [chosen]), *judged_inputs_only(options))
    data = data.noted(*direction_notes(data, [*names, options.human_score], options))
    matrices = Matrices.of(data, names, options.human_score, options.system_scores)
    _check_pairs(matrices, options)
    if not isinstance(references, Signatures):
        references = Signatures(references)
    return CorrelationRun(matrices, cells, filters, plan, references)


def _check_pairs(matrices: Matrices, options: CorrelationOptions) -> None:
    """Check that scores pair by pair are comparable."""
    paired = {name: matrices.paired(name) for name in matrices.metrics}
    if any(paired.values()) and options.explain:
        raise UsageError("--explain has no other choices for scores pair by pair; drop --pairs")
    without = [name for name, there in paired.items() if not there]
    if options.test is not None and 0 < len(without) < len(paired):
        raise UsageError(
            f"--test: {without[0]} has no scores pair by pair, so that it cannot be tested against "
            "metrics that have; name metrics with --metric, or drop --pairs"
        )


def correlate(
    data: ScoreSet,
    options: CorrelationOptions,
    metrics: Sequence[str] = ("main",),
    references: Signatures | str | None = None,
    execution: Execution = SERIAL,
) -> CorrelationReport:
    """Correlate metrics with a human score.

    Args:
        data: Scores and judgments, from `load_tasks`.
        options: The human score, levels, coefficients, filters and intervals.
        metrics: Flat names of metrics; `main` selects the main outputs in the data, `all` all.
        references: How references were used (count, mean or max, jackknifed), for signatures.
        execution: How correlations are computed.

    Returns:
        One result per metric, level and coefficient, in that order.

    Raises:
        UsageError: An unknown name, or options that cannot be combined.
    """
    return correlations(prepare(data, options, metrics, references), execution)


def correlations(question: CorrelationRun, execution: Execution = SERIAL) -> CorrelationReport:
    """Compute the correlation of every metric at every level, with notes on the data."""

    def compute(place: tuple[str, LevelMeasure]) -> Correlation:
        metric, cell = place
        result = _correlation(metric, question.matrices.of_measure(metric, cell), cell, question)
        execution.advance(1)
        return result

    places = product(question.matrices.metrics, question.cells)
    results = list(in_order(compute, places, execution.workers))
    found_in_data = (*question.matrices.data.notes, *notes(question.matrices, question.cells))
    return CorrelationReport(results=results, notes=(*found_in_data, *interval_notes(results)))


def _correlation(
    metric: str, sides: Sides, cell: LevelMeasure, question: CorrelationRun
) -> Correlation:
    x, z = sides
    level, measure = cell
    matrices = question.matrices
    lacking = measure.is_accuracy and metric in matrices.data.undirected
    measured = measure.of(x, z, level)
    source = matrices.source(metric, cell) if level is Level.SYSTEM else None
    own = matrices.own_sides(cell, metric)
    no_inputs = source == FILES
    plan = replace(question.plan, units=Units.SYSTEMS) if no_inputs else question.plan
    interval, interval_reason = compute_interval(
        measure, measured.value, x, z, level=level, plan=plan, own=own[0] if own else None
    )
    joint = ~np.isnan(jointly_present(x, z)[0])
    if own:
        joint = own[0].x.there & ~np.isnan(own[0].z)
    paired = joint.ndim > 2  # a matrix has no pairs
    if paired:
        joint = np.asarray(joint.any(axis=2))
    n_instances = 0 if no_inputs else int(joint.any(axis=0).sum())
    shape = int(joint.any(axis=1).sum()), n_instances
    used = _count_used(joint, measured, level)
    skipped = Counter(REASONS[Undefined(code)] for code in measured.why.tolist() if code)
    several = len(measured.each) > 1
    return Correlation(
        metric=metric,
        human=question.matrices.human,
        level=level.value,
        coefficient=measure.name,
        value=measured.value,
        n_systems=shape[0],
        n_instances=shape[1],
        n_used=used,
        skipped=dict(sorted(skipped.items())) if several else {},
        interval=interval,
        p_value=_p_of_no_correlation(x, z, level, measure, measured.value),
        reason=WITHOUT if lacking else _reason(measured, skipped),
        interval_reason=interval_reason,
        epsilon=measured.epsilon,
        n_pairs=measured.n_pairs,
        signature=_signature(
            cell,
            replace(question, plan=plan),
            interval,
            f"{shape[0]}" if no_inputs else f"{shape[0]}x{shape[1]}",
            used,
            scores="pairs" if paired else source,
            turned=matrices.turned(metric),
        )
        + _fitted(measured),
        chance=chance_level(measure, x, z, level),
        each=measured.each,
        turned=matrices.turned(metric),
    )


def _count_used(joint: np.ndarray, measured: Measured, level: Level) -> int:
    if level is Level.SYSTEM:
        return int(joint.any(axis=1).sum())
    if level is Level.GLOBAL:
        return int(joint.sum())
    return int((measured.why == Undefined.DEFINED).sum())


def _reason(measured: Measured, skipped: Counter[str]) -> str | None:
    if not np.isnan(measured.value):
        return None
    return "; ".join(reason for reason, _ in skipped.most_common()) or "no group"


def _p_of_no_correlation(
    x: Floats, z: Floats, level: Level, measure: Measure, value: float
) -> float | None:
    """Compute the two-sided p of no correlation at system and global level, if SciPy has one."""
    tested = {"pearson", "spearman", "kendall", "tau-b"}
    if level not in {Level.SYSTEM, Level.GLOBAL} or measure.name not in tested or np.isnan(value):
        return None
    from scipy import stats

    if level is Level.SYSTEM and not measure.every_input:
        x, z = jointly_present(x, z)
    coefficient = measure.fixed(x, z, level)
    if level is Level.SYSTEM and coefficient is not None:
        x, z = coefficient.rounded(system_means(x)), coefficient.rounded(system_means(z))
    seen = ~(np.isnan(x) | np.isnan(z))
    x, z = x[seen], z[seen]
    if len(x) < 3:  # two points always lie on a line
        return None
    if measure.name == "pearson":
        return float(stats.pearsonr(x, z).pvalue)
    if measure.name == "spearman":
        return float(stats.spearmanr(x, z).pvalue)
    return float(stats.kendalltau(x, z).pvalue)


def _signature(
    cell: LevelMeasure,
    question: CorrelationRun,
    interval: IntervalFound | None,
    shape: str,
    used: int,
    *,
    scores: str | None,
    turned: str | None,
) -> str:
    level, measure = cell
    plan, average = question.plan, measure.average
    grouping = {Level.SUMMARY: "input", Level.GROUP_BY_SYSTEM: "system"}.get(level, "none")
    system = level is Level.SYSTEM
    return write_conditions(
        level=level.value,
        coef=measure.name,
        group=grouping,
        avg=average.value,
        nan="zero" if average is Average.ZERO else "skip",
        missing="pairwise",
        ties="mean:12digits" if system else "as-given",
        scores=scores,
        turned=turned,
        inputs=("all" if measure.every_input else "judged") if system else None,
        systems=question.filters.signature,
        n=shape,
        used=used,
        **origin(question.signatures.of(scores)),
        ci=plan.signature if interval is None else interval.method,
        why=None if interval is None else _as_word(interval.reason),
        conf=plan.confidence if plan.method != "none" else None,
        resamples=None if interval is None else interval.resamples,
        seed=None if interval is None else interval.seed,
        version=version(),
    )


def _as_word(reason: str | None) -> str | None:
    """Write a reason as one word, for signatures."""
    return None if reason is None else reason.replace(",", "").replace(" ", "-").lower()


def _fitted(measured: Measured) -> str:
    """Return the part of the signature that depends on the data."""
    epsilon = "" if measured.epsilon is None else f"|eps:{measured.epsilon:g}"
    return epsilon if measured.n_pairs is None else f"{epsilon}|pairs:{measured.n_pairs}"
