"""Notices on a sample of each batch: texts without tokens, and references inside outputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sacreval.core.contract.metric_records import is_settled
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Result
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.text.scripts import Tokenization

SAMPLE = 16  # records of a batch that are checked, at equal distances
UNSEEN_SHARE = 0.1  # of the checked texts; a smaller share may be exceptions
WHOLE = "exact-match"  # the metric that compares whole texts
CONTAINING_SHARE = 0.25  # of checked outputs; fewer may contain a reference by chance
_LETTER = "letter"


class UnseenTokens:
    """Counts texts without tokens in a sample of every batch.

    Args:
        entries: The metrics of the run.

    Attributes:
        checked: Number of texts.
        contained: What outputs of the same sample contain.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.checked = 0
        self.contained = ContainedReferences(entries)
        self._counts = dict.fromkeys(range(len(entries)), 0)
        self._how = [(entry.name, _tokenization(entry.metric)) for entry in entries]

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches unchanged, checking a sample of each."""
        for batch in batches:
            for i in range(0, len(batch), max(1, len(batch) // SAMPLE)):
                self._check(_text(instance := batch[i]))
                self.contained.check(instance, batch.system)
            yield batch

    def plus(self, other: UnseenTokens) -> None:
        """Add what was counted in other batches of the run."""
        self.checked += other.checked
        self.contained.plus(other.contained)
        for i, count in other._counts.items():
            self._counts[i] += count

    def notices(self) -> list[str]:
        """Describe in one sentence which metrics find almost no tokens, and the remedy."""
        shares = [
            f"{name} finds almost no tokens in {self._counts[i]} of {self.checked} checked "
            f"({how.remedy})"
            for i, (name, how) in enumerate(self._how)
            if how is not None and self._counts[i] > UNSEEN_SHARE * self.checked
        ]
        reason = "the tokenizer does not fit the script of some records"
        return [f"{reason}: {'; '.join(shares)}"] if shares else []

    def _check(self, text: str) -> None:
        self.checked += 1
        if text.isascii():
            return
        for i, (_, how) in enumerate(self._how):
            if how is not None and how.overlooks(text):
                self._counts[i] += 1


def _tokenization(metric: Metric) -> Tokenization | None:
    return metric.tokenization() if is_settled(metric) else None


def _text(instance: Instance) -> str:
    """Join the texts that a metric compares: the prediction and its first reference."""
    texts = [instance.prediction, *(instance.predictions or ())[:1]]
    texts += (instance.references or ())[:1]
    return "\n".join(text for text in texts if isinstance(text, str))


class CheckedOutputs(Struct, eq=False):
    """The outputs of a system that were checked for references.

    Args:
        outputs: Number of outputs.
        containing: Number of those that contain a reference.
        letters: Number of those whose reference is a single letter.
    """

    outputs: int = 0
    containing: int = 0
    letters: int = 0


class ContainedReferences:
    """Counts outputs that contain a reference among other words, in a sample of records.

    Args:
        entries: The metrics of the run.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._outputs = {
            entry.main
            for entry in entries
            if entry.metric.name == WHOLE and not hasattr(entry.metric, "metric")  # unwrapped
        }
        self._counts: dict[str | None, CheckedOutputs] = {}

    def check(self, instance: Instance, system: str | None) -> None:
        """Check a record.

        Args:
            instance: The record.
            system: Its system, if it does not name one.
        """
        if not self._outputs or not isinstance(instance.prediction, str):
            return
        counts = self._counts.setdefault(instance.system_id or system, CheckedOutputs())
        counts.outputs += 1
        text = next((x for x in instance.references or () if _is_in(x, instance.prediction)), None)
        if text is not None:
            counts.containing += 1
            counts.letters += len(text) == 1 and text.isalpha()

    def plus(self, other: ContainedReferences) -> None:
        """Add what was counted in other batches of the run."""
        for system, counts in other._counts.items():
            mine = self._counts.setdefault(system, CheckedOutputs())
            mine.outputs += counts.outputs
            mine.containing += counts.containing
            mine.letters += counts.letters

    def notices(self, results: Iterable[Result]) -> list[str]:
        """Name the option for systems whose score is 0 though their outputs contain references.

        Args:
            results: The results of the run.
        """
        return [
            f"no output of '{r.system_id}' equals a reference, but {counts.containing} of "
            f"{counts.outputs} checked contain one: --extract finds the answer in an output, as in "
            f"--extract {_extractor(counts)}; see sacreval list extractors"
            for r in results
            if r.output in self._outputs and r.group is None and r.value == 0
            if (counts := self._counts.get(r.system_id))
            and counts.containing > CONTAINING_SHARE * counts.outputs
        ]


def _extractor(counts: CheckedOutputs) -> str:
    """Return the extractor of most of the references that outputs contain."""
    return _LETTER if 2 * counts.letters > counts.containing else "'regex:answer is (.+?)[.]?$'"


def _is_in(reference: str, output: str) -> bool:
    """Return whether an output has a reference as words of its own."""
    start = output.find(reference) if reference and isinstance(reference, str) else -1
    while start >= 0:
        end = start + len(reference)
        before, after = output[start - 1 : start], output[end : end + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        start = output.find(reference, start + 1)
    return False
