"""Notices on texts: empty outputs, references inside outputs, and texts without tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from sacreval.core.contract.declarations import innermost, runs_model
from sacreval.core.contract.metric_records import is_settled
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Result
from sacreval.errors import comma_list
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.text.scripts import Tokenization

WHOLE = "exact-match"  # the metric that compares whole texts
INSIDE_SHARE = 0.25  # of the checked outputs of a system; fewer may contain a reference by chance
_LETTER = "letter"


class AnswersInside:
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
        self._counts: dict[str | None, list[int]] = {}  # of a system: checked, containing, letters

    def look(self, instance: Instance, system: str | None) -> None:
        """Check a record.

        Args:
            instance: The record.
            system: Its system, if it does not name one.
        """
        if not self._outputs or not isinstance(instance.prediction, str):
            return
        counts = self._counts.setdefault(instance.system_id or system, [0, 0, 0])
        counts[0] += 1
        text = next((x for x in instance.references or () if _is_in(x, instance.prediction)), None)
        if text is not None:
            counts[1] += 1
            counts[2] += len(text) == 1 and text.isalpha()

    def plus(self, other: AnswersInside) -> None:
        """Add what was counted in other batches of the run."""
        for system, counts in other._counts.items():
            mine = self._counts.get(system, (0, 0, 0))
            self._counts[system] = [a + b for a, b in zip(mine, counts, strict=True)]

    def notices(self, results: Iterable[Result]) -> list[str]:
        """Name the option for systems whose score is 0 though their outputs contain references.

        Args:
            results: The results of the run.
        """
        return [
            f"no output of '{r.system_id}' equals a reference, but {counts[1]} of {counts[0]} "
            f"checked contain one: --extract finds the answer in an output, as in --extract "
            f"{_extractor(counts)}; see sacreval list extractors"
            for r in results
            if r.output in self._outputs and r.group is None and r.value == 0
            if (counts := self._counts.get(r.system_id)) and counts[1] > INSIDE_SHARE * counts[0]
        ]


def _extractor(counts: Sequence[int]) -> str:
    """Return the extractor of most of the references that outputs contain."""
    return _LETTER if 2 * counts[2] > counts[1] else "'regex:answer is (.+?)[.]?$'"


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


class EmptyOutputs(Struct, eq=False):
    """The empty outputs of a system, batch by batch.

    Args:
        total: Number of its outputs; a record may have several.
        empty: Number of those that are empty.
        places: Field with outputs to the indices of the records whose output is empty: of several
            answers to one question one of them, and of other lists each.
    """

    total: int = 0
    empty: int = 0
    places: dict[str, set[int]] = field(default_factory=dict)

    def add(self, batch: Batch, fields: Iterable[str], start: int = 0) -> None:
        """Count the outputs of some records.

        Args:
            batch: The records, all of the system.
            fields: The fields with outputs, of which only texts and lists of texts are counted.
            start: Index of the first of them among the records of the system.
        """
        for name in fields:
            if name == "prediction" and batch.has_views(name):
                places = batch.texts.blank_outputs()
                self.total += len(batch)
                self.empty += len(places)
            elif set(map(type, column := _outputs(batch, name))) == {str}:
                places = [i for i, text in enumerate(column) if not text or text.isspace()]
                self.total += len(column)
                self.empty += len(places)
            else:
                least = 1 if name == "prediction" and batch.answers is not None else None
                places = [i for i, value in enumerate(column) if self._count(value, least)]
            if places:
                self.places.setdefault(name, set()).update(start + i for i in places)

    def plus(self, other: EmptyOutputs, start: int) -> None:
        """Add those of further records of the system, the first of which has index `start`."""
        self.total += other.total
        self.empty += other.empty
        for name, places in other.places.items():
            self.places.setdefault(name, set()).update(start + i for i in places)

    def _count(self, value: Any, least: int | None) -> bool:
        """Count the outputs of one record, and return whether so many, or all, are empty."""
        values = value if isinstance(value, list) else [value]
        texts = values if set(map(type, values)) == {str} else [x for x in values if _is_text(x)]
        empty = texts.count("") + sum(map(str.isspace, texts))
        self.total += len(texts)
        self.empty += empty
        return bool(texts) and empty >= (least or len(texts))


def _outputs(batch: Batch, name: str) -> list[Any]:
    """Return a field of all records; of several answers of a record, the list of them."""
    return batch.outputs if name == "prediction" else batch.column(name)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def output_fields(entries: Iterable[Entry]) -> list[str]:
    """Return the fields with the outputs that metrics judge, each once."""
    return list(dict.fromkeys(entry.metric.judges for entry in entries))


def unanswered_notices(unanswered: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """Describe in how many outputs metrics find no answer, which then score as wrong.

    Args:
        unanswered: Metric to system to the ids of these records.
    """
    by_records: dict[tuple[tuple[str, tuple[str, ...]], ...], list[str]] = {}
    for name, systems in unanswered.items():
        if lacking := tuple((system, tuple(ids)) for system, ids in systems.items() if ids):
            by_records.setdefault(lacking, []).append(name)
    return [_unanswered(lacking, names) for lacking, names in by_records.items()]


def _unanswered(lacking: Sequence[tuple[str, Sequence[str]]], names: Sequence[str]) -> str:
    total = sum(len(ids) for _, ids in lacking)
    named = comma_list([f"'{system}' {len(ids):,}" for system, ids in lacking])
    outputs = "1 output is" if total == 1 else f"{total:,} outputs are"
    return (
        f"{', '.join(names)}: {outputs} unanswered ({named}), such as that of record "
        f"{lacking[0][1][0]}: no answer can be read from it, and it scores as wrong"
    )


def empty_notices(systems: Mapping[str, EmptyOutputs], entries: Iterable[Entry]) -> list[str]:
    """Describe how many outputs are empty, if any are.

    Args:
        systems: System to its outputs.
        entries: The metrics, of which those that run a model may judge empty texts well.
    """
    affected = {name: counts for name, counts in systems.items() if counts.empty}
    if not affected:
        return []
    empty, total = (
        sum(getattr(counts, x) for counts in systems.values()) for x in ("empty", "total")
    )
    named = [f"'{name}' {counts.empty:,}" for name, counts in affected.items()]
    whose = f" ({comma_list(named)})" if len(systems) > 1 else ""
    models = [entry.name for entry in entries if runs_model(innermost(entry.metric))]
    advice = (
        f"; {models[0]} may score them above poor ones, so look at them apart" if models else ""
    )
    are = "is" if total == 1 else "are"
    return [f"{empty:,} of {total:,} outputs {are} empty{whose}{advice}"]


SAMPLE = 16  # records of a batch that are checked, at equal distances
UNSEEN_SHARE = 0.1  # of the checked texts; a smaller share may be exceptions


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
                self._look(_text(instance := batch[i]))
                self.inside.look(instance, batch.system)
            yield batch

    def plus(self, other: UnseenTokens) -> None:
        """Add what was counted in other batches of the run."""
        self.checked += other.checked
        self.inside.plus(other.inside)
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

    def _look(self, text: str) -> None:
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
