"""Record fields from foreign data, by JMESPath."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sacreval.core.records import FIELDS
from sacreval.errors import UsageError, nearest
from sacreval.readers._base import failing_of, mark_missing
from sacreval.text.expressions import compiled

Shape = Callable[[Any], dict[str, Any]]


def shape(fields: Mapping[str, str]) -> Shape:
    """Compile JMESPath expressions into a function from foreign data to a mapping of record fields.

    Unlike with `--map`, data that no expression selects is left out.

    Args:
        fields: Record field, or a name such as `judgments.NAME`, to expression.

    Raises:
        UsageError: If a field is unknown or an expression is not valid JMESPath.
    """
    searches = []
    for name, path in fields.items():
        head, _, tail = name.partition(".")
        if head not in FIELDS:
            raise UsageError(f"fields: there is no field '{head}'; {nearest(head, FIELDS)}")
        searches.append((head, tail, compiled(path, f"fields: {name}=")))
    failing = failing_of(fields)

    def apply(record: Any) -> dict[str, Any]:
        ours: dict[str, Any] = {}
        for head, tail, search in searches:
            value = search(record)
            if tail:
                ours.setdefault(head, {})[tail] = value
            elif value is not None:
                ours[head] = value
        for name in failing:
            mark_missing(ours, name, fields[name])
        return ours

    return apply
