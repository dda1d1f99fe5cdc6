"""Expressions of `--map` that find nothing in any record of a file, which is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.readers._map_hints import there_are

HELD = 16  # batches that wait for the first match of every expression
_EMPTY: tuple[Any, ...] = (
    None,
    "",
    [],
    {},
    False,
)  # a field that is there and holds nothing is not misspelt
_NAME = re.compile(r'\s*(?:"([^"]+)"|([A-Za-z_]\w*)(?!\w*\())')
_SEEN = 1000  # fields of records that are remembered for messages


class Matches:
    """Which expressions of `--map` have found nothing yet, in all records of a file.

    Args:
        fields: Record field to JMESPath expression.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.missing = dict(fields)
        self._seen: dict[str, None] = {}

    def note(self, record: Any, mapped: Mapping[str, Any]) -> None:
        """Take in a record while something is missing.

        Args:
            record: The foreign record.
            mapped: What the expressions found, `judgments.NAME` in the mapping `judgments`.
        """
        if isinstance(record, Mapping) and len(self._seen) < _SEEN:
            self._seen.update(dict.fromkeys(record))
        for name, path in list(self.missing.items()):
            root = _root(path)
            null = isinstance(record, Mapping) and root in record and record[root] in _EMPTY
            head, _, tail = name.partition(".")
            value = mapped.get(head)
            if null or (value.get(tail) if tail and isinstance(value, dict) else value) is not None:
                del self.missing[name]

    def check(self, path: str) -> None:
        """Check, when a file has been read, that every expression found something.

        Raises:
            InputError: If one did not.
        """
        for name, expression in self.missing.items():
            if self._seen:
                raise InputError(
                    f"{path}: --map {name}={expression} finds nothing in any record; "
                    f"{there_are(self._seen)}"
                )


def held(made: Iterator[Batch], matches: Matches, path: str) -> Iterator[Batch]:
    """Pass on batches, the first of them when every expression of `--map` has found something.

    A misspelt one is so told before anything is scored with a field that is not there. Of a long
    file no more than `HELD` batches are waited for; the rest is checked when it ends.

    Args:
        made: The batches of a file, as they are read.
        matches: What expressions have found in the records read.
        path: The file, for messages.

    Raises:
        InputError: If an expression finds nothing in any record.
    """
    waiting: list[Batch] = []
    for batch in made:
        waiting.append(batch)
        if not matches.missing or len(waiting) > HELD:
            yield from waiting
            waiting.clear()
    matches.check(path)
    yield from waiting


def _root(path: str) -> str:
    """Return the field that an expression starts from; "" where it does not start with one."""
    first = _NAME.match(path)
    return (first[1] or first[2]) if first else ""
