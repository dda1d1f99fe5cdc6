"""Notices of what a model reads badly or not at all: cut texts, other languages, more references.

Notices of outputs in another language, which metrics on a model judge badly. Zouhar et al. (2024),
Pitfalls and Outlooks in Using COMET, measured it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sacreval.core.contract.watches import Always, noticed_by
from sacreval.text import language_detection

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Batch, Instance
    from sacreval.models.class_logits import Joint
    from sacreval.models.tokenization import TokenIds


class BySystem:
    """Lets the records of each system be counted apart, and names it in the notices.

    Notices that depend on options alone (`Always`) are given once, without a name.

    Args:
        watches: Creates the watches of a system.
    """

    def __init__(self, watches: Callable[[], Sequence[Watch]]) -> None:
        self._create = watches
        self._options = [watch for watch in watches() if isinstance(watch, Always)]
        self._counts: dict[str, list[Watch]] = {}

    def add(self, batch: Batch) -> None:
        """Count the records of a batch, by system."""
        places: dict[str, list[int]] = {}
        for i, system in enumerate(batch.system_ids):
            places.setdefault(system, []).append(i)
        for system, members in places.items():
            part = batch if len(places) == 1 else batch.select(members)
            for watch in self._watches(system):
                watch.add(part)

    def noticed(self) -> dict[str, int]:
        """Return what is counted, over all systems."""
        total: Counter[str] = Counter()
        for watches in self._counts.values():
            for watch in watches:
                total.update(noticed_by(watch))
        return dict(total)

    def notices(self) -> list[str]:
        """Return the notices, those of counts after the system's name."""
        named = [
            f"{system}: {text}" if system else text
            for system, watches in self._counts.items()
            for watch in watches
            for text in watch.notices()
        ]
        return [*named, *(text for watch in self._options for text in watch.notices())]

    def _watches(self, system: str) -> list[Watch]:
        """Return the watches that count the records of a system."""
        if system not in self._counts:
            created = self._create()
            self._counts[system] = [watch for watch in created if not isinstance(watch, Always)]
        return self._counts[system]


class OtherLanguage:
    """Counts outputs in another language than all their references.

    Args:
        name: Name of the metric.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = self._foreign = 0
        self._knows_languages = language_detection.available()

    def add(self, batch: Batch) -> None:
        """Count the outputs of a batch."""
        for instance in batch:
            self._number += 1
            if self._knows_languages and str(instance.prediction or "").strip():
                self._foreign += _is_foreign(instance)

    def noticed(self) -> dict[str, int]:
        """Return the number of outputs in another language."""
        return {"other_language": self._foreign}

    def notices(self) -> list[str]:
        """Return a notice with their number, if there are any."""
        if not self._foreign:
            return []
        sentence = (
            f"{self._name}: {self._foreign} of {self._number} outputs seem to be in another "
            "language than their references; a model that knows many languages hardly punishes that"
        )
        return [sentence]


def _is_foreign(instance: Instance) -> bool:
    """Return whether the languages of an output and of all its references are sure and differ."""
    language = language_detection.language(str(instance.prediction))
    others = {language_detection.language(text) for text in instance.references or ()}
    return language is not None and bool(others) and None not in others and language not in others


class SeveralReferences:
    """Counts the records with several references, where a model reads one.

    Args:
        name: Name of the metric.
        how: How the scores of several references count: the best, or their mean.
    """

    def __init__(self, name: str, how: str) -> None:
        self._name, self._how = name, how
        self._number = self._several = 0

    def add(self, batch: Batch) -> None:
        """Count the records of a batch."""
        self._number += len(batch)
        self._several += sum(len(instance.references or ()) > 1 for instance in batch)

    def noticed(self) -> dict[str, int]:
        """Return the number of records with several references."""
        return {"several_references": self._several}

    def notices(self) -> list[str]:
        """Return a notice with their number, if there are any."""
        if not self._several:
            return []
        notice = (
            f"{self._name}: {self._several} of {self._number} records have several references, of "
            f"which its model reads one at a time, and the {self._how} score counts; scores with "
            "other numbers of references must not be compared"
        )
        return [notice]


def output_and_references(record: Instance) -> list[str]:
    """Return the texts of a record that a metric without sources reads."""
    return [record.prediction, *(record.references or ())]


class Truncation:
    """Counts the texts that are cut, and their tokens.

    Args:
        name: Name of the metric.
        limit: Largest number of tokens that the model reads; 0 for none.
        tokens: Tokenizes texts.
        texts: Returns the texts of a record; or what is joined to one text, a tuple.
    """

    def __init__(
        self,
        name: str,
        limit: int,
        tokens: Callable[[Sequence[Any]], list[TokenIds]],
        texts: Callable[[Instance], Iterable[Any]] = output_and_references,
    ) -> None:
        self._name, self._limit, self._tokens, self._of = name, limit, tokens, texts
        self._texts = self._cut = self._lost = 0

    def add(self, batch: Batch) -> None:
        """Count the distinct texts of a batch."""
        if not self._limit:
            return
        texts = {text for instance in batch for text in self._of(instance)}
        cut = [tokens.cut for tokens in self._tokens(sorted(texts)) if tokens.cut]
        self._texts += len(texts)
        self._cut += len(cut)
        self._lost += sum(cut)

    def noticed(self) -> dict[str, int]:
        """Return the number of texts that are cut."""
        return {"cut": self._cut}

    def notices(self) -> list[str]:
        """Return a notice with the numbers of texts and tokens, if any text is cut."""
        if not self._cut:
            return []
        notice = (
            f"{self._name} cuts {self._cut} of {self._texts} texts after {self._limit} tokens, "
            f"the most that the model reads, and leaves out {self._lost} tokens; shorten them, or "
            "use a model for longer texts"
        )
        return [notice]


class CutInputs:
    """Counts the inputs of a classifier that are cut, and their tokens.

    Args:
        name: Name of the metric.
        limit: Largest number of tokens of an input; 0 for none.
        inputs: Returns the inputs of each record of a batch.
    """

    def __init__(
        self, name: str, limit: int, inputs: Callable[[Batch], Iterable[Sequence[Joint]]]
    ) -> None:
        self._name, self._limit, self._inputs = name, limit, inputs
        self._all = self._cut = self._lost = 0

    def add(self, batch: Batch) -> None:
        """Count the inputs of a batch."""
        if not self._limit:
            return
        for joined in self._inputs(batch):
            cut = [tokens.cut for tokens in joined if tokens.cut]
            self._all += len(joined)
            self._cut += len(cut)
            self._lost += sum(cut)

    def noticed(self) -> dict[str, int]:
        """Return the number of inputs that are cut."""
        return {"cut": self._cut}

    def notices(self) -> list[str]:
        """Return a notice with the numbers of inputs and tokens, if any input is cut."""
        if not self._cut:
            return []
        notice = (
            f"{self._name} cuts {self._cut} of {self._all} inputs of the model after {self._limit} "
            f"tokens, and leaves out {self._lost} tokens; shorten the texts, or use a model for "
            "longer ones"
        )
        return [notice]
