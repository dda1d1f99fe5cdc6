"""Foreign data made ours: fields found by JMESPath, Python literals, numbers and gaps."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from typing import Any

from sacreval.core.records import FIELDS
from sacreval.errors import InputError, UsageError, nearest
from sacreval.text.expressions import compiled

GAPS = ("", "None", "none", "NULL", "null", "NaN", "nan", "NA", "N/A", "-")

Shape = Callable[[Any], dict[str, Any]]


def shape(fields: Mapping[str, str]) -> Shape:
    """Compile JMESPath expressions into a function from foreign data to a mapping of our fields.

    Unlike `--map`, nothing that no expression asks for is carried along.

    Args:
        fields: Record field, or `judgments.NAME` and the like, to expression.

    Raises:
        UsageError: If a field is unknown or an expression is not JMESPath.
    """
    found = []
    for name, path in fields.items():
        head, _, tail = name.partition(".")
        if head not in FIELDS:
            raise UsageError(f"fields: there is no field '{head}'; {nearest(head, FIELDS)}")
        found.append((head, tail, compiled(path, f"fields: {name}=")))

    def apply(record: Any) -> dict[str, Any]:
        ours: dict[str, Any] = {}
        for head, tail, search in found:
            value = search(record)
            if tail:
                ours.setdefault(head, {})[tail] = value
            elif value is not None:
                ours[head] = value
        return ours

    return apply


class _Gaps(ast.NodeTransformer):
    """Turns a bare nan, which is no literal, into None."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in ("nan", "NaN", "null"):
            return ast.copy_location(ast.Constant(None), node)
        return node


def literal(text: str, where: str) -> Any:
    """Read a list or another value written as in Python, with bare nan as a gap.

    Args:
        text: Such as `[3, nan, 5]`.
        where: Its place, for messages.

    Raises:
        InputError: If it is anything but a literal.
    """
    try:
        return ast.literal_eval(_Gaps().visit(ast.parse(text.strip(), mode="eval")))
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise InputError(f"{where}: not a list or number ({text[:60]!r}); mend the cell") from None


def number(cell: Any, where: str) -> float | None:
    """Read a number; the many spellings of a gap give None.

    Args:
        cell: A text or a number.
        where: Its place, for messages.

    Raises:
        InputError: If it is neither.
    """
    if cell is None or (isinstance(cell, str) and cell.strip() in GAPS):
        return None
    try:
        value = float(cell)
    except (OverflowError, TypeError, ValueError):
        raise InputError(f"{where}: {str(cell)[:60]!r} is not a number; mend the cell") from None
    if math.isnan(value):
        return None
    if math.isinf(value):
        raise InputError(f"{where}: {str(cell)[:60]!r} is no finite number; mend the cell")
    return int(value) if value.is_integer() and "." not in str(cell) else value
