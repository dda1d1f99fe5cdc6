"""Perplexity of a language model, per token, word, byte or sequence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.field_types import NAMED_NUMBERS, Kind
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance

Per = Literal["token", "word", "byte", "sequence"]


@metrics.register("perplexity")
@dataclass(frozen=True, kw_only=True)
class Perplexity(Metric):
    """Perplexity: exp of the mean negative log-probability; lower is better.

    It is 1 or more. Log-probabilities and units are summed over texts before they are divided.
    `sequence` holds the natural logarithm of a text's probability and its numbers of units:
    {"logprob": -10.5, "tokens": 5, "words": 4, "bytes": 21}. With bytes, bits per byte are
    reported too.

    Args:
        per: Units to average over. sequence is a whole text, so that long texts weigh more.

    Source: the perplexity scores of the lm-evaluation-harness and lighteval.
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("language-modelling", "generation")
    judges: ClassVar[str] = "sequence"
    needs: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[Mapping[str, Kind]] = {"sequence": NAMED_NUMBERS}
    higher_is_better: ClassVar[bool] = False
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"sequence": {"logprob": -10.0, "tokens": 5, "words": 4, "bytes": 21}},
        {"sequence": {"logprob": -20.0, "tokens": 8, "words": 7, "bytes": 30}},
    )

    per: tuple[Per, ...] = ("token",)

    def __post_init__(self) -> None:
        if not self.per or len(set(self.per)) < len(self.per):
            raise UsageError("per must list at least one unit, each given once")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the perplexity of every unit, and bits per byte."""
        bits = ("bits_per_byte",) if "byte" in self.per else ()
        return (*(f"perplexity_per_{unit}" for unit in self.per), *bits)

    def fault(self, instance: Instance) -> str | None:
        """Report log-probabilities above 0, and missing counts of units."""
        sequence = instance.sequence or {}
        if "logprob" not in sequence:
            return "`sequence` has no `logprob`; add the natural logarithm of the probability"
        if sequence["logprob"] > 0:
            return f"the log-probability is {sequence['logprob']}, above 0; correct it"
        for unit in self.per:
            if unit != "sequence" and sequence.get(f"{unit}s", 0) <= 0:
                return f"`sequence` has no `{unit}s`; add them, or drop --per {unit}"
        return None

    def row(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Return the log-probability and the numbers of units."""
        units = [1.0 if u == "sequence" else prediction[f"{u}s"] for u in self.per]
        return [prediction["logprob"], *units]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Exponentiate the mean negative log-probability of each unit."""
        import numpy as np

        log = sums[..., 0]
        scores = {
            f"perplexity_per_{unit}": np.exp(-log / sums[..., i])
            for i, unit in enumerate(self.per, start=1)
        }
        if "byte" in self.per:
            count = sums[..., 1 + self.per.index("byte")]
            scores["bits_per_byte"] = -log / count / np.log(2.0)
        return scores
