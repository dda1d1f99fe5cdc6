"""Notices on empty outputs, and on outputs in which metrics find no answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from sacreval.core.contract.declarations import innermost, runs_model
from sacreval.core.records import Batch
from sacreval.errors import comma_list
from sacreval.scoring.entries.run_metrics import Entry


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
    empty = sum(counts.empty for counts in systems.values())
    total = sum(counts.total for counts in systems.values())
    named = [f"'{name}' {counts.empty:,}" for name, counts in affected.items()]
    whose = f" ({comma_list(named)})" if len(systems) > 1 else ""
    models = [entry.name for entry in entries if runs_model(innermost(entry.metric))]
    advice = (
        f"; {models[0]} may score them above poor ones, so look at them apart" if models else ""
    )
    are = "is" if total == 1 else "are"
    return [f"{empty:,} of {total:,} outputs {are} empty{whose}{advice}"]
