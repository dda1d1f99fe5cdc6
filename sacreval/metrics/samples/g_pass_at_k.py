"""G-pass@k and mG-pass@k (Liu et al. 2025): the probability that most of k samples are correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.samples._base import SubsetMetric, at_least, tally


@metrics.register("g-pass-at-k")
@dataclass(frozen=True, kw_only=True)
class GPassAtK(SubsetMetric):
    """G-pass@k: the probability that a share of k drawn samples is correct, 0 to 1.

    Higher is better; the score of a system is the mean over records. mG-pass@k is twice the mean
    of G-pass@k over the shares above a half.

    Args:
        k: Number of samples drawn; each of several values has its own output.
        n: Number of samples that every record must have; 0 for any number.
        scorer: Signature of the metric that compares samples with the references, such as
            exact-match or exact-match|normalize:squad. By default samples are flags, true or
            false, or counts: {"n": 10, "c": 3}.
        threshold: Value of the scorer's main output from which a sample is correct.
        shares: Required shares of correct samples, 0 to 1; at least one sample must be correct.

    Source: Liu et al. 2025.
    """

    shares: tuple[float, ...] = (0.25, 0.5, 0.75, 1.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not all(0.0 <= share <= 1.0 for share in self.shares):
            raise UsageError("shares must be numbers from 0 to 1")
        object.__setattr__(self, "main", f"mg_pass_at_{self.k[0]}")  # the mean over shares

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `g_pass_at_<k>_<share>` and `mg_pass_at_<k>` for every k."""
        names = (
            name
            for k in self.k
            for name in (*(f"g_pass_at_{k}_{s:g}" for s in self.shares), f"mg_pass_at_{k}")
        )
        return (*names, *self.further_outputs)

    def scores(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Compute the probabilities of drawing enough correct samples."""
        n, c = tally(prediction)
        scores: list[float] = []
        for k in self.k:
            scores += [at_least(max(ceil(k * share), 1), n, c, k) for share in self.shares]
            upper = range(ceil(k / 2) + 1, k + 1)
            scores.append(2.0 / k * sum(at_least(i, n, c, k) for i in upper))
        return scores

    def kernels(self) -> Mapping[str, Sequence[float]]:
        """Return whether enough samples are correct, and twice the mean over upper shares."""
        kernels: dict[str, Sequence[float]] = {}
        for k in self.k:
            for share in self.shares:
                least = max(ceil(k * share), 1)
                kernels[f"g_pass_at_{k}_{share:g}"] = [float(j >= least) for j in range(k + 1)]
            upper = range(ceil(k / 2) + 1, k + 1)
            kernels[f"mg_pass_at_{k}"] = [
                2.0 / k * sum(j >= i for i in upper) for j in range(k + 1)
            ]
        return kernels
