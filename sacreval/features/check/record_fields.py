"""Counts of the values of each field of records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sacreval.core.records import FIELDS, Instance
from sacreval.features.check.result import FieldCount

NAMED = ("groups", "judgments")  # fields whose names are counted apart
_OTHERS = tuple(name for name in FIELDS if name not in {*NAMED, "system_type"})


@dataclass
class Values:
    """Values of one field so far.

    Args:
        kinds: Kind to number of records.
        empty: Number of empty values.
        sizes: Lengths of lists.
        distinct: The distinct values of a group.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    empty: int = 0
    sizes: tuple[int, int] | None = None
    distinct: set[str] = field(default_factory=set)

    def add(self, value: Any, *, is_group: bool) -> None:
        """Count one value."""
        self.kinds[kind_of(value)] += 1
        self.empty += is_empty(value)
        if isinstance(value, list):
            least, most = self.sizes or (len(value), len(value))
            self.sizes = min(least, len(value)), max(most, len(value))
        if is_group:
            self.distinct.add(str(value))


@dataclass
class FieldValues:
    """Values of all fields so far."""

    fields: dict[str, Values] = field(default_factory=dict)

    def add(self, instance: Instance) -> None:
        """Count the fields of a record."""
        for name, value in _values(instance):
            found = self.fields.get(name)
            if found is None:
                found = self.fields[name] = Values()
            found.add(value, is_group=name.startswith("groups."))

    def counts(self) -> list[FieldCount]:
        """Return the counts in the order of the record's fields, then by name."""
        order = {name: i for i, name in enumerate(FIELDS)}
        names = sorted(self.fields, key=lambda name: (order[name.partition(".")[0]], name))
        return [_count(name, self.fields[name]) for name in names]


def _values(instance: Instance) -> Iterator[tuple[str, Any]]:
    for name in _OTHERS:
        if (value := getattr(instance, name)) is not None:
            yield name, value
    for head in NAMED:
        for name, value in (getattr(instance, head) or {}).items():
            yield f"{head}.{name}", value


def _count(name: str, found: Values) -> FieldCount:
    return FieldCount(
        field=name,
        n=found.kinds.total(),
        empty=found.empty,
        kinds=dict(found.kinds.most_common()),
        least=found.sizes and found.sizes[0],
        most=found.sizes and found.sizes[1],
        distinct=len(found.distinct) if name.startswith("groups.") else None,
    )


def kind_of(value: Any) -> str:
    """Return the kind of a JSON value, such as `text`, `number` or `list of texts`."""
    if isinstance(value, list):
        inner = sorted({_single(one) for one in value})
        return f"list of {' and '.join(f'{one}s' for one in inner)}" if inner else "empty list"
    return _single(value)


def _single(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "text"
        case int() | float():
            return "number"
        case list():
            return "list"
    return "object"


def is_empty(value: Any) -> bool:
    """Return whether a value is a blank text, an empty list or an empty object."""
    if isinstance(value, str):
        return not value.strip()
    return isinstance(value, list | Mapping) and not value
