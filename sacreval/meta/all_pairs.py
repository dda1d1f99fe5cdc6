"""All pairs of metrics at one level with one coefficient, tested with the same draws."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sacreval.meta.correlate import SystemScores, sides_at
from sacreval.meta.measures import Measure, Plain, SoftAccuracy, TieCalibrated
from sacreval.meta.run_test import PairVerdict, Three, run_trial
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.test_plan import Trial, make_trial
from sacreval.stats.arrays import Floats
from sacreval.stats.levels import Level

WMT = "wmt"


@dataclass(frozen=True)
class Family:
    """All pairs of metrics at one level with one coefficient.

    Attributes:
        level: The level.
        coefficient: The coefficient.
        is_accuracy: Whether values lie in [0, 1].
        metrics: Best first; ties by name.
        values: Their correlations.
        verdicts: One a pair, in the order of `numpy.triu_indices` over `metrics`.
        trial: The test.
        over: The tasks that are averaged, None in a single one.
    """

    level: str
    coefficient: str
    is_accuracy: bool
    metrics: tuple[str, ...]
    values: Floats
    verdicts: tuple[PairVerdict, ...]
    trial: Trial
    over: str | None = None

    def verdict(self, better: str, worse: str) -> PairVerdict:
        """Give the verdict on a pair, whichever of the two stands first."""
        i, k = self.metrics.index(better), self.metrics.index(worse)
        low, high, n = min(i, k), max(i, k), len(self.metrics)
        found = self.verdicts[low * n - low * (low + 1) // 2 + high - low - 1]
        return found if i < k else found.turned()


def compare_family(
    data: ScoreSet,
    *,
    human: str,
    metrics: Sequence[str],
    level: Level,
    measure: Measure,
    test: str,
    resamples: int = 1_000,
    seed: int = 12_345,
    exact: bool | None = None,
    absolute: bool = False,
    system_scores: SystemScores = "means",
) -> Family:
    """Test all pairs of metrics at one level with one coefficient, all with the same draws.

    Args:
        data: The scores that take part (see `selection.select`).
        human: The human score.
        metrics: Names of metrics.
        level: The level.
        measure: The coefficient.
        test: Name of the test, or `wmt`.
        resamples: Draws.
        seed: Of the draws.
        exact: See `compare_metrics`.
        absolute: See `compare_metrics`.
        system_scores: See `compare_metrics`.
    """
    sides = {m: sides_at(data, m, human, level, system_scores) for m in metrics}
    values = {m: measure.of(side.x, side.z, level).value for m, side in sides.items()}
    order = sorted(metrics, key=lambda m: (np.isnan(values[m]), -np.nan_to_num(values[m]), m))
    shape = sides[order[0]].z.shape
    trial = make_trial(
        of_wmt(level, measure) if test == WMT else test,
        (shape[0], shape[1]),
        level,
        resamples=resamples,
        seed=seed,
        # Listing is cheap for a coefficient only, of which products give thousands at once.
        exact=exact if exact is not None or isinstance(measure, Plain) else False,
        absolute=absolute,
    )
    verdicts = tuple(
        run_trial(
            trial, measure, Three(sides[order[i]].x, sides[order[k]].x, sides[order[i]].z), level
        )
        for i, k in zip(*np.triu_indices(len(order), 1), strict=True)
    )
    return Family(
        level.value,
        measure.name,
        measure.is_accuracy,
        tuple(order),
        np.array([values[m] for m in order]),
        verdicts,
        trial,
    )


def of_wmt(level: Level, measure: Measure) -> str:
    """Choose the permutation that the WMT metrics task runs.

    It swaps scores of systems at system level, every cell elsewhere and for soft pairwise accuracy,
    and for acc_eq, whose metrics differ in epsilon, the verdicts on pairs.
    """
    if isinstance(measure, TieCalibrated):
        return "perm-pairs"
    is_system = level is Level.SYSTEM and not isinstance(measure, SoftAccuracy)
    return "perm-systems" if is_system else "perm-both-cells"
