"""Values in third-party data: Python literals, numbers and missing values."""

from __future__ import annotations

import ast
import math
from typing import Any

from sacreval.errors import InputError

GAPS = ("", "None", "none", "NULL", "null", "NaN", "nan", "NA", "N/A", "-")


class _Gaps(ast.NodeTransformer):
    """Replaces a bare nan, which is not a Python literal, by None."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in ("nan", "NaN", "null"):
            return ast.copy_location(ast.Constant(None), node)
        return node


def literal(text: str, where: str) -> Any:
    """Parse a list or another Python literal, with bare nan as a missing value.

    Args:
        text: The literal, such as `[3, nan, 5]`.
        where: Where it comes from, for messages.

    Raises:
        InputError: If it is anything but a literal.
    """
    try:
        return ast.literal_eval(_Gaps().visit(ast.parse(text.strip(), mode="eval")))
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise InputError(
            f"{where}: not a list or number ({text[:60]!r}); correct the cell"
        ) from None


def number(cell: Any, where: str) -> float | None:
    """Parse a number; return None for any spelling of a missing value.

    Args:
        cell: A text or a number.
        where: Where it comes from, for messages.

    Raises:
        InputError: If it is neither.
    """
    if cell is None or (isinstance(cell, str) and cell.strip() in GAPS):
        return None
    try:
        value = float(cell)
    except (OverflowError, TypeError, ValueError):
        raise InputError(f"{where}: {str(cell)[:60]!r} is not a number; correct the cell") from None
    if math.isnan(value):
        return None
    if math.isinf(value):
        raise InputError(f"{where}: {str(cell)[:60]!r} is not a finite number; correct the cell")
    return int(value) if value.is_integer() and "." not in str(cell) else value
