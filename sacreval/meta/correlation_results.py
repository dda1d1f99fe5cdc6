"""What a meta-evaluation finds, as plain values that turn into JSON without NaN."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np

from sacreval.stats.arrays import Floats
from sacreval.stats.levels import Undefined

REASONS = {
    Undefined.EMPTY: "no cell with both scores",
    Undefined.TOO_FEW: "fewer than two cells with both scores",
    Undefined.CONSTANT_METRIC: "constant metric scores",
    Undefined.CONSTANT_HUMAN: "constant human scores",
    Undefined.NO_PAIR: "no pair that the coefficient counts",
    Undefined.TOO_MANY: "over 20 million pairs (with --epsilon, acc-eq need not list them)",
}


@dataclass(frozen=True)
class IntervalFound:
    """A confidence interval and how it was computed.

    Attributes:
        low: Lower end.
        high: Upper end.
        method: The method and its units, such as `percentile-both`.
        confidence: Its level, between 0 and 1.
        resamples: Number of draws, None without.
        seed: Of the draws.
        n_defined: Draws that define the coefficient.
        units: What the interval is over: systems, inputs or both.
        reason: Why `auto` chose the method; None where it was named.
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
    """A correlation.

    Attributes:
        metric: Flat name of the metric.
        human: Flat name of the human dimension.
        level: summary, system, global or group-by-system.
        coefficient: Name of the coefficient.
        value: NaN (null in JSON) where undefined; see `reason`.
        n_systems: Systems with at least one cell scored on both sides.
        n_instances: Instances with at least one cell scored on both sides.
        n_used: Groups averaged (summary, group-by-system), systems (system), or cells (global).
        skipped: Groups that were not averaged, by reason.
        interval: None where there is none; see `interval_reason`.
        p_value: Two-sided, of no correlation at all; at system and global level.
        reason: Why there is no value.
        interval_reason: Why there is no interval.
        epsilon: Tie threshold of acc-eq.
        n_pairs: Pairs of systems that sys-delta counts.
        signature: Everything the number depends on.
        each: Value of each group, for plots; not in JSON.
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
    each: Floats = field(
        repr=False, compare=False, metadata={"json": False}, default_factory=lambda: np.zeros(0)
    )


@dataclass(frozen=True)
class MetricTest:
    """Whether one metric correlates better with people than another.

    Attributes:
        metric_a: First metric.
        metric_b: Second metric.
        human: Human dimension.
        level: The level.
        coefficient: The coefficient.
        delta: r(A) - r(B) on the cells that A, B and people share.
        p_value: Of the alternative; NaN (null) where undefined, see `reason`.
        p_adjusted: Corrected for all tests of this level and coefficient.
        significant: Whether `p_adjusted` is at most alpha.
        correction: `holm`, `bonferroni`, `bh` or `none`.
        n_tests: How many tests it is over.
        alpha: Level of significance.
        test: Name of the test.
        alternative: `greater` (A is better) or `two-sided`.
        population: What the test generalises to, as a sentence.
        chosen: Why `auto` chose the test; None where it was named.
        reason: Why there is no p-value.
        signature: Everything the number depends on.
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
class Ranked:
    """A metric's place in a ranking.

    Attributes:
        metric: The metric.
        level: The level.
        coefficient: The coefficient.
        value: Its correlation.
        cluster: From 1; a new one begins where a member of the one above is significantly better.
        test: The test that clusters rest on, as reported in `tests`.
        alternative: Its sides.
        correction: How its p-values were corrected.
        alpha: Its level of significance.
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
    """A metric's average over tasks.

    Attributes:
        metric: The metric.
        human: Human dimension.
        level: The level, or `all` over several.
        coefficient: The coefficient, or `all`.
        value: Weighted mean over tasks.
        n_tasks: Values that were averaged.
        weights: `equal`, or `pairs` where tasks count by their pairs of systems: pairs are pooled.
        scale: `as-is`, or `0-1` where correlations r and accuracies meet, and r is (r + 1) / 2.
        cluster: From 1; None without a test.
        signature: Everything the number depends on.
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
        notes: What was left out, and what is uneven in the data.
        families: The verdicts behind the tests, for averages over tasks; not in JSON.
    """

    results: Sequence[Correlation] = ()
    tests: Sequence[MetricTest] = ()
    ranking: Sequence[Ranked] = ()
    notes: Sequence[str] = ()
    families: Sequence[Any] = field(repr=False, compare=False, metadata={"json": False}, default=())

    def to_json(self) -> dict[str, Any]:
        """Plain values for a JSON encoder; NaN becomes null."""
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
