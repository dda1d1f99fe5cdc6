"""AlignScore (Zha et al. 2023): alignment of the sentences of an output with chunks of a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics.neural._joint import Grid, JointMetric
from sacreval.metrics.neural._sentences import Splitting, files, split, split_each
from sacreval.models.class_logits import Policy
from sacreval.models.pooling import softmax
from sacreval.models.weights.sentence_files import Renamed

if TYPE_CHECKING:
    from sacreval.core.metric import Array

WORDS = 350  # of a chunk, about
Mode = Literal["nli_sp", "bin_sp", "nli", "bin"]
_LAYERS = {"nli": ("tri_layer.", ("aligned", "contradict", "neutral")),
           "bin": ("bin_layer.", ("different", "aligned"))}  # fmt: skip
_HEADS = ("bin_layer.", "tri_layer.", "reg_layer.", "mlm_head.")
_ROBERTA = (("base_model.pooler.dense.", "classifier.dense."), ("base_model.", "roberta."))
_BERT = (("base_model.", "bert."),)


@metrics.register("alignscore")
@dataclass(frozen=True, kw_only=True)
class AlignScore(JointMetric):
    """AlignScore: probability that the output is aligned with its sources, 0 to 1.

    Higher is better. The sources are joined in chunks of about 350 words. A model reads each chunk
    with each sentence of the output and returns the probability that they are aligned; the best
    chunk counts for each sentence, and the mean over sentences for the output. An output without
    sentences scores 0. A pair longer than the model reads loses the end of its chunk, with a
    notice. The score of a system is the mean. References are not used. Needs `pip install
    'sacreval[neural]'`; nothing is downloaded. The original's checkpoints are AlignScore-base.ckpt
    and AlignScore-large.ckpt for roberta-base and roberta-large: `--model roberta-large --weights
    AlignScore-large.ckpt --pickles`.

    Args:
        weights: File of the weights of AlignScore: a checkpoint of Lightning with `--pickles`, or
            the same weights as safetensors; by default those in the folder of the model. The
            folder has the configuration and the tokenizer of the RoBERTa or BERT.
        weights_sha256: SHA-256 of this file, which signatures state; another file is refused.
        mode: nli_sp, as above, by the layer of three classes; bin_sp, by that of two; nli and bin
            read the sources and the output whole.
        splitting: How sentences are split: punkt, as the original, with NLTK (`sacreval
            setup-metric punkt`); rule, at punctuation marks before a blank; or lines.

    Source: alignscore of yuh-zha/AlignScore (commit a0936d5).
    """

    model_types: ClassVar[tuple[str, ...]] = ("roberta", "bert")
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "question-answering", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    score_scale = ScoreScale(mean=True, highest=1.0)
    policy: ClassVar[Policy] = "only_first"

    weights: str = ""
    weights_sha256: str = ""
    mode: Mode = "nli_sp"
    splitting: Splitting = "punkt"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights:
            self._set_file("weights_sha256", self.weights)
        files(self.splitting)
        self._renamed()

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that sentences are split with."""
        weights = (Path(self.weights),) if self.weights else ()
        return (*super().rests_on(), *weights, *files(self.splitting))

    def prepare(self, *context: Sequence[str]) -> tuple[str, ...]:
        """Join the sentences of the sources to chunks."""
        (sources,) = context
        if not self.mode.endswith("_sp"):
            return ("\n".join(sources),)
        words = sum(len(text.split()) for text in sources)
        return chunks(split_each(sources, self.splitting), words)

    def grid(self, prediction: str, prepared: Sequence[str]) -> Grid:
        """Join each chunk with each sentence."""
        text = prediction.strip()
        whole = (text,) if text else ()
        claims = split(prediction, self.splitting) if self.mode.endswith("_sp") else whole
        return Grid(tuple(prepared), claims)

    def combine(self, logits: Array) -> Sequence[float]:
        """Select the best chunk of each sentence, and average over sentences."""
        if not logits.size:
            return (0.0,)
        aligned = softmax(logits)[..., 0 if self.mode.startswith("nli") else 1]
        return (float(aligned.max(axis=0).mean()),)

    def _renamed(self) -> Renamed:
        """Return what transformers calls the weights."""
        kind = str(self._checkpoint.config().get("model_type"))
        layer, names = _LAYERS[self.mode.removesuffix("_sp")]
        head = "classifier.out_proj." if kind == "roberta" else "classifier."
        return Renamed(
            kind=kind,
            names=(
                (layer, head),
                *((other, "") for other in _HEADS if other != layer),
                *(_ROBERTA if kind == "roberta" else _BERT),
            ),
            config=(("num_labels", len(names)),),
            path=Path(self.weights) if self.weights else None,
            checksum=self.weights_sha256,
            pickles=self.pickles,
        )


def chunks(sentences: Sequence[str], words: int) -> tuple[str, ...]:
    """Join sentences to chunks of the same number of sentences, of about 350 words."""
    each = max(len(sentences) // (words // WORDS + 1), 1)
    joined = (" ".join(sentences[i : i + each]) for i in range(0, len(sentences), each))
    return tuple(joined) or ("",)
