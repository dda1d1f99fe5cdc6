"""MetricX (Juraska et al. 2023, 2024): a translation's errors as a number that a model states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics._pairs import PairMetric, combined
from sacreval.metrics.neural._batched_model import FirstStepMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

TOKEN = 250_089  # <extra_id_10> of mT5, whose logit at the first step is the score
WORST = 25.0


@metrics.register("metricx")
@dataclass(frozen=True, kw_only=True)
class MetricX(PairMetric, FirstStepMetric):
    """MetricX: errors of a translation as MQM counts them, 0 (none) to 25.

    Lower is better. A model reads the source, the output and a reference and states a number. Of
    several references the lowest number counts. Several sources are joined by a blank. Inputs
    beyond the largest number of tokens are cut at their end, with a notice. The score of a system
    is the mean. Models are mT5 checkpoints such as google/metricx-24-hybrid-large-v2p6, whose
    tokenizer, that of google/mt5-xl, must lie in the same folder. Needs `pip install
    'sacreval[neural]'`; no model is downloaded.

    Args:
        version: What the model reads. 24: source, output and reference; 23: output and reference.
        qe: Leave out the reference, as the reference-free models (QE) of 23 and the hybrid ones of
            24 do; 23 then reads the source.
        max_tokens: Most tokens of an input, 2 or more, 0 for the authors': 1536 of 24, 1024 of 23.

    Source: MetricX of its authors (commits fc4978e and 4875437).
    """

    score_scale = ScoreScale(mean=True, spans={"*": (0.0, 25.0)})
    model_types: ClassVar[tuple[str, ...]] = ("mt5",)
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation",)
    needs: ClassVar[tuple[str, ...]] = ("references", "sources")
    higher_is_better: ClassVar[bool] = False
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (  # a perfect output need not be best
        {"prediction": "the cat", "references": ["a cat", "the cat sat"], "sources": ["mat"]},
        {"prediction": "", "references": ["boys", "four"], "sources": ["four", "dog"]},
    )

    version: Literal["24", "23"] = "24"
    qe: bool = False
    max_tokens: int = 0

    def __post_init__(self) -> None:
        if not self.max_tokens:
            object.__setattr__(self, "max_tokens", 1536 if self.version == "24" else 1024)
        super().__post_init__()
        references = () if self.qe else ("references",)
        sources = ("sources",) if self.qe or self.version == "24" else ()
        object.__setattr__(self, "needs", references + sources)

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the id of the token whose logit is the score."""
        return (TOKEN,)

    def inputs(self, record: Instance) -> Sequence[str]:
        """Return what the model reads, once for each reference."""
        candidate = f"candidate: {record.prediction}"
        source = f"source: {' '.join(record.sources or ())}"
        parts = [candidate, source] if self.version == "23" else [source, candidate]
        if self.qe:
            return [" ".join(parts)]
        prefix = [candidate] if self.version == "23" else parts
        return [f"{' '.join(prefix)} reference: {text}" for text in record.references or ()]

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the number (p,) that the model states for each input."""
        import numpy as np

        from sacreval.stats.segments import offsets

        inputs = [self.inputs(record) for record in batch]
        logits = self.logits([text for texts in inputs for text in texts], end=False)
        return np.clip(logits[:, 0], 0.0, WORST), offsets(map(len, inputs))

    def _combined(self, pairs: Array, starts: Array) -> Array:
        """Select the lowest number of each output."""
        return -combined(-pairs, starts, "best")
