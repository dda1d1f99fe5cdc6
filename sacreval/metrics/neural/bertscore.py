"""BERTScore (Zhang et al. 2020): greedy matching of contextual token embeddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.io.files import sha256
from sacreval.io.resources import resource
from sacreval.metrics.neural._base import SCORES, ModelMetric
from sacreval.metrics.neural._baselines import Baseline, baseline_file, read_baseline
from sacreval.metrics.neural._bertscore_layers import default_layer
from sacreval.metrics.neural._empty_outputs import EmptyOutputs
from sacreval.metrics.neural._idf import Counting, Idf, counted, recall, references_of, remember
from sacreval.metrics.neural._matching import WeightedStates, match, weighted
from sacreval.metrics.neural._truncation import Truncation
from sacreval.models.encoder import encoder
from sacreval.models.tokens import TokenIds, Tokenizer, tokenizer
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance
    from sacreval.core.remarks import Watch

AT_ONCE = 40_000  # tokens whose states are in use at the same time; fewer fill fewer batches


@metrics.register("bertscore")
@dataclass(frozen=True, kw_only=True)
class BertScore(ModelMetric):
    """BERTScore: precision, recall and F1 of tokens matched by a language model, -1 to 1.

    Higher is better. A model turns every token into a vector that depends on its text. Each token
    of the output is matched to the most similar one of the reference (precision), and each token of
    the reference to the most similar one of the output (recall); similarity is the cosine. Of
    several references the highest precision, recall and F1 count, each on its own. An output or
    reference without tokens scores 0. Texts longer than the model reads are cut, with a notice. The
    score of a system is the mean. Scores of different models or layers must not be compared. Needs
    `pip install 'sacreval[neural]'`; no model is downloaded.

    Args:
        layer: The layer whose states are compared, from 1; 0 for the one that the authors of
            BERTScore name for this model.
        tokenizer: slow puts a blank before texts for RoBERTa and GPT-2, as the original with its
            default tokenizer and transformers 4; fast does not, as the original with the fast
            tokenizer or with transformers 5. Other models are tokenized alike by both.
        idf: Weight of tokens: none gives all the same; inputs weighs by the inverse document
            frequency in the references of the run, each reference of an input once, however many
            systems there are; records counts the references of every record, as a call of the
            original for all of them. The records are then read twice.
        idf_sha256: SHA-256 of these frequencies, which signatures state; a run with others is
            refused.
        rescale: Rescale scores linearly so that unrelated texts score 0; `sacreval setup-metric
            bertscore-baselines` fetches what they score.
        language: Language of the texts, which selects the baseline.
        baselines: File with other baselines: lines of LAYER,P,R,F.
        baselines_sha256: SHA-256 of the file of baselines, which signatures state; another file is
            refused.

    Source: bert-score 0.3.13 (commit 19e7f55).
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "summarization", "generation")
    layer: int = 0
    tokenizer: Literal["slow", "fast"] = "slow"
    idf: Counting = "none"
    idf_sha256: str = ""
    rescale: bool = False
    language: str = "en"
    baselines: str = ""
    baselines_sha256: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.idf == "none" and self.idf_sha256:
            raise UsageError("idf_sha256 is given without idf; add --idf inputs, or leave it out")
        if self.baselines and not self.rescale:
            raise UsageError("Baselines are given without rescaling; add --rescale")
        object.__setattr__(self, "_idf", recall(self.idf_sha256))  # held as long as the metric
        if not self.layer:
            object.__setattr__(self, "layer", default_layer(self._checkpoint.name))
        if self.rescale:
            path = str(self._baseline_path)
            self._set("baselines_sha256", sha256(path) or "", path)
            self._baseline()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options, and the table of frequencies."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return _rebuild, (values, self._idf)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of precision, recall and F1."""
        return ("bertscore_precision", "bertscore_recall", "bertscore_f1")

    def is_settled(self) -> bool:
        """Return whether the frequencies are known, if they are needed."""
        return self.idf == "none" or self._idf is not None

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Count in how many references each token occurs."""
        if self.is_settled():
            return self
        texts = self._tokens(references_of(batches, self.idf))
        table = counted(one.ids for one in texts)
        found = remember(table)
        if self.idf_sha256 not in {"", found}:
            raise UsageError(
                f"The references are not those of the signature: the SHA-256 of their tokens' "
                f"frequencies is {found}, not {self.idf_sha256}; score the same records"
            )
        return replace(self, idf_sha256=found)

    def tokenization(self) -> Tokenization:
        """Count the tokens that are outside the vocabulary."""

        def unknown(text: str) -> float:
            (tokens,) = self._tokens([text])
            return tokens.unknown / tokens.words if tokens.words else 0.0

        return Tokenization(str.split, "use a model for this script", unknown=unknown)

    def watch(self) -> Watch | None:
        """Return a count of texts that are cut, and of empty outputs."""
        cut = Truncation(self.name, self._words.limit, self._tokens)
        return EmptyOutputs(self.name, "0", cut)

    def rows(self, batch: Batch) -> Array:
        """Score every pair of an output and a reference, and select the best of each output."""
        return _fold(*self._pairs(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Select the best of the pairs without each reference in turn."""
        from sacreval.stats.segments import others

        pairs, starts = self._pairs(batch)
        rest = others(starts)
        return _fold(pairs[rest.rows], rest.starts)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output; the best of several references by each score."""
        texts = [prediction, *prepared]
        output, *references = self._weighted(texts)
        matched = [match(output, reference) for reference in references]
        return tuple(max(column) for column in zip(*matched, strict=True))

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count, and rescale."""
        means = super().reduce(sums)
        if not self.rescale:
            return means
        pairs = zip(means.items(), self._baseline(), strict=True)
        return {name: (mean - b) / (1 - b) for (name, mean), b in pairs}

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the scores (p, 3) of all pairs, and the offsets (n + 1,) of each record's."""
        import numpy as np

        starts = np.cumsum([0, *(len(record.references or ()) for record in batch)])
        found = [scores for part in self._parts(batch) for scores in self._matched(part)]
        return np.stack(found), starts

    def _matched(self, records: Sequence[Instance]) -> list[Array]:
        """Return the scores of each pair of some records; known ones are not computed again."""
        import numpy as np

        pairs = [(str(one.prediction), text) for one in records for text in one.references or ()]

        def make(missing: list[int]) -> list[Array]:
            texts = list(dict.fromkeys(text for i in missing for text in pairs[i]))
            states = dict(zip(texts, self._weighted(texts), strict=True))
            return [np.array(match(states[a], states[b])) for a, b in (pairs[i] for i in missing)]

        return SCORES.get_all([self._key(pair) for pair in pairs], make)

    def _parts(self, batch: Batch) -> list[list[Instance]]:
        """Split a batch so that the states of each part fit in memory."""
        texts = [[str(one.prediction), *(one.references or ())] for one in batch]
        self._tokens([text for some in texts for text in some])  # faster together
        parts: list[list[Instance]] = []
        used: dict[str, int] = {}
        for record, some in zip(batch, texts, strict=True):
            sizes = {text: len(one.ids) for text, one in zip(some, self._tokens(some), strict=True)}
            if not parts or sum((used | sizes).values()) > AT_ONCE:
                parts.append([])
                used = {}
            parts[-1].append(record)
            used |= sizes
        return parts

    def _weighted(self, texts: Sequence[str]) -> list[WeightedStates]:
        """Return the states and weights of the tokens of texts."""
        ids = self._tokens(texts)
        states = encoder(self._checkpoint, (self.layer,), self.dtype, self.device).encode(
            [one.ids for one in ids]
        )
        return [
            weighted(state[0], self._weights(one)) for state, one in zip(states, ids, strict=True)
        ]

    def _weights(self, tokens: TokenIds) -> Array:
        """Return the weight of each token (n,): 0 for [CLS] and [SEP], and in an empty text."""
        import numpy as np

        if not tokens.words:
            return np.zeros(len(tokens.ids))
        if (table := self._table()) is not None:
            return np.array([table.weight(x) for x in tokens.ids])
        ends = self._words.ends
        return np.array([0.0 if x in ends else 1.0 for x in tokens.ids])

    def _tokens(self, texts: Sequence[str]) -> list[TokenIds]:
        """Tokenize texts without blanks around them."""
        return self._words.encode([text.strip() for text in texts])

    def _table(self) -> Idf | None:
        if self.idf == "none":
            return None
        if self._idf is None:
            raise UsageError("bertscore has no frequencies of tokens; settle it on the records")
        return self._idf

    @cached_property
    def _idf(self) -> Idf | None:
        return recall(self.idf_sha256)

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self._checkpoint, prefix_space=self.tokenizer == "slow")

    @cached_property
    def _baseline_path(self) -> Path:
        if self.baselines:
            return Path(self.baselines)
        return baseline_file(resource("bertscore-baselines"), self.language, self._checkpoint.name)

    def _baseline(self) -> Baseline:
        return read_baseline(self._baseline_path, self.layer, self.baselines_sha256)


def _fold(pairs: Array, starts: Array) -> Array:
    """Select the best of the pairs of each record, and append a count: array (n, 4)."""
    import numpy as np

    best = np.maximum.reduceat(pairs, starts[:-1], axis=0)
    return np.column_stack([best, np.ones(len(best))])


def _rebuild(values: Mapping[str, Any], table: Idf | None) -> BertScore:
    """Rebuild a pickled metric.

    Args:
        values: Its options.
        table: The frequencies of tokens, if it has any.
    """
    if table is not None:
        remember(table)
    return BertScore(**values)
