"""Empty outputs: texts without any sign but blanks, counted by system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from sacreval.core.records import Batch
from sacreval.scoring.entries.run_metrics import Entry

_NAMED = 6  # systems that a notice names


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
                found = batch.texts.blank_outputs()
                self.total += len(batch)
                self.empty += len(found)
            elif set(map(type, column := _outputs(batch, name))) == {str}:
                found = [i for i, text in enumerate(column) if not text or text.isspace()]
                self.total += len(column)
                self.empty += len(found)
            else:
                least = 1 if name == "prediction" and batch.answers is not None else None
                found = [i for i, value in enumerate(column) if self._count(value, least)]
            if found:
                self.places.setdefault(name, set()).update(start + i for i in found)

    def plus(self, other: EmptyOutputs, start: int) -> None:
        """Add those of further records of the system, the first of which has index `start`."""
        self.total += other.total
        self.empty += other.empty
        for name, found in other.places.items():
            self.places.setdefault(name, set()).update(start + i for i in found)

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


def unanswered_notices(found: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """Describe in how many outputs metrics find no answer, which then score as wrong.

    Args:
        found: Metric to system to the ids of these records.
    """
    by_records: dict[tuple[tuple[str, tuple[str, ...]], ...], list[str]] = {}
    for name, systems in found.items():
        if lacking := tuple((system, tuple(ids)) for system, ids in systems.items() if ids):
            by_records.setdefault(lacking, []).append(name)
    return [_unanswered(lacking, names) for lacking, names in by_records.items()]


def _unanswered(lacking: Sequence[tuple[str, Sequence[str]]], names: Sequence[str]) -> str:
    total = sum(len(ids) for _, ids in lacking)
    named = ", ".join(f"'{system}' {len(ids):,}" for system, ids in lacking[:_NAMED])
    more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
    outputs = "1 output is" if total == 1 else f"{total:,} outputs are"
    return (
        f"{', '.join(names)}: {outputs} unanswered ({named}{more}), such as that of record "
        f"{lacking[0][1][0]}: no answer can be read from it, and it scores as wrong"
    )


def empty_notices(systems: Mapping[str, EmptyOutputs], entries: Iterable[Entry]) -> list[str]:
    """Describe how many outputs are empty, if any are.

    Args:
        systems: System to its outputs.
        entries: The metrics, of which those that run a model may judge empty texts well.
    """
    found = {name: one for name, one in systems.items() if one.empty}
    if not found:
        return []
    empty, total = (sum(getattr(one, x) for one in systems.values()) for x in ("empty", "total"))
    named = [f"'{name}' {one.empty:,}" for name, one in found.items()][:_NAMED]
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    whose = f" ({', '.join(named)}{more})" if len(systems) > 1 else ""
    models = [entry.name for entry in entries if entry.metric.innermost().runs_model]
    advice = (
        f"; {models[0]} may score them above poor ones, so look at them apart" if models else ""
    )
    are = "is" if total == 1 else "are"
    return [f"{empty:,} of {total:,} outputs {are} empty{whose}{advice}"]
