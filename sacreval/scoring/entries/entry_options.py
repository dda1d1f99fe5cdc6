"""Options of any metric of a run: its name there, the names of its outputs, and its records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

from msgspec import Struct

from sacreval.core.options.specs import OptionError

ALIAS = "as"
OF_ENTRIES = (ALIAS, "map", "where", "by", "rename")
"""Keys beside a metric's own options, in a spec or a config."""
NAME = r"[A-Za-z][A-Za-z0-9_-]*"


class EntryOptions(Struct, frozen=True):
    """What a run says about one of its metrics.

    Args:
        alias: The value of `as`, which precedes the names of outputs; or None.
        map: Field of records to the JMESPath expression that finds it for this metric alone.
        where: JMESPath expression of the records that this metric scores; None for all.
        by: The group to break its results down by; None for that of the run.
        rename: Output of the metric to its whole name in the run.
    """

    alias: str | None = None
    map: Mapping[str, str] = {}
    where: str | None = None
    by: str | None = None
    rename: Mapping[str, str] = {}

    @classmethod
    def of(cls, metric: str, values: Mapping[str, Any]) -> Self:
        """Check the values of the keys of `OF_ENTRIES`.

        Args:
            metric: Name of the metric, for messages.
            values: Key to value, as decoded from JSON or YAML.

        Raises:
            OptionError: If a value is of another form; it names the key.
        """
        alias = values.get(ALIAS)
        if alias is not None:
            _check_name(alias, metric, ALIAS)
        renamed = _pairs(values.get("rename"), metric, "rename", "{token_f1_recall: recall}")
        for name in renamed.values():
            _check_name(name, metric, "rename")
        return cls(
            alias,
            _pairs(values.get("map"), metric, "map", "{references: sources}"),
            _text(values.get("where"), metric, "where", "meta.level == 'hard'"),
            _text(values.get("by"), metric, "by", "domain"),
            renamed,
        )


def _check_name(name: Any, metric: str, key: str) -> None:
    if not (isinstance(name, str) and re.fullmatch(NAME, name)):
        raise OptionError(
            f"{metric}: {key}: '{name}' cannot be a name; use letters, digits, - and _", key
        )


def _pairs(value: Any, metric: str, key: str, example: str) -> dict[str, str]:
    """Return a mapping; a list of NAME=VALUE is one too, as on the command line."""
    if value is None:
        return {}
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        split = [one.partition("=") for one in value]
        if len({name for name, _, _ in split}) < len(split):
            raise OptionError(f"{metric}: {key}: a name is repeated; keep one", key)
        value = {name: found for name, _, found in split}
    texts = (
        isinstance(value, dict)
        and value
        and all(isinstance(one, str) and one for pair in value.items() for one in pair)
    )
    if not texts:
        raise OptionError(f"{metric}: {key} gives names their values, as in {example}", key)
    return dict(value)


def _text(value: Any, metric: str, key: str, example: str) -> str | None:
    if value is None or (isinstance(value, str) and value.strip()):
        return value
    raise OptionError(f"{metric}: {key} is a text, as in {example}; put it in quotes", key)
