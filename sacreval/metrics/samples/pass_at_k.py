"""pass@k (Chen et al. 2021): the chance that one of k samples is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sacreval.core.metric import metrics
from sacreval.metrics.samples._base import SamplesMetric, at_least, tally


@metrics.register("pass-at-k")
@dataclass(frozen=True, kw_only=True)
class PassAtK(SamplesMetric):
    """pass@k: the chance that k samples drawn from a record's hold a right one, 0 to 1.

    It is the unbiased estimate, from all samples of a record, however many it has.

    Args:
        k: How many samples are drawn; several values give several outputs.
        n: How many samples every record must hold; 0 lets them differ.
        scorer: The signature of a metric that judges samples beside the references, such as
            exact-match or exact-match|normalize:squad. By default samples are flags, true or
            false, or counts: {"n": 10, "c": 3}.
        threshold: What the scorer's first output must reach for a sample to be right.

    Source: Chen et al. 2021. sacreval runs no code: give flags, counts, or a scorer of texts.
    """

    @property
    def outputs(self) -> tuple[str, ...]:
        """For every k `pass_at_<k>`."""
        return tuple(f"pass_at_{k}" for k in self.k)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Draw from the samples."""
        del prepared
        n, c = tally(prediction)
        return [at_least(1, n, c, k) for k in self.k]
