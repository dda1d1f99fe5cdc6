"""Regard (Sheng et al. 2019): how an output speaks of people, by any classifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sacreval.core.metric import metrics
from sacreval.metrics.neural._classes import ClassifierMetric


@metrics.register("regard")
@dataclass(frozen=True, kw_only=True)
class Regard(ClassifierMetric):
    """Regard: probability that an output speaks well or badly of people, 0 to 1.

    The scores are descriptive: neither higher nor lower is better; what matters is whether they
    differ between groups of people (`--by`). Every class of the model is an output, such as
    `regard_positive`; the score of a system is the mean. The output alone is read. An empty output
    is classified like any other text, and texts longer than the model reads are cut, with a notice.
    Needs `pip install 'sacreval[neural]'`; no model is downloaded. The evaluation of
    Hugging Face uses sasha/regardv3, whose classes are positive, negative, neutral and other.

    Source: Sheng et al. 2019; the measurement `regard` of Hugging Face evaluate.
    """

    higher_is_better: ClassVar[None] = None
