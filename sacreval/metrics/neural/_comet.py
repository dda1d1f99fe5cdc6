"""Base class of metrics on a model of COMET: records as triples, and the choice of a reference."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.metrics.neural._base import SCORES, ModelMetric
from sacreval.metrics.neural._several_references import SeveralReferences
from sacreval.models.tokens import TokenIds, Tokenizer, tokenizer
from sacreval.models.weights.comet_checkpoint import (
    HPARAMS,
    CometCheckpoint,
    comet_checkpoint,
    settings,
)
from sacreval.text.scripts import Tokenization

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
class CometMetric(ModelMetric):
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

    def tokenization(self) -> Tokenization:
        """Count the tokens that are outside the vocabulary."""

        def unknown(text: str) -> float:
            (tokens,) = self._tokens([text])
            return tokens.unknown / tokens.words if tokens.words else 0.0

        return Tokenization(str.split, "use a model for this script", unknown=unknown)

    def rows(self, batch: Batch) -> Array:
        """Score every output with each of its references, and combine the scores of each."""
        pairs, starts = self._pairs(batch)
        return self._fold(pairs, starts)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Combine the scores with all references but each in turn."""
        from sacreval.stats.segments import others

        pairs, starts = self._pairs(batch)
        rest = others(starts)
        return self._fold(pairs[rest.rows], rest.starts)

    def prepare(self, *context: Any) -> Any:
        """Return the fields by their names."""
        return dict(zip(self.needs, context, strict=True))

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output."""
        import numpy as np

        outputs = np.stack(self.judge(self._triples(prediction, prepared)))
        scores: list[float] = self._fold(outputs, np.array([0, len(outputs)]))[0, :-1].tolist()
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

    def _fold(self, pairs: Array, starts: Array) -> Array:
        """Combine the scores of each record, and append a count: array (n, k + 1)."""
        import numpy as np

        kept = pairs[self.counted(pairs, starts)]
        if self.multi_reference == "mean":
            kept = np.add.reduceat(kept, starts[:-1], axis=0) / np.diff(starts)[:, None]
        return np.column_stack([kept.astype(np.float64), np.ones(len(kept))])

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

    def _tokens(self, texts: Sequence[str]) -> list[TokenIds]:
        return self._words.encode(texts)

    @property
    def _words(self) -> Tokenizer:
        """The tokenizer; COMET cuts texts two tokens before the most that the encoder reads."""
        return tokenizer(self._found.encoder, longest=self._found.most - 2)

    @cached_property
    def _found(self) -> CometCheckpoint:
        return comet_checkpoint(self.model, pickles=self.pickles, metric=self.name)

    @property
    def _checkpoint(self) -> Checkpoint:
        return self._found.whole
