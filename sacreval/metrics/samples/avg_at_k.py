"""avg@k: the share of correct samples among the first k."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import metrics
from sacreval.metrics.samples._base import SamplesMetric, noise, tally

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Noise
    from sacreval.core.records import Instance


@metrics.register("avg-at-k")
@dataclass(frozen=True, kw_only=True)
class AvgAtK(SamplesMetric):
    """avg@k: the share of correct samples among the first k of a record, 0 to 1.

    Higher is better; the score of a system is the mean over records.

    Args:
        k: Number of leading samples that count; each of several values has its own output.
        n: Number of samples that every record must have; 0 for any number.
        scorer: Signature of the metric that compares samples with the references, such as
            exact-match or exact-match|normalize:squad. By default samples are flags, true or
            false; counts, {"n": 10, "c": 3}, are accepted if k covers all samples.
        threshold: Value of the scorer's main output from which a sample is correct.

    Source: the usual definition; records with fewer than k samples are an error.
    """

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `avg_at_<k>` for every k."""
        return (*(f"avg_at_{k}" for k in self.k), *self.further_outputs)

    def fault(self, instance: Instance) -> str | None:
        """Report counts where the order of samples is needed."""
        fault = super().fault(instance)
        if (
            fault is None
            and isinstance(instance.samples, Mapping)
            and self.k != (instance.samples["n"],)
        ):
            n = instance.samples["n"]
            return f"counts do not show which samples come first; give flags, or --k {n} for all"
        return fault

    def scores(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Average the first k."""
        if isinstance(prediction, Mapping):
            return [tally(prediction).c / k for k in self.k]
        return [tally(prediction[:k]).c / k for k in self.k]

    def sampling_noise(self, rows: Array) -> Mapping[str, Noise]:
        """Return the noise of the outputs of two samples or more."""
        import numpy as np

        noises = {
            name: noise((0.0, 1.0), np.full(len(rows), k), np.rint(rows[:, i] * k))
            for i, (name, k) in enumerate(zip(self.outputs, self.k, strict=False))
        }
        return {name: estimate for name, estimate in noises.items() if estimate is not None}
