"""Base classes of metrics on a model of COMET, which encodes texts apart or joined."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.errors import UsageError
from sacreval.metrics._pairs import PairMetric, combined
from sacreval.metrics.neural._base import SCORES, ModelMetric
from sacreval.metrics.neural._model_notices import SeveralReferences, Truncation
from sacreval.models.comet_heads import depth, unified_head, unified_mixes
from sacreval.models.encoder import Encoder, encoder
from sacreval.models.tokenization import TokenIds, Tokenizer, tokenizer
from sacreval.models.weights.comet_checkpoint import (
    HPARAMS,
    CometCheckpoint,
    comet_checkpoint,
    settings,
)

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance
    from sacreval.models.weights.weights import Checkpoint


METRICS = {
    "regression_metric": "comet",
    "referenceless_regression_metric": "comet",
    "unified_metric": "comet-kiwi",
    "xcomet_metric": "xcomet",
}
FOLLOWED = "2.2.7"  # of unbabel-comet


class Triple(NamedTuple):
    """The texts of one score.

    Args:
        mt: The output.
        src: The source; "" if the model does not read it.
        ref: The reference; "" if the model does not read it.
    """

    mt: str
    src: str
    ref: str


@dataclass(frozen=True, kw_only=True)
class CometMetric(PairMetric, ModelMetric):
    """Base class of metrics on a model of COMET.

    Args:
        multi_reference: With several references, use the best score (best) or the mean of the
            scores with each (mean); COMET is defined for one.
    """

    learned: ClassVar[bool] = True  # from judgments: another text may score above the reference
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation",)
    needs: ClassVar[tuple[str, ...]] = ("references", "sources")

    multi_reference: Literal["best", "mean"] = "best"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "needs", self._needed())

    @classmethod
    def misfit(cls, folder: Path) -> str:
        """Return why a model is none of COMET, or of another metric; "" if it fits."""
        if not (folder / HPARAMS).is_file():
            return f"it has no {HPARAMS}, so that it is no model of COMET{cls._fetched()}"
        kind = settings(folder).class_identifier
        if METRICS.get(kind) == cls.name:
            return ""
        remedy = f"score with {METRICS[kind]}" if kind in METRICS else "use another model"
        return f"{cls.name} does not read a {kind}; {remedy}"

    @abstractmethod
    def _needed(self) -> tuple[str, ...]:
        """Return the fields that the model reads beside the output: references, sources or both."""

    @abstractmethod
    def judge(self, triples: Sequence[Triple]) -> list[Array]:
        """Compute the outputs (k,) of each triple with the model."""

    def watches(self) -> Sequence[Watch]:
        """Return a count of records with several references, of which the model reads one."""
        reads = "references" in self.needs
        return [SeveralReferences(self.name, self.multi_reference)] if reads else []

    def short_signature(self) -> str:
        """Return the signature that sacrecomet prints: Python, COMET, precision and model.

        The version of COMET is the one that sacreval's definition follows.

        Source: Zouhar et al. (2024), Pitfalls and Outlooks in Using COMET.
        """
        precision = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}[self.dtype]
        model = self._checkpoint.name.rpartition("/")[2]
        return f"Python{python_version()}|Comet{FOLLOWED}|{precision}|{model}"

    def prepare(self, *context: Any) -> Any:
        """Return the fields by their names."""
        return dict(zip(self.needs, context, strict=True))

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output."""
        import numpy as np

        outputs = np.stack(self.judge(self._triples(prediction, prepared)))
        scores: list[float] = self._combined(outputs, np.array([0, len(outputs)]))[0].tolist()
        return scores

    def triples(self, record: Instance) -> list[Triple]:
        """Return the texts of a record with each of its references."""
        return self._triples(
            record.prediction, {name: getattr(record, name) for name in self.needs}
        )

    def _triples(self, prediction: Any, context: dict[str, list[str]]) -> list[Triple]:
        source = " ".join(context.get("sources", ()))
        return [Triple(str(prediction), source, text) for text in context.get("references", [""])]

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the outputs (p, k) of all triples, and the offsets (n + 1,) of each record's."""
        import numpy as np

        from sacreval.stats.segments import offsets

        by_record = [self.triples(record) for record in batch]
        triples = [triple for some in by_record for triple in some]
        outputs = SCORES.get_all(
            [self._key(triple) for triple in triples],
            lambda missing: self.judge([triples[i] for i in missing]),
        )
        return np.stack(outputs).astype(np.float64), offsets(map(len, by_record))

    def _combined(self, pairs: Array, starts: Array) -> Array:
        """Select the best pair of each record, or average over its pairs."""
        import numpy as np

        kept = pairs[self.counted(pairs, starts)]
        if self.multi_reference == "mean":
            kept = combined(kept, starts, "mean")
        return kept.astype(np.float64)

    def counted(self, pairs: Array, starts: Array) -> Array:
        """Return the row numbers of the references that count: the best of each record, or all.

        Args:
            pairs: Outputs beside each reference, array (p, k).
            starts: Offsets (n + 1,) of each record's rows.
        """
        import numpy as np

        from sacreval.stats.segments import first_best

        best = self.multi_reference == "best"
        return first_best(pairs[:, 0], starts) if best else np.arange(len(pairs))

    @property
    def _words(self) -> Tokenizer:
        """The tokenizer; COMET cuts texts two tokens before the most that the encoder reads."""
        return tokenizer(self._loaded.encoder, longest=self._loaded.most - 2)

    @cached_property
    def _loaded(self) -> CometCheckpoint:
        return comet_checkpoint(self.model, pickles=self.pickles, metric=self.name)

    @property
    def _checkpoint(self) -> Checkpoint:
        return self._loaded.whole


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
        if self._loaded.settings.encoder_model == "BERT":
            raise UsageError(
                f"{self.model}: {self.name} does not read a unified model on BERT; use one on "
                "XLM-RoBERTa"
            )

    def watches(self) -> Sequence[Watch]:
        """Return a count of joined texts that are cut, and what the base counts."""
        cut = Truncation(self.name, self._loaded.most, self._joined, self.triples)
        return [cut, *super().watches()]

    def judge(self, triples: Sequence[Triple]) -> list[Array]:
        """Run the model on every joining of the texts, and combine what it says of each output."""
        import numpy as np

        return [np.array(self.combine(passes)) for passes in self.passes(triples)]

    def passes(self, triples: Sequence[Triple]) -> list[list[Pass]]:
        """Run the model on every joining of the texts of each triple."""
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
        labels = 1 + len(self._loaded.settings.error_labels)
        return probabilities.reshape(-1, labels)[: len(self._tokens([mt])[0].ids)]

    def _segments(self) -> tuple[str, ...]:
        """Return the texts that are read: mt, src and ref, or two of them."""
        segments = self._loaded.settings.input_segments
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
        between = first[-1:] * (self._loaded.settings.separators - 1)
        ids = first + tuple(x for other in others for x in (*between, *other[1:]))
        cut = sum(part.cut for part in parts) + max(0, len(ids) - self._loaded.most)
        words, unknown = sum(part.words for part in parts), sum(part.unknown for part in parts)
        return TokenIds(ids[: self._loaded.most], words, cut, unknown)

    def _encoder(self) -> Encoder:
        """Return the encoder, which turns joined texts into what the heads compute."""
        checkpoint = self._loaded
        layers = tuple(range(depth(checkpoint) + 1))
        head, mixes = unified_head(checkpoint), unified_mixes(checkpoint)
        return encoder(checkpoint.encoder, layers, self.dtype, self.device, head, mixes=mixes)
