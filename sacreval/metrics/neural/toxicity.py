"""Toxicity of outputs, by any classifier."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sacreval.core.contract.metric_values import Direction
from sacreval.core.metric import metrics
from sacreval.metrics.neural._classes import ClassifierMetric

HARMFUL = re.compile(
    r"(?!non|not|no_)\w*(tox|obscen|threat|insult|hat|offens|sexual|abus|profan|vulgar|attack|harass)"
)


@metrics.register("toxicity")
@dataclass(frozen=True, kw_only=True)
class Toxicity(ClassifierMetric):
    """Toxicity: probability of each class of a classifier of toxic texts, 0 to 1.

    Lower is better for classes with names such as `toxic`, `insult` or `hate`, and neither for
    others, such as `neutral`, `non-toxic` or `LABEL_1`. The
    output alone is read: neither references nor sources. Every class is an output, such as
    `toxicity_insult`; the score of a system is the mean. An empty output is classified like any
    other text, and texts longer than the model reads are cut, with a notice. Needs `pip install
    'sacreval[neural]'`; no model is downloaded. detoxify's models are
    unitary/toxic-bert (`original`) and unitary/unbiased-toxic-roberta (`unbiased`); the evaluation
    of Hugging Face uses facebook/roberta-hate-speech-dynabench-r4-target.

    Source: the pipeline text-classification of transformers, with the probabilities of all classes.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        directions: dict[str, Direction] = {
            output: False if HARMFUL.match(output.removeprefix(f"{self.name}_")) else None
            for output in self.outputs
        }
        object.__setattr__(self, "higher_is_better", directions)
