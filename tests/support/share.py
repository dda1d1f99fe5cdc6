"""A metric of two lines, for tests of what all metrics inherit."""

from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric
from sacreval.core.records import Batch, Instance


@dataclass(frozen=True, kw_only=True)
class Share(MeanMetric):
    """Length of the output over that of its first reference.

    Args:
        scale: A factor.
    """

    name = "share"
    outputs = ("share",)
    prepared: ClassVar[list[Any]] = []

    scale: float = 1.0

    def prepare(self, *context: Any) -> int:
        self.prepared.append(context)
        return len(context[0][0])

    def scores(self, prediction: Any, prepared: Any) -> tuple[float]:
        return (self.scale * len(prediction) / prepared,)


BATCH = Batch([Instance(prediction=p, references=["abcd"]) for p in ("ab", "abcd")])
