"""The image of SummaC: probabilities of inference for each part of a document and of an output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.metrics.neural._classes import (
    CONTRADICTION,
    ENTAILMENT,
    classes,
    place,
)
from sacreval.metrics.neural._joint import Grid, JointMetric
from sacreval.metrics.neural._sentences import Splitting, files, split
from sacreval.models.pooling import softmax

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

Granularity = Literal["sentence", "two-sentences", "paragraph", "document"]
SHORTEST = 11  # characters; shorter parts are dropped
MOST = 100  # parts of a document
TOKENS = 500


@dataclass(frozen=True, kw_only=True)
class Summac(JointMetric):
    """Base class of the metrics of SummaC.

    Args:
        labels: Names of the model's classes in the order of its logits, among them entailment and
            contradiction, if the model's configuration does not name them.
        document_parts: Parts of the sources that are premises: sentences, two sentences from each
            on, paragraphs, or whole sources.
        output_parts: Parts of the output that are hypotheses.
        splitting: How sentences are split: punkt, as the original, with NLTK (`sacreval
            setup-metric punkt`); rule, at punctuation marks before a blank; or lines.
    """

    heads: ClassVar[tuple[str, ...]] = ("ForSequenceClassification",)
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "question-answering", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)

    labels: tuple[str, ...] = ()
    document_parts: Granularity = "sentence"
    output_parts: Granularity = "sentence"
    splitting: Splitting = "punkt"

    def __post_init__(self) -> None:
        super().__post_init__()
        files(self.splitting)
        self._columns()

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that sentences are split with."""
        return (*super().rests_on(), *files(self.splitting))

    def most_tokens(self) -> int:
        """Return the number of tokens after which pairs are cut."""
        return TOKENS

    def most_hypotheses(self) -> int:
        """Return the number of parts of an output that are scored; 0 for all."""
        return 0

    def premises(self, sources: Sequence[str]) -> tuple[str, ...]:
        """Return all parts of the sources."""
        return tuple(part for text in sources for part in self._parts(text, self.document_parts))

    def hypotheses(self, prediction: str) -> tuple[str, ...]:
        """Return all parts of the output."""
        return self._parts(prediction, self.output_parts)

    def grid(self, prediction: str, prepared: Sequence[str]) -> Grid:
        """Join each part of the sources with each part of the output."""
        scored = self.hypotheses(prediction)[: self.most_hypotheses() or None]
        return Grid(self.premises(prepared)[:MOST], scored)

    def image(self, logits: Array) -> Array:
        """Return the probabilities of entailment and contradiction.

        Args:
            logits: Array (parts of the sources, parts of the output, classes).

        Returns:
            Array (2, parts of the sources, parts of the output); a single 0 of each if there are
            no parts, as in the original.
        """
        import numpy as np

        if not logits.size:
            return np.zeros((2, 1, 1))
        return np.moveaxis(softmax(logits)[..., self._columns()], -1, 0)

    def watches(self) -> Sequence[Watch]:
        """Return counts of inputs that are cut, and of parts that are left out."""
        return [*super().watches(), LeftOut(self)]

    def _columns(self) -> list[int]:
        """Return the indices of entailment and contradiction."""
        names = classes(self._checkpoint, self.labels)
        return [place(self._checkpoint, names, some) for some in (ENTAILMENT, CONTRADICTION)]

    def _parts(self, text: str, granularity: Granularity) -> tuple[str, ...]:
        """Split a text into parts; the whole text is one, however short."""
        if granularity == "document":
            return (text,)
        if granularity == "paragraph":
            parts = text.split("\n\n" if "\n\n" in text else "\n")
            return _long(part.strip() for part in parts)
        sentences = _long(split(text, self.splitting))
        if granularity == "sentence":
            return sentences
        return tuple(" ".join(sentences[i : i + 2]) for i in range(len(sentences)))


def _long(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(part for part in parts if len(part) >= SHORTEST)


class LeftOut:
    """Counts the outputs and sources of which parts are not read."""

    def __init__(self, metric: Summac) -> None:
        self._metric = metric
        self._records = self._sources = self._outputs = self._none = 0

    def add(self, batch: Batch) -> None:
        """Count the parts of the records of a batch."""
        most = self._metric.most_hypotheses()
        for instance in batch:
            parts = len(self._metric.hypotheses(str(instance.prediction)))
            self._records += 1
            self._outputs += bool(most) and parts > most
            self._none += not parts
            self._sources += len(self._metric.premises(instance.sources or ())) > MOST

    def notices(self) -> list[str]:
        """Return a notice of each kind of parts that are left out."""
        name, most = self._metric.name, self._metric.most_hypotheses()
        counts = {
            f"reads the first {MOST} parts of the sources of {self._sources} of {self._records} "
            "records, as the original does; shorten them if more matter": self._sources,
            f"scores the first {most} parts of {self._outputs} of {self._records} outputs, as the "
            "original does; give --most-sentences 0 for all": self._outputs,
            f"finds no part of more than {SHORTEST - 1} characters in {self._none} of "
            f"{self._records} outputs, which the original scores like a part that nothing "
            "supports; check the outputs": self._none,
        }
        return [f"{name} {text}" for text, n in counts.items() if n]
