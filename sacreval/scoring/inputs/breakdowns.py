"""Breakdowns: fields, pairs of fields and bins that records are grouped by, as --by names them.

A breakdown is one value of `--by`. `Result.by` has its text, from which its groups can be made
again; gates name a result by `Result.target`.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sacreval.core.group_names import NO_GROUP, bin_labels, group_name
from sacreval.core.records import FIELDS, Batch
from sacreval.core.results import Result
from sacreval.errors import InputError, UsageError, comma_list, nearest


def as_mappings(batch: Batch) -> Iterator[dict[str, Any]]:
    """Yield each record as a mapping of its fields; `instance_id` and `system_id` are texts."""
    for instance, name, system in zip(batch, batch.instance_ids, batch.system_ids, strict=True):
        record = msgspec.structs.asdict(instance)
        record["instance_id"], record["system_id"] = name, system
        if instance.replies is not None:
            record["replies"] = msgspec.to_builtins(instance.replies)
        yield record


def values_of(batch: Batch, search: Callable[[Any], Any]) -> list[Any]:
    """Return what a compiled expression finds in each record."""
    values = []
    for i, record in enumerate(as_mappings(batch)):
        try:
            values.append(search(record))
        except InputError as error:
            raise InputError(f"{batch.where(i)}: {error}") from None
    return values


def in_words(value: Any) -> str:
    """Describe a value that an option does not take."""
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


_SHOWN = 60  # characters of a value that a message quotes


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
        labels = [(instance.groups or {}).get(self.name) for instance in batch]
        if self.search is not None and None in labels:
            values = values_of(batch, self.search)
            labels = [y if x is None else x for x, y in zip(labels, values, strict=True)]
        elif not self.edges:
            return [NO_GROUP if value is None else str(value) for value in labels]
        return [self._text(value, batch, i) for i, value in enumerate(labels)]

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


class BreakdownGroups:
    """The groups of records by breakdowns, batch by batch.

    Args:
        by: The breakdowns.
    """

    def __init__(self, by: Sequence[Breakdown]) -> None:
        self._by = by
        self._fields = {field.key: field for breakdown in by for field in breakdown.fields}
        self._present: set[str] = set()
        self._known: set[str] = set()

    def labels(self, batch: Batch) -> list[tuple[str, ...]]:
        """Return for each record the names of its groups, one for each breakdown."""
        if not self._by:
            return [()] * len(batch)
        columns = {key: field.values(batch) for key, field in self._fields.items()}
        if len(self._present) < len(self._fields):
            self._present |= {key for key, column in columns.items() if set(column) != {NO_GROUP}}
            self._known |= known_names(batch)
        return [
            tuple(
                group_name(breakdown.names, [columns[field.key][i] for field in breakdown.fields])
                for breakdown in self._by
            )
            for i in range(len(batch))
        ]

    def check(self) -> None:
        """Check, after the last batch, that every field has a value in some record.

        Raises:
            UsageError: If one has none.
        """
        check_found(self._fields.values(), self._present, self._known)


def check_found(fields: Iterable[Field], seen: Iterable[str], known: Iterable[str]) -> None:
    """Check that every field has a value in some record."""
    there, names = set(seen), sorted(set(known))
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
    groups = {name for instance in batch for name in instance.groups or ()}
    return groups | {f"meta.{name}" for instance in batch for name in instance.meta or ()}


def _try(names: Sequence[str]) -> str:
    return f"there are {comma_list(names, 5)}" if names else "records have no groups and no meta"


_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_SYNTAX = re.compile(r"""[.()\[\]{}|&<>!=*@'"`]""")  # what only expressions have
_OPEN, _CLOSE, _QUOTES = "([{", ")]}", "'\"`"


def breakdowns(by: str | Sequence[str] | None) -> tuple[Breakdown, ...]:
    """Parse the values of --by.

    Args:
        by: Each value is a field, several with commas between them for their pairs, or an
            expression with bins, such as `length(prediction):20,50`.

    Raises:
        UsageError: If one cannot be parsed, bins are not in rising order, or one is repeated.
    """
    texts = [by] if isinstance(by, str) else list(by or ())
    parsed = [_breakdown(text) for text in texts]
    names = [breakdown.name for breakdown in parsed]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--by: '{name}' is given twice; give it once")
    return tuple(parsed)


def field_of(name: str) -> Field:
    """Return the field of a name: of a group, a field of records, or an expression."""
    try:
        return Field(name, search=_search(name))
    except UsageError as error:
        return Field(name, fault=str(error))


def breakdown_of(result: Result) -> Breakdown | None:
    """Return what the records of a result are grouped by; None for all records.

    Results of earlier releases only have the name of the group, which is one field then.
    """
    if result.group is None:
        return None
    return breakdowns(result.by or result.group.partition("=")[0])[0]


def _breakdown(text: str) -> Breakdown:
    fields = tuple(_fields(text))
    names = [field.name for field in fields]
    if len(set(names)) < len(names):
        raise UsageError(f"--by {text}: a field is named twice; name it once")
    return Breakdown(fields)


def _fields(text: str) -> Iterator[Field]:
    """Parse fields; numbers that follow the first edge of bins are further edges."""
    parts = [part.strip() for part in _split(text, ",")]
    if not all(parts):
        raise UsageError(f"--by {text}: a name is missing; write --by NAME, or --by NAME,NAME")
    i = 0
    while i < len(parts):
        name, edge = _with_edge(parts[i], text)
        i += 1
        edges = [] if edge is None else [edge]
        while edges and i < len(parts) and _NUMBER.fullmatch(parts[i]):
            edges.append(parts[i])
            i += 1
        yield replace(field_of(name), edges=_rising(edges, text))


def _with_edge(part: str, text: str) -> tuple[str, str | None]:
    """Split `EXPRESSION:NUMBER` into the expression and the first edge of its bins."""
    *head, tail = _split(part, ":")
    name = ":".join(head).strip()
    if head and name and _NUMBER.fullmatch(tail.strip()):
        return name, tail.strip()
    if head and (not name or _SYNTAX.search(name)):
        raise UsageError(
            f"--by {text}: bins are numbers in rising order, as in length(prediction):20,50"
        )
    return part, None


def _rising(edges: Sequence[str], text: str) -> tuple[float, ...]:
    numbers = tuple(map(float, edges))
    for low, high in pairwise(numbers):
        if low >= high:
            why = "overlap" if low == high else "are not in rising order"
            raise UsageError(
                f"--by {text}: these bins {why} ({low:g} before {high:g}); give rising numbers, "
                "each once"
            )
    if not all(map(math.isfinite, numbers)):
        raise UsageError(f"--by {text}: an edge of bins is not finite; give finite numbers")
    return numbers


def _search(name: str) -> Callable[[Any], Any] | None:
    if name not in FIELDS and not _SYNTAX.search(name):
        return None
    from sacreval.text.expressions import compiled

    return compiled(name, "--by ")


def _split(text: str, mark: str) -> list[str]:
    """Split at a character that is in no brackets and no quotes."""
    parts, depth, quote, escaped = [""], 0, "", False
    for char in text:
        if escaped or quote:
            quote = quote if escaped or char != quote else ""
            escaped = not escaped and char == "\\"
        elif char in _QUOTES:
            quote = char
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif char == mark and depth <= 0:
            parts.append("")
            continue
        parts[-1] += char
    return parts
