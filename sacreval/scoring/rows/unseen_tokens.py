"""Notices about texts in which a metric finds almost no token, as ROUGE does in Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.answers_inside import AnswersInside
from sacreval.text.scripts import Tokenization

SAMPLE = 16  # records of a batch that are checked, at equal distances
SHARE = 0.1  # of the checked texts; a smaller share may be exceptions


class UnseenTokens:
    """Counts texts without tokens in a sample of every batch.

    Args:
        entries: The metrics of the run.

    Attributes:
        checked: Number of texts.
        inside: What outputs of the same sample contain.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.checked = 0
        self.inside = AnswersInside(entries)
        self._counts = dict.fromkeys(range(len(entries)), 0)
        self._how = [(entry.name, _tokenization(entry.metric)) for entry in entries]

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches unchanged, checking a sample of each."""
        for batch in batches:
            for i in range(0, len(batch), max(1, len(batch) // SAMPLE)):
                self._look(_text(one := batch[i]))
                self.inside.look(one, batch.system)
            yield batch

    def plus(self, other: UnseenTokens) -> None:
        """Add what was counted in other batches of the run."""
        self.checked += other.checked
        self.inside.plus(other.inside)
        for i, count in other._counts.items():
            self._counts[i] += count

    def notices(self) -> list[str]:
        """Describe in one sentence which metrics find almost no tokens, and the remedy."""
        found = [
            f"{name} finds almost no tokens in {self._counts[i]} of {self.checked} checked "
            f"({how.remedy})"
            for i, (name, how) in enumerate(self._how)
            if how is not None and self._counts[i] > SHARE * self.checked
        ]
        reason = "the tokenizer does not fit the script of some records"
        return [f"{reason}: {'; '.join(found)}"] if found else []

    def _look(self, text: str) -> None:
        self.checked += 1
        if text.isascii():
            return
        for i, (_, how) in enumerate(self._how):
            if how is not None and how.overlooks(text):
                self._counts[i] += 1


def _tokenization(metric: Metric) -> Tokenization | None:
    return metric.tokenization() if metric.is_settled() else None


def _text(instance: Instance) -> str:
    """Join the texts that a metric compares: the prediction and its first reference."""
    texts = [instance.prediction, *(instance.predictions or ())[:1]]
    texts += (instance.references or ())[:1]
    return "\n".join(text for text in texts if isinstance(text, str))
