"""Tau of systems whose scores lie close together: by score gap, on full test sets."""

from collections.abc import Sequence
from dataclasses import dataclass

from sacreval.meta.results import to_plain
from sacreval.meta.scores import ScoreSet
from sacreval.meta.selection import Filters, SystemKind, human_scores, metric_scores, select
from sacreval.stats.differences import tau_within_gap
from sacreval.stats.levels import system_means


@dataclass(frozen=True)
class GapResult:
    """Tau over the pairs of systems whose metric scores differ by (low, high].

    Attributes:
        metric: The metric.
        human: The human score.
        low: In units of the metric, exclusive.
        high: In units of the metric, inclusive.
        tau: (C - D) / pairs; NaN (null) without a pair.
        n_pairs: Pairs within the gap.
    """

    metric: str
    human: str
    low: float
    high: float
    tau: float
    n_pairs: int

    def to_json(self) -> dict[str, object]:
        """Plain values; NaN becomes null."""
        plain: dict[str, object] = to_plain(self)
        return plain


def tau_by_gap(
    data: ScoreSet,
    *,
    human: str,
    metric: str,
    gaps: Sequence[tuple[float, float]],
    systems: SystemKind = "peer",
    exclude: Sequence[str] = (),
) -> list[GapResult]:
    """Compute r_sys-delta(l, u) for some gaps; the metric is averaged over all inputs it has.

    Args:
        data: Scores and judgments, from `load_scores`.
        human: The human score, averaged over the inputs that people judged.
        metric: The metric.
        gaps: Pairs of bounds, in units of the metric.
        systems: `peer`, `reference` or `all`.
        exclude: Systems to leave out.
    """
    data = select(data, human, Filters(systems=systems, exclude=tuple(exclude)))
    x, z = system_means(metric_scores(data, metric)), system_means(human_scores(data, human))
    return [
        GapResult(metric, human, low, high, *tau_within_gap(x, z, low, high)) for low, high in gaps
    ]
