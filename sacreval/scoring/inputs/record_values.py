"""Values that JMESPath expressions find in records, for --where and --by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sacreval.core.records import Batch
from sacreval.errors import InputError


def as_mappings(batch: Batch) -> Iterator[dict[str, Any]]:
    """Yield each record as a mapping of its fields; `instance_id` and `system_id` are texts."""
    for one, name, system in zip(batch, batch.instance_ids, batch.system_ids, strict=True):
        found = msgspec.structs.asdict(one)
        found["instance_id"], found["system_id"] = name, system
        if one.replies is not None:
            found["replies"] = msgspec.to_builtins(one.replies)
        yield found


def values_of(batch: Batch, search: Callable[[Any], Any]) -> list[Any]:
    """Return what a compiled expression finds in each record.

    Args:
        batch: The records.
        search: The expression; see `text.expressions.compiled`.

    Raises:
        InputError: If it cannot be applied to a record; the message names its place.
    """
    found = []
    for i, record in enumerate(as_mappings(batch)):
        try:
            found.append(search(record))
        except InputError as error:
            raise InputError(f"{batch.where(i)}: {error}") from None
    return found


def in_words(value: Any) -> str:
    """Describe a value that an option does not take."""
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


_SHOWN = 60  # characters of a value that a message quotes
