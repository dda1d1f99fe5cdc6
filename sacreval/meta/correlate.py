"""Correlate metrics with people, at every level and with every coefficient asked for."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.meta.coefficients import AverageName, Cell, CoefficientSettings, cells
from sacreval.meta.data_notes import notes
from sacreval.meta.intervals import IntervalPlan, Method, UnitsName, bounded
from sacreval.meta.measures import Measure, Measured
from sacreval.meta.results import REASONS, Correlation, CorrelationReport
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.selection import (
    Filters,
    Systems,
    human_scores,
    metric_names,
    metric_scores,
    select,
)
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.draws import Units
from sacreval.stats.levels import Average, Level, Undefined, system_means

DEFAULT_LEVELS = ("summary", "system", "global")
DEFAULT_COEFFICIENTS = ("pearson", "spearman", "kendall")
SystemScores = Literal["means", "files"]


class Sides(NamedTuple):
    """A metric and people on one grid."""

    x: Floats
    z: Floats


@dataclass(frozen=True)
class Question:
    """What is asked, apart from the data.

    Attributes:
        human: The human dimension.
        cells: Which coefficients at which levels.
        filters: Who takes part.
        plan: How intervals are made.
        system_scores: `means` of instances, or official scores of whole systems from `files`.
        references: How references were used, for the signature.
    """

    human: str
    cells: Sequence[Cell]
    filters: Filters
    plan: IntervalPlan
    system_scores: SystemScores = "means"
    references: str | None = None


def correlate(
    data: ScoreSet,
    *,
    human: str,
    metrics: Sequence[str] = ("all",),
    levels: Sequence[str] = DEFAULT_LEVELS,
    coefficients: Sequence[str] = DEFAULT_COEFFICIENTS,
    systems: Systems = "peer",
    exclude: Sequence[str] = (),
    outliers: float | None = None,
    min_inputs: int = 1,
    min_systems: int = 1,
    common_inputs: bool = False,
    every_input: bool = False,
    system_scores: SystemScores = "means",
    average: AverageName = "macro",
    gap: float = 25.0,
    epsilon: float | None = None,
    interval: Method = "bootstrap",
    units: UnitsName = "both",
    resamples: int = 1_000,
    confidence: float = 0.95,
    seed: int = 12_345,
    references: str | None = None,
) -> CorrelationReport:
    """Correlate metrics with a human score.

    Args:
        data: Scores and judgments, from `load_tasks`.
        human: Flat name of the human score, e.g. `expert_relevance`.
        metrics: Flat names of metrics; `all` is every metric in the data.
        levels: `summary` (also instance, segment, item, input), `system`, `global`,
            `group-by-system`.
        coefficients: Names in `coefficients.COEFFICIENTS`; `spa@system` at this level only.
        systems: `peer`, `reference` or `all`. References only compare fairly with jackknifed
            (`_jk`) scores.
        exclude: Systems to leave out.
        outliers: Leave out systems whose human mean lies more than this many robust standard
            deviations from the median (WMT: 2.5).
        min_inputs: Least number of judged inputs of a system.
        min_systems: Least number of judged systems of an input.
        common_inputs: Keep only inputs judged for every system.
        every_input: At system level average the metric over all inputs it has, and people over
            those they judged.
        system_scores: At system level, use `means` of instances or official scores from `files`.
        average: Mean over groups: `macro` over defined groups, `micro` weighted by their size, or
            `nan-as-zero`.
        gap: Least human difference of a judged pair, for `darr`.
        epsilon: Tie threshold of `acc-eq`, as from held-out data; fitted on the data if not given.
        interval: `bootstrap` (percentile), `bca`, `fisher`, `jackknife` or `none`.
        units: What is drawn again: `systems`, `inputs` or `both`.
        resamples: Bootstrap resamples.
        confidence: Of the interval, in (0, 1).
        seed: Of the draws.
        references: How references were used (count, mean or max, jackknifed), carried into the
            signature.

    Returns:
        One result a metric, level and coefficient, in that order.

    Raises:
        UsageError: An unknown name, or options that exclude each other.
    """
    filters = Filters(systems, tuple(exclude), outliers, min_inputs, min_systems, common_inputs)
    question = Question(
        human,
        cells(levels, coefficients, CoefficientSettings(average, every_input, gap, epsilon)),
        filters,
        IntervalPlan(interval, Units(units), resamples, confidence, seed),
        system_scores,
        references,
    )
    human_scores(data, human)
    names = metric_names(data, metrics, human)
    data = select(data, human, filters)
    results = [found for name in names for found in _of_metric(data, name, question)]
    return CorrelationReport(results=results, notes=(*data.notes, *notes(data, names, human)))


def _of_metric(data: ScoreSet, metric: str, question: Question) -> list[Correlation]:
    return [
        _correlation(
            metric,
            sides_at(data, metric, question.human, cell.level, question.system_scores),
            cell,
            question,
        )
        for cell in question.cells
    ]


def sides_at(
    data: ScoreSet, metric: str, human: str, level: Level, system_scores: SystemScores
) -> Sides:
    """Take the matrices of a metric and of people; with official system scores, of one column."""
    if level is Level.SYSTEM and system_scores == "files":
        x = data.system_scores.get(metric)
        z = data.system_judgments.get(human)
        if x is None or z is None:
            missing = metric if x is None else human
            raise UsageError(
                f"There are no official system scores of {missing!r}; give its .sys.score file, or "
                "use --system-scores means."
            )
        return Sides(x[:, None], z[:, None])
    return Sides(metric_scores(data, metric), human_scores(data, human))


def _correlation(metric: str, sides: Sides, cell: Cell, question: Question) -> Correlation:
    x, z = sides
    level, measure = cell
    measured = measure.of(x, z, level)
    interval, interval_reason = bounded(
        measure, measured.value, x, z, level=level, plan=question.plan
    )
    joint = ~np.isnan(jointly_present(x, z)[0])
    shape = int(joint.any(axis=1).sum()), int(joint.any(axis=0).sum())
    used = _used(joint, measured, level)
    skipped = Counter(REASONS[Undefined(code)] for code in measured.why.tolist() if code)
    several = len(measured.each) > 1
    return Correlation(
        metric=metric,
        human=question.human,
        level=level.value,
        coefficient=measure.name,
        value=measured.value,
        n_systems=shape[0],
        n_instances=shape[1],
        n_used=used,
        skipped=dict(sorted(skipped.items())) if several else {},
        interval=interval,
        p_value=_zero_p(x, z, level, measure, measured.value),
        reason=_reason(measured, skipped),
        interval_reason=interval_reason,
        epsilon=measured.epsilon,
        n_pairs=measured.n_pairs,
        signature=_signed(level, measure, question, f"{shape[0]}x{shape[1]}", used)
        + _found(measured),
        each=measured.each,
    )


def _used(joint: np.ndarray, measured: Measured, level: Level) -> int:
    if level is Level.SYSTEM:
        return int(joint.any(axis=1).sum())
    if level is Level.GLOBAL:
        return int(joint.sum())
    return int((measured.why == Undefined.DEFINED).sum())


def _reason(measured: Measured, skipped: Counter[str]) -> str | None:
    if not np.isnan(measured.value):
        return None
    return "; ".join(why for why, _ in skipped.most_common()) or "no group"


def _zero_p(x: Floats, z: Floats, level: Level, measure: Measure, value: float) -> float | None:
    """Two-sided p of no correlation, where SciPy defines one: system and global level."""
    known = {"pearson", "spearman", "kendall", "tau-b"}
    if level not in {Level.SYSTEM, Level.GLOBAL} or measure.name not in known or np.isnan(value):
        return None
    from scipy import stats

    if level is Level.SYSTEM and not measure.every_input:
        x, z = jointly_present(x, z)
    coefficient = measure.fixed(x, z, level)
    if level is Level.SYSTEM and coefficient is not None:
        x, z = coefficient.settled(system_means(x)), coefficient.settled(system_means(z))
    seen = ~(np.isnan(x) | np.isnan(z))
    x, z = x[seen], z[seen]
    if len(x) < 3:  # noqa: PLR2004 - two points always lie on a line
        return None
    if measure.name == "pearson":
        return float(stats.pearsonr(x, z).pvalue)
    if measure.name == "spearman":
        return float(stats.spearmanr(x, z).pvalue)
    return float(stats.kendalltau(x, z).pvalue)


def _signed(
    level: Level,
    measure: Measure,
    question: Question,
    shape: str,
    used: int,
) -> str:
    plan, average = question.plan, measure.average
    drawn = plan.method in {"bootstrap", "bca"}
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
        scores=question.system_scores if system else None,
        inputs=("all" if measure.every_input else "judged") if system else None,
        systems=question.filters.signature,
        n=shape,
        used=used,
        refs=question.references,
        ci=plan.signature,
        conf=plan.confidence if plan.method != "none" else None,
        resamples=plan.resamples if drawn else None,
        seed=plan.seed if drawn else None,
        version=version(),
    )


def _found(measured: Measured) -> str:
    epsilon = "" if measured.epsilon is None else f"|eps:{measured.epsilon:g}"
    return epsilon if measured.n_pairs is None else f"{epsilon}|pairs:{measured.n_pairs}"
