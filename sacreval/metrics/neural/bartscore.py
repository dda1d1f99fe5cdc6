"""BARTScore (Yuan et al. 2021): the log-likelihood of a text given another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics._pairs import Combination, combined
from sacreval.metrics.neural._batched_model import RecordMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.scorer import Seq2SeqScorer, TokenPair, WeightFile, seq2seq_scorer, weight_file
from sacreval.models.tokenization import Tokenizer, limit, tokenizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

LONGEST = 1024  # tokens of a text, as in the original
Direction = Literal["faithfulness", "precision", "recall", "f"]


@metrics.register("bartscore")
@dataclass(frozen=True, kw_only=True)
class BartScore(RecordMetric):
    """BARTScore: mean log-probability of the tokens of a text that is generated from another one.

    It is 0 or less, and higher is better. Special tokens count, as in the original, so that an
    empty text has a score too. Several sources are joined by a blank. Texts are cut after 1024
    tokens, or what the model reads if that is less, with a notice. The score of a system is the
    mean. Scores of different models must not be compared. The original's model is
    facebook/bart-large-cnn. Needs `pip install 'sacreval[neural]'`; no model is downloaded.

    Args:
        directions: What is generated from what. faithfulness: the output from the sources;
            precision: the output from a reference; recall: a reference from the output; f is the
            arithmetic mean of precision and recall.
        multi_reference: Use the mean over several references, or the best of each score.
        weights: File of weights in place of the model's: bart.pth of the original, which was
            trained on ParaBank, and is a pickle (`--pickles`); or safetensors.
        weights_sha256: SHA-256 of these weights, which signatures state; others are refused.

    Source: BARTScore of its authors (commit 248f511).
    """

    heads: ClassVar[tuple[str, ...]] = ("ForConditionalGeneration", "MTModel")
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "summarization", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (  # a perfect output need not be best
        {
            "prediction": "the cat sat",
            "references": ["a cat sat", "the cat"],
            "sources": ["the cat sat on the mat", "a dog barked"],
        },
        {"prediction": "four boys", "references": ["boys", "", "four"], "sources": ["four boys"]},
        {"prediction": "", "references": ["a dog", "the cat"], "sources": [""]},
    )

    directions: tuple[Direction, ...] = ("faithfulness",)
    multi_reference: Combination = "mean"
    weights: str = ""
    weights_sha256: str = ""

    def __post_init__(self) -> None:
        if not self.directions or len(set(self.directions)) < len(self.directions):
            raise UsageError("directions must list at least one direction, each given once")
        if self.weights_sha256 and not self.weights:
            raise UsageError("weights_sha256 is given without weights; add --weights FILE")
        super().__post_init__()
        sources = ("sources",) if "faithfulness" in self.directions else ()
        references = ("references",) if set(self.directions) - {"faithfulness"} else ()
        object.__setattr__(self, "needs", references + sources)
        if self._weights:
            self._set("weights_sha256", self._weights.sha256, self.weights)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of each direction."""
        return tuple(f"bartscore_{direction}" for direction in self.directions)

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and that of other weights."""
        weights = [self._weights.path] if self._weights else []
        return (*super().rests_on(), *weights)

    def watches(self) -> Sequence[Watch]:
        """Return a count of texts that are cut."""
        return [Truncation(self.name, self._words.limit, self._words.encode, self._texts)]

    def rows(self, batch: Batch) -> Array:
        """Score every direction, and combine the scores of several references."""
        return self._rows(batch, leave_one_out=False)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Combine the scores of references without each reference in turn."""
        return self._rows(batch, leave_one_out=True)

    def _rows(self, batch: Batch, *, leave_one_out: bool) -> Array:
        import numpy as np

        from sacreval.stats.segments import offsets, others

        starts = offsets(len(record.references or ()) for record in batch)
        columns = {}
        if "faithfulness" in self.directions:
            logs = self._means([(self._source(record), str(record.prediction)) for record in batch])
            columns["faithfulness"] = np.repeat(logs, np.diff(starts)) if leave_one_out else logs
        if "references" in self.needs:
            pairs = self._of_references(batch)
            rest = others(starts) if leave_one_out else None
            table = pairs[rest.rows] if rest else pairs
            folded = combined(table, rest.starts if rest else starts, self.multi_reference)
            columns.update(zip(("precision", "recall", "f"), folded.T, strict=True))
        chosen = [columns[direction] for direction in self.directions]
        return np.column_stack([*chosen, np.ones(len(chosen[0]))])

    def _of_references(self, batch: Batch) -> Array:
        """Return the precision, recall and F (p, 3) of each pair; what is not asked for is 0."""
        import numpy as np

        pairs = [
            (str(record.prediction), text) for record in batch for text in record.references or ()
        ]
        both = "f" in self.directions
        none = np.zeros(len(pairs))
        swapped = [(b, a) for a, b in pairs]
        p = self._means(swapped) if both or "precision" in self.directions else none
        r = self._means(pairs) if both or "recall" in self.directions else none
        return np.column_stack([p, r, (p + r) / 2])

    def _means(self, pairs: Sequence[tuple[str, str]]) -> Array:
        """Return the mean log-probability (p,) of the second text of each pair, given the first."""
        import numpy as np

        texts = [text for pair in pairs for text in pair]
        ids = [tokens.ids for tokens in self._words.encode(texts)]
        asked = [TokenPair(a, b) for a, b in zip(ids[::2], ids[1::2], strict=True)]
        by_pair = self._scorer.log_probabilities(asked)
        return np.array([logs.mean(dtype=np.float64) if len(logs) else 0.0 for logs in by_pair])

    def _texts(self, record: Instance) -> Iterator[str]:
        """List the texts of a record that the model reads."""
        yield str(record.prediction)
        if "sources" in self.needs:
            yield self._source(record)
        if "references" in self.needs:
            yield from record.references or ()

    def _source(self, record: Instance) -> str:
        return " ".join(record.sources or ())

    @property
    def _words(self) -> Tokenizer:
        most = limit(self._checkpoint)
        return tokenizer(self._checkpoint, longest=min(LONGEST, most) if most else LONGEST)

    @property
    def _scorer(self) -> Seq2SeqScorer:
        return seq2seq_scorer(self._checkpoint, self.dtype, self.device, self._weights)

    @cached_property
    def _weights(self) -> WeightFile | None:
        return weight_file(self.weights, pickles=self.pickles) if self.weights else None
