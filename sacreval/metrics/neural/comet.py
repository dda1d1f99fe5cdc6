"""COMET (Rei et al. 2020): a score predicted from vectors of output, source and reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import metrics
from sacreval.metrics.neural._comet import CometMetric, Triple
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.comet_heads import depth, estimator, mix
from sacreval.models.encoder import Encoder, Pool, encoder

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance

AT_ONCE = 512  # scores whose features are in memory at the same time
POOLS: dict[str, Pool] = {"avg": "mean", "cls": "first", "max": "max"}


@metrics.register("comet")
@dataclass(frozen=True, kw_only=True)
class Comet(CometMetric):
    """COMET: a score of a translation, predicted by a model trained on human judgments.

    Higher is better; scores of wmt22-comet-da lie mostly between 0 and 1, those of older models in
    no fixed range. The model turns output, source (`sources`, joined by blanks) and reference into
    one vector each, and predicts the score from these; each text is encoded once in a run. Models
    without references (wmt20-comet-qe-da) are recognised and need none. Texts longer than the model
    reads are cut, with a notice. The score of a system is the mean. Scores of different models must
    not be compared. Needs `pip install 'sacreval[neural]'`; no model is downloaded.

    The folder of the model has hparams.yaml, the weights (model.safetensors with COMET's names, or
    checkpoints/model.ckpt with --pickles), and in a subfolder `encoder` the config.json and the
    tokenizer of its encoder, such as xlm-roberta-large. The field uses Unbabel/wmt22-comet-da
    (licence Apache-2.0, as wmt20-comet-da).

    Source: unbabel-comet 2.2.7 (RegressionMetric and ReferencelessRegression).
    """

    def watches(self) -> Sequence[Watch]:
        """Return a count of texts that are cut, and what the base counts."""
        cut = Truncation(self.name, self._words.limit, self._tokens, self._texts)
        return [cut, *super().watches()]

    def judge(self, triples: Sequence[Triple]) -> list[Array]:
        """Encode the texts, and estimate the scores from their vectors."""
        import numpy as np

        texts = list(dict.fromkeys(text for triple in triples for text in triple))
        ids = [tokens.ids for tokens in self._tokens(texts)]
        vectors = dict(zip(texts, self._encoder().encode(ids), strict=True))
        scores: list[Array] = []
        for first in range(0, len(triples), AT_ONCE):
            part = triples[first : first + AT_ONCE]
            rows = [self._features(*(vectors[text][0] for text in triple)) for triple in part]
            scores.extend(estimator(self._loaded)(np.stack(rows)))
        return scores

    def _features(self, mt: Array, src: Array, ref: Array) -> Array:
        """Return what the estimator reads: the vectors, their products and their differences."""
        import numpy as np

        of_source = (mt * src, abs(mt - src))
        if "references" in self.needs:
            return np.concatenate([mt, ref, mt * ref, abs(mt - ref), *of_source])
        return np.concatenate([mt, src, *of_source])

    def _encoder(self) -> Encoder:
        """Return the encoder, which turns a text into one vector."""
        checkpoint = self._loaded
        layers = tuple(range(depth(checkpoint) + 1))
        pool = POOLS[checkpoint.settings.pool]
        mixes = (mix(checkpoint),)
        return encoder(checkpoint.encoder, layers, self.dtype, self.device, pool, mixes=mixes)

    def _needed(self) -> tuple[str, ...]:
        if self._loaded.settings.class_identifier == "referenceless_regression_metric":
            return ("sources",)
        return ("references", "sources")

    def _texts(self, record: Instance) -> list[str]:
        return [text for triple in self.triples(record) for text in triple if text]
