"""Results of a meta-evaluation, and their conversion to JSON values without NaN."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np

from sacreval.stats.arrays import Floats
from sacreval.stats.association.levels import Undefined

REASONS = {
    Undefined.EMPTY: "no cell with both scores",
    Undefined.TOO_FEW: "fewer than two cells with both scores",
    Undefined.CONSTANT_METRIC: "constant metric scores",
    Undefined.CONSTANT_HUMAN: "constant human scores",
    Undefined.NO_PAIR: "no pair that the coefficient counts",
    Undefined.TOO_MANY: "over 20 million pairs of systems",
}


@dataclass(frozen=True)
class IntervalFound:
    """A confidence interval and how it was computed.

    Attributes:
        low: Lower end.
        high: Upper end.
        method: The method and its units, such as `percentile-both`.
        confidence: Confidence level, in (0, 1).
        resamples: Number of draws; None if nothing is drawn.
        seed: Seed of the draws; None if nothing is drawn.
        n_defined: Number of draws for which the coefficient is defined.
        units: Units to which the interval generalises: systems, inputs or both.
        reason: Why `auto` chose the method; None if the option named it.
    """

    low: float
    high: float
    method: str
    confidence: float
    resamples: int | None = None
    seed: int | None = None
    n_defined: int | None = None
    units: str | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Correlation:
    """The correlation of a metric with a human score.

    Attributes:
        metric: Flat name of the metric.
        human: Flat name of the human score.
        level: summary, system, global or group-by-system.
        coefficient: Name of the coefficient.
        value: NaN (null in JSON) where undefined; see `reason`.
        n_systems: Systems with at least one cell scored on both sides.
        n_instances: Instances with at least one cell scored on both sides; 0 for official scores of
            whole systems.
        n_used: Number of averaged groups (summary, group-by-system), of systems (system), or of
            cells (global).
        skipped: Reason to number of groups without a value.
        interval: The confidence interval, or None; see `interval_reason`.
        p_value: Two-sided p of no correlation, at system and global level.
        reason: Why there is no value.
        interval_reason: Why there is no interval.
        epsilon: Tie threshold of acc-eq.
        n_pairs: Number of pairs of systems that sys-delta counts.
        signature: All conditions of the number.
        chance: What a metric without information reaches; only for pairwise accuracies.
        turned: Which scores were multiplied by -1, as smaller ones are better: metric, human or
            both; None if neither.
        each: Value of each group, shape (groups,), for plots; not in JSON.
    """

    metric: str
    human: str
    level: str
    coefficient: str
    value: float
    n_systems: int
    n_instances: int
    n_used: int
    skipped: Mapping[str, int]
    interval: IntervalFound | None
    p_value: float | None
    reason: str | None
    interval_reason: str | None
    epsilon: float | None
    n_pairs: int | None
    signature: str
    chance: float | None = None
    turned: str | None = None
    each: Floats = field(
        repr=False, compare=False, metadata={"json": False}, default_factory=lambda: np.zeros(0)
    )


@dataclass(frozen=True)
class MetricTest:
    """A test whether one metric correlates better with human scores than another.

    Attributes:
        metric_a: First metric.
        metric_b: Second metric.
        human: Name of the human score.
        level: Name of the level.
        coefficient: Name of the coefficient.
        delta: r(A) - r(B) on the cells with scores of A, of B and of people.
        p_value: p-value; NaN (null) where undefined, see `reason`.
        p_adjusted: p-value corrected for all tests of this level and coefficient.
        significant: Whether `p_adjusted` is at most alpha.
        correction: `holm`, `bonferroni`, `bh` or `none`.
        n_tests: Number of tests that the correction is for.
        alpha: Significance level.
        test: Name of the test.
        alternative: `greater` (A is better) or `two-sided`.
        population: The population to which the test generalises, as a sentence.
        chosen: Why `auto` chose the test; None if the option named it.
        reason: Why there is no p-value.
        signature: All conditions of the number.
    """

    metric_a: str
    metric_b: str
    human: str
    level: str
    coefficient: str
    delta: float
    p_value: float
    p_adjusted: float
    significant: bool
    correction: str
    n_tests: int
    alpha: float
    test: str
    alternative: str
    population: str
    chosen: str | None
    reason: str | None
    signature: str


@dataclass(frozen=True)
class RankedMetric:
    """The rank of a metric.

    Attributes:
        metric: Flat name of the metric.
        level: Name of the level.
        coefficient: Name of the coefficient.
        value: The correlation.
        cluster: The rank, from 1; a new one begins where a metric of the rank above is
            significantly better.
        test: Name of the test that ranks follow from.
        alternative: `greater` or `two-sided`.
        correction: The correction of its p-values.
        alpha: Significance level.
    """

    metric: str
    level: str
    coefficient: str
    value: float
    cluster: int
    test: str
    alternative: str
    correction: str
    alpha: float


@dataclass(frozen=True)
class TaskAverage:
    """The average of a metric over tasks.

    Attributes:
        metric: Flat name of the metric.
        human: Name of the human score.
        level: Name of the level, or `all` for an average over several.
        coefficient: Name of the coefficient, or `all`.
        value: Weighted mean over tasks.
        n_tasks: Number of averaged values.
        weights: `equal`, or `pairs` if tasks are weighted by their pairs of systems.
        scale: `as-is`; or `0-1` if correlations r, as (r + 1) / 2, are averaged with accuracies.
        cluster: The rank, from 1; None without a test.
        signature: All conditions of the number.
    """

    metric: str
    human: str
    level: str
    coefficient: str
    value: float
    n_tasks: int
    weights: str
    scale: str
    cluster: int | None
    signature: str


@dataclass(frozen=True)
class CorrelationReport:
    """The results of a run.

    Attributes:
        results: Correlations.
        tests: Comparisons of metrics.
        ranking: Rank clusters.
        notes: Notes on what was left out, and on uneven data.
        families: Families of the tests, for averages over tasks; not in JSON.
    """

    results: Sequence[Correlation] = ()
    tests: Sequence[MetricTest] = ()
    ranking: Sequence[RankedMetric] = ()
    notes: Sequence[str] = ()
    families: Sequence[Any] = field(repr=False, compare=False, metadata={"json": False}, default=())

    def to_json(self) -> dict[str, Any]:
        """Convert the results to JSON values; NaN becomes None."""
        plain: dict[str, Any] = to_plain(self)
        return plain


def to_plain(value: Any) -> Any:
    """Convert dataclasses, tuples and NumPy numbers into JSON values, NaN into None."""
    if is_dataclass(value) and not isinstance(value, type):
        shown = [f for f in fields(value) if f.metadata.get("json", True)]
        return {f.name: to_plain(getattr(value, f.name)) for f in shown}
    if isinstance(value, Mapping):
        return {str(k): to_plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray | list | tuple):
        return [to_plain(v) for v in value]
    if isinstance(value, np.generic):
        return to_plain(value.item())
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    return value
