"""Expected calibration error (Naeini et al. 2015)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import Calibrated, ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.metrics.labels._curves import ProbabilityMetric
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("calibration-error")
@dataclass(frozen=True, kw_only=True)
class CalibrationError(ProbabilityMetric):
    """Expected calibration error: distance of confidence from the share of correct answers, 0 to 1.

    Lower is better. The prediction is a confidence, 0 to 1; the one reference is 1 if the answer
    was correct, else 0. Confidences are grouped in bins of equal width.

    Args:
        bins: Number of bins, 1 or more. A value on a border is in the upper bin, 1 in the last.

    Source: Naeini, Cooper and Hauskrecht 2015; the largest gap of a bin is reported too.
    """

    score_scale = ScoreScale(
        greatest={
            "calibration_error": 1.0,
            "largest_calibration_error": 1.0,
        }
    )

    bins: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bins < 1:
            raise UsageError(f"bins is {self.bins}; give 1 or more")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the expected error and of the largest error of a bin."""
        return ("calibration_error", "largest_calibration_error")

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return count, confidence and hits of every bin."""
        row = [0.0] * (3 * self.bins)
        place = 3 * min(int(prediction * self.bins), self.bins - 1)
        row[place : place + 3] = [1.0, float(prediction), float(prepared[0])]
        return row

    def under_calibration(self, rows: Array) -> Calibrated:
        """Return the rows with each label."""
        import numpy as np

        bins = np.repeat(rows[:, 0::3], 3, axis=1)  # 1 in the columns of each record's bin
        hits = np.arange(rows.shape[1]) % 3 == 2
        wrong = np.where(hits, 0.0, rows)
        return Calibrated(rows[:, 1::3].sum(axis=1), wrong, np.where(hits, bins, rows))

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Average the gaps of the bins, weighted by their counts."""
        import numpy as np

        n, confidence, hits = (sums[..., i::3] for i in range(3))
        gaps = np.abs(hits - confidence)
        return {
            "calibration_error": ratio(gaps.sum(axis=-1), n.sum(axis=-1), otherwise=0.0),
            "largest_calibration_error": ratio(gaps, n, otherwise=0.0).max(axis=-1),
        }
