"""Overlooked texts: those in which a metric finds almost no token, as ROUGE in Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.scoring.run_metrics import Entry
from sacreval.text.scripts import Tokenization

SAMPLE = 16  # records of a batch that are looked at, at even distances
SHARE = 0.1  # of the texts looked at; fewer may be odd ones out


class Overlooked:
    """Looks at some records of every batch that passes.

    Args:
        entries: The metrics of the run.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.looked = 0
        self._counts = dict.fromkeys(range(len(entries)), 0)
        self._how = [(entry.name, _tokenization(entry.metric)) for entry in entries]

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Pass batches on."""
        for batch in batches:
            for i in range(0, len(batch), max(1, len(batch) // SAMPLE)):
                self._look(_text(batch[i]))
            yield batch

    def notices(self) -> list[str]:
        """Describe in one sentence which metrics overlook texts, and what helps."""
        found = [
            f"{name} finds almost no tokens in {self._counts[i]} of {self.looked} checked "
            f"({how.remedy})"
            for i, (name, how) in enumerate(self._how)
            if how is not None and self._counts[i] > SHARE * self.looked
        ]
        said = "the tokenizer does not fit the script of some records"
        return [f"{said}: {'; '.join(found)}"] if found else []

    def _look(self, text: str) -> None:
        self.looked += 1
        if text.isascii():
            return
        for i, (_, how) in enumerate(self._how):
            if how is not None and how.overlooks(text):
                self._counts[i] += 1


def _tokenization(metric: Metric) -> Tokenization | None:
    return metric.tokenization() if metric.is_settled() else None


def _text(instance: Instance) -> str:
    """Join what a metric of texts compares: the prediction and its first reference."""
    texts = [instance.prediction, *(instance.predictions or ())[:1]]
    texts += (instance.references or ())[:1]
    return "\n".join(text for text in texts if isinstance(text, str))
