"""A module of Hugging Face's evaluate, loaded by its path: `evaluate.load(path, "chrf")`.

import evaluate, sacreval.integrations.hf_evaluate as module
chrf = evaluate.load(module.__file__, "chrf")
chrf.compute(predictions=["a cat"], references=[["the cat", "a cat"]], word_order=2)
"""

from __future__ import annotations

from typing import Any

import datasets  # type: ignore[import-not-found,unused-ignore]
import evaluate

from sacreval.errors import UsageError
from sacreval.integrations.running import RunningMetric

_TEXT = "Each metric of sacreval that scores texts against references; the configuration names it."


class Sacreval(evaluate.Metric):  # type: ignore[misc,unused-ignore]
    """A metric of sacreval over predictions and references."""

    def _info(self) -> Any:
        text, several = datasets.Value("string"), datasets.Sequence(datasets.Value("string"))
        return evaluate.MetricInfo(
            description=_TEXT,
            citation="",
            inputs_description="predictions: texts; references: texts, or lists of texts.",
            features=[
                datasets.Features({"predictions": text, "references": several}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(
        self, predictions: list[str], references: list[Any], **options: Any
    ) -> dict[str, float]:
        """Score all outputs at once; options are those of the metric."""
        import msgspec

        name = self.config_name
        if name == "default":
            raise UsageError('name a metric, as in evaluate.load(path, "chrf")')
        spec = f"{name}{msgspec.json.encode(options).decode()}" if options else name
        running = RunningMetric(spec)
        running.update(predictions, references)
        return running.compute()
