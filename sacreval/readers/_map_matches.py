"""Check that every expression of `--map` matches in at least one record of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.readers._map_hints import field_list

HELD = 16  # most batches held back until every expression has matched
_EMPTY: tuple[Any, ...] = (
    None,
    "",
    [],
    {},
    False,
)  # a field with such a value exists, so its name is not misspelt
_NAME = r'\s*(?:"([^"]+)"|([A-Za-z_]\w*)(?!\w*\())'
_SEEN = 1000  # most field names remembered for messages


class Matches:
    """The expressions of `--map` that have not matched yet in the records of a file.

    Args:
        fields: Record field to JMESPath expression.
        remedy: The end of the sentence on one that matches nothing.
    """

    def __init__(self, fields: Mapping[str, str], remedy: str = "") -> None:
        self.missing = dict(fields)
        self._fields = fields
        self._remedy = remedy
        self._seen: dict[str, None] = {}

    def note(self, record: Any, mapped: Mapping[str, Any]) -> None:
        """Remove the expressions that match in a record.

        Args:
            record: The foreign record.
            mapped: The values found by field, `judgments.NAME` in the mapping `judgments`.
        """
        if isinstance(record, Mapping) and len(self._seen) < _SEEN:
            self._seen.update(dict.fromkeys(record))
        for name, path in list(self.missing.items()):
            root = _root(path)
            null = isinstance(record, Mapping) and (
                (root in record and record[root] in _EMPTY)
                or not self._read_by[path].isdisjoint(record)
            )
            head, _, tail = name.partition(".")
            value = mapped.get(head)
            if null or (value.get(tail) if tail and isinstance(value, dict) else value) is not None:
                del self.missing[name]

    @cached_property
    def _read_by(self) -> dict[str, set[str]]:
        """The fields that each expression reads; expressions are checked before they are used."""
        return {path: _named(path) for path in self._fields.values()}

    def check(self, path: str) -> None:
        """Check, after a file has been read, that every expression has matched.

        Raises:
            InputError: If an expression has not matched.
        """
        for name, expression in self.missing.items():
            if self._seen:
                raise InputError(
                    f"{path}: --map {name}={expression} matches nothing in any record; "
                    f"{field_list(self._seen)}{self._remedy}"
                )


def hold_until_matched(incoming: Iterator[Batch], matches: Matches, path: str) -> Iterator[Batch]:
    """Yield batches once every expression of `--map` has matched, or `HELD` batches have been read.

    A misspelt expression is thus reported before records are scored without its field. In longer
    files, the check is made at the end.

    Args:
        incoming: The batches of a file, in the order of reading.
        matches: The expressions that have not matched yet.
        path: The file, for messages.

    Raises:
        InputError: If an expression matches in no record.
    """
    waiting: list[Batch] = []
    for batch in incoming:
        waiting.append(batch)
        if not matches.missing or len(waiting) > HELD:
            yield from waiting
            waiting.clear()
    matches.check(path)
    yield from waiting


def _named(expression: str) -> set[str]:
    """Return the fields in an expression that may be null for texts that it cannot read."""
    from sacreval.text.expressions import fields_of, may_fail

    return fields_of(expression) if may_fail(expression) else set()


def _root(path: str) -> str:
    """Return the field that an expression starts with; "" if it does not start with a field."""
    first = re.match(_NAME, path)
    return (first[1] or first[2]) if first else ""
