"""CometKiwi (Rei et al. 2022): a score predicted from an output joined with its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sacreval.core.metric import metrics
from sacreval.metrics.neural._comet import Pass, UnifiedCometMetric


@metrics.register("comet-kiwi")
@dataclass(frozen=True, kw_only=True)
class CometKiwi(UnifiedCometMetric):
    """CometKiwi: a score of a translation without references, by a model that reads both texts.

    Higher is better, mostly from 0 to 1. The output is joined with its source (`sources`, joined by
    blanks), and the model predicts a score of the whole. Other unified models (UniTE) read
    references too: their score is the mean of those beside the source, the reference and both. Only
    equal pairs of texts are computed once. Texts longer than the model reads are cut, with a
    notice. The score of a system is the mean. Scores of different models must not be compared.
    Needs `pip install 'sacreval[neural]'`; no model is downloaded.

    The folder of the model is like that of `comet`. The field uses Unbabel/wmt22-cometkiwi-da
    (licence CC-BY-NC-SA-4.0: not for commercial use).

    Source: unbabel-comet 2.2.7 (UnifiedMetric).
    """

    needs: ClassVar[tuple[str, ...]] = ("sources",)

    def combine(self, passes: Sequence[Pass]) -> Sequence[float]:
        """Return the mean of the scores."""
        return (sum(run.score for run in passes) / len(passes),)
