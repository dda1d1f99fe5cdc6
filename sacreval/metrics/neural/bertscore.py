"""BERTScore (Zhang et al. 2020): greedy matching of contextual token embeddings."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from sacreval.core.metric import ScoreScale, metrics
from sacreval.errors import InputError, UsageError
from sacreval.io.files import sha256
from sacreval.io.resources import resource
from sacreval.metrics.neural._text_pairs import PairText
from sacreval.metrics.neural._token_weights import (
    Idf,
    IdfMetric,
    Table,
    WeightedStates,
    counted,
    match,
    references_of,
    weighted,
)
from sacreval.models.encoder import encoder
from sacreval.models.sentence import depth
from sacreval.models.tokenization import TokenIds, Tokenizer, tokenizer

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

PARTS = ("precision", "recall", "f1")
FOLLOWED = "0.3.12"  # what bert-score 0.3.13 states as its version
FOLLOWED_TRANSFORMERS = "4.57.6"


@metrics.register("bertscore")
@dataclass(frozen=True, kw_only=True)
class BertScore(IdfMetric):
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
        all_layers: Score by every layer on its own, from 0, the embeddings of tokens, to the last.
        tokenizer: slow puts a blank before texts for RoBERTa and GPT-2, as the original in Python
            with its default tokenizer and transformers 4; fast does not, as the original with the
            fast tokenizer, which is the default of its command line, or with transformers 5. Other
            models are tokenized alike by both.
        rescale: Rescale scores linearly so that unrelated texts score 0; `sacreval setup-metric
            bertscore-baselines` fetches what they score.
        language: Language of the texts, which selects the baseline; without --model, the message
            names the model that the authors use for it.
        baselines: File with other baselines: lines of LAYER,P,R,F.
        baselines_sha256: SHA-256 of the file of baselines, which signatures state; another file is
            refused.

    Source: bert-score 0.3.13 (commit 19e7f55).
    """

    main: ClassVar[str] = "bertscore_f1"
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "summarization", "generation")
    score_scale = ScoreScale(mean=True, bounded=True)  # rescaled scores too

    layer: int = 0
    all_layers: bool = False
    tokenizer: Literal["slow", "fast"] = "slow"
    rescale: bool = False
    language: str = "en"
    baselines: str = ""
    baselines_sha256: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.baselines and not self.rescale:
            raise UsageError("Baselines are given without rescaling; add --rescale")
        if self.all_layers and self.layer:
            raise UsageError("layer is given with all_layers; leave one of them out")
        if not self.layer and not self.all_layers:
            object.__setattr__(self, "layer", default_layer(self._checkpoint.name))
        if self.rescale:
            path = str(self._baseline_path)
            self._set("baselines_sha256", sha256(path) or "", path)
            self._baselines()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of precision, recall and F1, of each layer if there are several."""
        layers = [f"layer_{layer}_" for layer in self._layers] if self.all_layers else [""]
        return tuple(f"bertscore_{x}{part}" for x in layers for part in PARTS)

    def short_signature(self) -> str:
        """Return the hash line of bert-score: model, layer, weights and versions.

        The version of transformers is one with which bert-score has the scores of sacreval's
        definition; "" with all layers, since the line states one.

        Source: `get_hash` of bert-score 0.3.13.
        """
        if self.all_layers:
            return ""
        model = authors_name(self._checkpoint.name)
        weights = "no-idf" if self.idf == "none" else "idf"
        versions = f"version={FOLLOWED}(hug_trans={FOLLOWED_TRANSFORMERS})"
        rescaled = "-custom-rescaled" if self.baselines else "-rescaled" if self.rescale else ""
        fast = "_fast-tokenizer" if self.tokenizer == "fast" else ""
        return f"{model}_L{self.layer}_{weights}_{versions}{rescaled}{fast}"

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count, and rescale."""
        means = super().reduce(sums)
        if not self.rescale:
            return means
        unrelated = [b for baselines in self._baselines() for b in baselines]
        pairs = zip(means.items(), unrelated, strict=True)
        return {name: (mean - b) / (1 - b) for (name, mean), b in pairs}

    def _counted(self, batches: Sequence[Batch]) -> Table:
        """Count in how many references each token occurs."""
        return counted(tokens.ids for tokens in self._tokens(references_of(batches, self.idf)))

    def _represented(self, texts: Sequence[PairText]) -> list[list[WeightedStates]]:
        """Return the states and weights of the tokens of texts, by layer."""
        ids = self._tokens([side.text for side in texts])
        states = encoder(self._checkpoint, self._layers, self.dtype, self.device).encode(
            [tokens.ids for tokens in ids]
        )
        return [
            [weighted(layer, self._weights(tokens)) for layer in state]
            for state, tokens in zip(states, ids, strict=True)
        ]

    def _compared(
        self, output: Sequence[WeightedStates], reference: Sequence[WeightedStates]
    ) -> Sequence[float]:
        """Return precision, recall and F1 of a pair, by layer."""
        return [x for pair in zip(output, reference, strict=True) for x in match(*pair)]

    def _weights(self, tokens: TokenIds) -> Array:
        """Return the weight of each token (n,): 0 for [CLS] and [SEP], and in an empty text."""
        import numpy as np

        if not tokens.words:
            return np.zeros(len(tokens.ids))
        if isinstance(table := self._table(), Idf):
            return np.array([table.weight(x) for x in tokens.ids])
        ends = self._words.ends
        return np.array([0.0 if x in ends else 1.0 for x in tokens.ids])

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self._checkpoint, prefix_space=self.tokenizer == "slow")

    @cached_property
    def _baseline_path(self) -> Path:
        if self.baselines:
            return Path(self.baselines)
        return baseline_file(resource("bertscore-baselines"), self.language, self._checkpoint.name)

    @cached_property
    def _layers(self) -> tuple[int, ...]:
        """The layers whose states are compared, ascending."""
        return tuple(range(depth(self._checkpoint) + 1)) if self.all_layers else (self.layer,)

    def _baselines(self) -> list[BaselineScores]:
        path, checksum = self._baseline_path, self.baselines_sha256
        return [read_baseline(path, layer, checksum) for layer in self._layers]


