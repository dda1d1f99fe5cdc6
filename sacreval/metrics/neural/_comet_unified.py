"""Base class of metrics on a unified model of COMET: texts are joined before they are encoded."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.metrics.neural._comet import CometMetric, Triple
from sacreval.metrics.neural._truncation import Truncation
from sacreval.models.comet_heads import depth, unified_head, unified_mixes
from sacreval.models.encoder import Encoder, encoder
from sacreval.models.tokens import TokenIds

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array

FIELDS = {"src": "sources", "ref": "references"}


class Pass(NamedTuple):
    """What the model says of one joining of an output with other texts.

    Args:
        score: The score.
        labels: Probability of each label of each token of the output, array (tokens, labels);
            without columns if the model does not label tokens.
    """

    score: float
    labels: Array


@dataclass(frozen=True, kw_only=True)
class UnifiedCometMetric(CometMetric):
    """Base class of metrics on a unified model of COMET.

    Args:
        reference_free: Leave out the references, which models that read source and reference can
            do; such scores must not be compared with those with references.
    """

    reference_free: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._found.settings.encoder_model == "BERT":
            raise UsageError(
                f"{self.model}: {self.name} does not read a unified model on BERT; use one on "
                "XLM-RoBERTa"
            )

    def watches(self) -> Sequence[Watch]:
        """Return a count of joined texts that are cut, and what the base counts."""
        cut = Truncation(self.name, self._found.most, self._joined, self.triples)
        return [cut, *super().watches()]

    def judge(self, triples: Sequence[Triple]) -> list[Array]:
        """Run the model on every joining of the texts, and combine what it says of each output."""
        import numpy as np

        return [np.array(self.combine(passes)) for passes in self.passes(triples)]

    def passes(self, triples: Sequence[Triple]) -> list[list[Pass]]:
        """Run the model on every joining of the texts of each triple.

        Args:
            triples: The texts.
        """
        ways = self._ways()
        inputs = [
            tuple(getattr(triple, name) for name in way) for triple in triples for way in ways
        ]
        encoded = self._encoder().encode([tokens.ids for tokens in self._join(inputs)])
        every = [
            Pass(float(states[0]), self._labels(texts[0], states[1:]))
            for texts, states in zip(inputs, encoded, strict=True)
        ]
        n = len(ways)
        return [every[i : i + n] for i in range(0, len(every), n)]

    @abstractmethod
    def combine(self, passes: Sequence[Pass]) -> Sequence[float]:
        """Return the outputs of a triple.

        Args:
            passes: With output and source, with output and reference, with all three; or one.
        """

    def _labels(self, mt: str, probabilities: Array) -> Array:
        """Return the probabilities (tokens, labels) of the tokens of an output."""
        labels = 1 + len(self._found.settings.error_labels)
        return probabilities.reshape(-1, labels)[: len(self._tokens([mt])[0].ids)]

    def _segments(self) -> tuple[str, ...]:
        """Return the texts that are read: mt, src and ref, or two of them."""
        segments = self._found.settings.input_segments
        return tuple(x for x in ("mt", "src", "ref") if x in segments and self._reads(x))

    def _reads(self, segment: str) -> bool:
        return segment != "ref" or not self.reference_free

    def _ways(self) -> tuple[tuple[str, ...], ...]:
        """Return which texts are joined in each run of the model."""
        whole = self._segments()
        return (("mt", "src"), ("mt", "ref"), whole) if len(whole) > len(FIELDS) else (whole,)

    def _needed(self) -> tuple[str, ...]:
        needed = tuple(FIELDS[x] for x in ("ref", "src") if x in self._segments())
        if not needed:
            raise UsageError(
                f"{self.model}: this model reads output and reference alone; leave out "
                "--reference-free"
            )
        return needed

    def _joined(self, triples: Sequence[Triple]) -> list[TokenIds]:
        """Tokenize the longest joining of each triple."""
        return self._join(
            [tuple(getattr(triple, x) for x in self._segments()) for triple in triples]
        )

    def _join(self, inputs: Sequence[tuple[str, ...]]) -> list[TokenIds]:
        """Tokenize texts, and join those of each input: <s> a </s></s> b </s></s> c </s>."""
        self._tokens([text for texts in inputs for text in texts])  # faster together
        return [self._concatenated(self._tokens(texts)) for texts in inputs]

    def _concatenated(self, parts: Sequence[TokenIds]) -> TokenIds:
        first, *others = (part.ids for part in parts)
        between = first[-1:] * (self._found.settings.separators - 1)
        ids = first + tuple(x for other in others for x in (*between, *other[1:]))
        cut = sum(part.cut for part in parts) + max(0, len(ids) - self._found.most)
        words, unknown = sum(part.words for part in parts), sum(part.unknown for part in parts)
        return TokenIds(ids[: self._found.most], words, cut, unknown)

    def _encoder(self) -> Encoder:
        """Return the encoder, which turns joined texts into what the heads compute."""
        checkpoint = self._found
        layers = tuple(range(depth(checkpoint) + 1))
        head, mixes = unified_head(checkpoint), unified_mixes(checkpoint)
        return encoder(checkpoint.encoder, layers, self.dtype, self.device, head, mixes=mixes)
