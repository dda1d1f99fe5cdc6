"""Fields at the top of the data that a JMESPath expression reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_OF_THE_REST = {  # whose first child is applied to the data, and the others to what it finds
    "subexpression", "index_expression", "projection", "value_projection", "filter_projection",
    "flatten", "pipe",
}  # fmt: skip


def first_fields(expression: str) -> list[str]:
    """List the fields of the data that an expression reads, such as `meta` of `meta.id`.

    Args:
        expression: A JMESPath expression.

    Returns:
        The fields, each once; empty if it reads the data as a whole or not at all, or cannot be
        compiled, which `compiled` reports.
    """
    import jmespath

    try:
        parsed = jmespath.compile(expression).parsed
    except (jmespath.exceptions.JMESPathError, RecursionError, ValueError):
        return []
    return list(dict.fromkeys(_fields(parsed)))


def _fields(node: Any) -> Iterator[str]:
    if node["type"] == "field":
        yield node["value"]
    elif node["type"] != "expref":  # which is applied to members of a list
        children = node["children"][:1] if node["type"] in _OF_THE_REST else node["children"]
        for child in children:
            if isinstance(child, dict):
                yield from _fields(child)
