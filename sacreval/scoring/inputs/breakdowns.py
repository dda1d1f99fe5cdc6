"""Breakdowns: fields, pairs of fields and bins that records are grouped by.

A breakdown is one value of `--by`. `Result.by` has its text, from which its groups can be made
again; gates name a result by `Result.target`.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from sacreval.core.group_names import NO_GROUP, bin_labels, group_name
from sacreval.core.records import Batch
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.inputs.record_values import in_words, values_of


class Field(Struct, frozen=True):
    """A value of records that groups them.

    Args:
        name: A group, a field of records, or a JMESPath expression; its name in results.
        edges: Rising numbers between bins; empty where each value is a group.
        search: The expression, compiled; None for a name that only `groups` may have.
        fault: Why it is no expression, in case no record has a group of this name.
    """

    name: str
    edges: tuple[float, ...] = ()
    search: Callable[[Any], Any] | None = None
    fault: str = ""

    @property
    def key(self) -> str:
        """The name with its bins, which tells this field from others in a run."""
        bins = ",".join(f"{edge:.12g}" for edge in self.edges)
        return f"{self.name}:{bins}" if bins else self.name

    def values(self, batch: Batch) -> list[str]:
        """Return the value of every record, `(none)` for those without one.

        Raises:
            InputError: If a value is a list or an object, or no number where there are bins.
        """
        own = [(one.groups or {}).get(self.name) for one in batch]
        if self.search is not None and None in own:
            found = values_of(batch, self.search)
            own = [y if x is None else x for x, y in zip(own, found, strict=True)]
        elif not self.edges:
            return [NO_GROUP if value is None else str(value) for value in own]
        return [self._text(value, batch, i) for i, value in enumerate(own)]

    def _text(self, value: Any, batch: Batch, i: int) -> str:
        if value is None:
            return NO_GROUP
        if not self.edges and not isinstance(value, list | dict):
            return str(value)
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            wanted = "a number, which bins need" if self.edges else "a text, a number or a boolean"
            raise InputError(
                f"{batch.where(i)}: --by {self.key} finds {in_words(value)}, not {wanted}; "
                "change the expression, as in length(prediction) or meta.NAME"
            )
        return bin_labels(self.edges)[bisect_right(self.edges, value)]


class Breakdown(Struct, frozen=True):
    """Fields whose values, together, are the groups of one value of --by.

    Args:
        fields: One field, or several for pairs, triples, ...
    """

    fields: tuple[Field, ...]

    @property
    def names(self) -> list[str]:
        """The names of the fields."""
        return [field.name for field in self.fields]

    @property
    def name(self) -> str:
        """The name in results, before the values: `topic`, or `topic,language`."""
        return ",".join(self.names)

    @property
    def is_group(self) -> bool:
        """Whether this is a single name that only `groups` may have."""
        return all(x.search is None and not x.edges for x in self.fields) and len(self.fields) == 1

    @property
    def text(self) -> str:
        """What --by was given, with bins."""
        return ",".join(field.key for field in self.fields)


class Groups:
    """The groups of records by breakdowns, batch by batch.

    Args:
        by: The breakdowns.
    """

    def __init__(self, by: Sequence[Breakdown]) -> None:
        self._by = by
        self._fields = {field.key: field for one in by for field in one.fields}
        self._found: set[str] = set()
        self._known: set[str] = set()

    def labels(self, batch: Batch) -> list[tuple[str, ...]]:
        """Return for each record the names of its groups, one for each breakdown."""
        if not self._by:
            return [()] * len(batch)
        columns = {key: field.values(batch) for key, field in self._fields.items()}
        if len(self._found) < len(self._fields):
            self._found |= {key for key, column in columns.items() if set(column) != {NO_GROUP}}
            self._known |= known_names(batch)
        return [
            tuple(
                group_name(one.names, [columns[field.key][i] for field in one.fields])
                for one in self._by
            )
            for i in range(len(batch))
        ]

    def check(self) -> None:
        """Check, after the last batch, that every field has a value in some record.

        Raises:
            UsageError: If one has none.
        """
        check_found(self._fields.values(), self._found, self._known)


def check_found(fields: Iterable[Field], found: Iterable[str], known: Iterable[str]) -> None:
    """Check that every field has a value in some record.

    Args:
        fields: The fields.
        found: The keys of those that have.
        known: Names of groups, and of values in meta as `meta.NAME`.

    Raises:
        UsageError: If one has none.
    """
    there, names = set(found), sorted(set(known))
    for field in fields:
        if field.key in there:
            continue
        if field.fault:
            raise UsageError(f"no record has a group '{field.name}', and {field.fault}")
        if field.search is not None:
            raise UsageError(f"--by {field.key}: no record has a value of this; {_try(names)}")
        in_meta = f"meta.{field.name}"
        if in_meta in names:
            raise UsageError(
                f"no record has a group '{field.name}', but records have {in_meta}; give that"
            )
        groups = [name for name in names if not name.startswith("meta.")]
        raise UsageError(f"no record has a group '{field.name}'; {nearest(field.name, groups)}")


def known_names(batch: Batch) -> set[str]:
    """Return the names of groups of some records, and those of values in meta as `meta.NAME`."""
    groups = {name for one in batch for name in one.groups or ()}
    return groups | {f"meta.{name}" for one in batch for name in one.meta or ()}


def _try(names: Sequence[str]) -> str:
    shown = ", ".join(names[:5])
    return f"there are {shown}" if names else "records have no groups and no meta"