_COLUMNS = 4  # layer, P, R, F


class BaselineScores(NamedTuple):
    """What unrelated texts score.

    Args:
        precision: Their mean precision, below 1.
        recall: Their mean recall, below 1.
        f1: Their mean F1, below 1.
    """

    precision: float
    recall: float
    f1: float


def baseline_file(folder: Path, language: str, model: str) -> Path:
    """Return the file that the authors of BERTScore publish for a language and a model."""
    known = {
        path.relative_to(folder).as_posix().removesuffix(".tsv"): path
        for path in sorted(folder.rglob("*.tsv"))
    }
    short = model.rpartition("/")[2]
    for name, path in known.items():
        if name == f"{language}/{model}" or (
            name.startswith(f"{language}/") and name.rpartition("/")[2] == short
        ):
            return path
    raise UsageError(
        f"There is no baseline of '{model}' for language '{language}'; name a file with one: "
        "--baselines FILE, or leave out --rescale"
    )


@lru_cache(maxsize=8)
def read_baseline(path: Path, layer: int, _checksum: str) -> BaselineScores:
    """Read the baseline of a layer.

    Args:
        path: A file whose lines are `layer,P,R,F`, after a line with these names.
        layer: The layer.
        _checksum: SHA-256 of the file, so that a file that changed is read again.

    Raises:
        InputError: If the file has no such layer, or no numbers below 1.
    """
    try:
        lines = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}; name a file of baselines in UTF-8") from error
    for number, cells in enumerate(lines, 1):
        if cells and cells[0].strip() == str(layer):
            return _parsed(path, number, cells)
    raise InputError(f"{path}: no line for layer {layer}; add one (LAYER,P,R,F), or use another")


def _parsed(path: Path, number: int, cells: list[str]) -> BaselineScores:
    try:
        values = [float(cell) for cell in cells[1:]]
    except ValueError:
        values = []
    if len(values) != _COLUMNS - 1 or not all(-1.0 <= value < 1.0 for value in values):
        raise InputError(f"{path}:{number}: no three numbers from -1 to 1; write LAYER,P,R,F")
    return BaselineScores(*values)


# The layers that agree best with people, by Pearson correlation on WMT16 to English, as the authors
# measured. Source: bert-score 0.3.13.
LAYERS = {
    "SpanBERT/spanbert-base-cased": 8,
    "SpanBERT/spanbert-large-cased": 17,
    "albert-base-v1": 10,
    "albert-base-v2": 9,
    "albert-large-v1": 17,
    "albert-large-v2": 14,
    "albert-xlarge-v1": 16,
    "albert-xlarge-v2": 13,
    "albert-xxlarge-v1": 8,
    "albert-xxlarge-v2": 8,
    "allenai/longformer-base-4096": 7,
    "allenai/longformer-large-4096": 14,
    "allenai/scibert_scivocab_cased": 9,
    "allenai/scibert_scivocab_uncased": 8,
    "bert-base-cased-finetuned-mrpc": 9,
    "bert-base-chinese": 8,
    "bert-base-multilingual-cased": 9,
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "dbmdz/bert-base-turkish-cased": 10,
    "dbmdz/distilbert-base-turkish-cased": 4,
    "distilbert-base-multilingual-cased": 5,
    "distilbert-base-uncased": 5,
    "distilbert-base-uncased-distilled-squad": 4,
    "distilroberta-base": 5,
    "facebook/bart-base": 6,
    "facebook/bart-large": 10,
    "facebook/bart-large-cnn": 10,
    "facebook/bart-large-mnli": 11,
    "facebook/bart-large-xsum": 9,
    "google/electra-base-discriminator": 9,
    "google/electra-large-discriminator": 14,
    "google/electra-small-discriminator": 11,
    "microsoft/deberta-base": 9,
    "microsoft/deberta-base-mnli": 9,
    "microsoft/deberta-large": 16,
    "microsoft/deberta-large-mnli": 18,
    "microsoft/deberta-v3-base": 9,
    "microsoft/deberta-v3-large": 12,
    "microsoft/deberta-v3-small": 4,
    "microsoft/deberta-v3-xsmall": 10,
    "microsoft/deberta-xlarge": 18,
    "microsoft/deberta-xlarge-mnli": 40,
    "microsoft/mdeberta-v3-base": 10,
    "microsoft/mpnet-base": 8,
    "princeton-nlp/sup-simcse-bert-base-uncased": 10,
    "princeton-nlp/sup-simcse-roberta-large": 16,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
    "t5-base": 11,
    "t5-large": 23,
    "t5-small": 6,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
    "xlnet-base-cased": 5,
    "xlnet-large-cased": 7,
}


def default_layer(model: str) -> int:
    """Return the layer of a model."""
    layer = LAYERS.get(authors_name(model))
    if layer is None:
        raise UsageError(
            f"The authors of BERTScore name no layer for '{model}'; name one, from 1: --layer N"
        )
    return layer


def authors_name(model: str) -> str:
    """Return the name by which the authors call a model; the given one if their table lacks it."""
    if model in LAYERS:
        return model
    short = {name.rpartition("/")[2]: name for name in LAYERS}
    return short.get(model.rpartition("/")[2], model)
