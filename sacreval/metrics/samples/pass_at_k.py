"""pass@k (Chen et al. 2021): the probability that one of k samples is correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sacreval.core.metric import metrics
from sacreval.metrics.samples._base import SubsetMetric, at_least, tally


@metrics.register("pass-at-k")
@dataclass(frozen=True, kw_only=True)
class PassAtK(SubsetMetric):
    """pass@k: the probability that one of k samples drawn from a record is correct, 0 to 1.

    Higher is better. It is the unbiased estimate from all samples of a record; the score of a
    system is the mean over records.

    Args:
        k: Number of samples drawn; each of several values has its own output.
        n: Number of samples that every record must have; 0 for any number.
        scorer: Signature of the metric that compares samples with the references, such as
            exact-match or exact-match|normalize:squad. By default samples are flags, true or
            false, or counts: {"n": 10, "c": 3}.
        threshold: Value of the scorer's main output from which a sample is correct.

    Source: Chen et al. 2021. `sacreval run-tests` runs programs; its verdicts are read as flags.
    """

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `pass_at_<k>` for every k."""
        return (*(f"pass_at_{k}" for k in self.k), *self.further_outputs)

    def scores(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Compute the probability of drawing a correct sample."""
        n, c = tally(prediction)
        return [at_least(1, n, c, k) for k in self.k]

    def kernels(self) -> Mapping[str, Sequence[float]]:
        """Return 0 without a correct sample, else 1."""
        return {f"pass_at_{k}": [0.0] + [1.0] * k for k in self.k}
