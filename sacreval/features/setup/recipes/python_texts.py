"""Texts in Python files, read from their syntax; nothing in the files is run."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache

from sacreval.errors import InputError


def text_at(source: str, place: str) -> str:
    """Return a text of a Python file.

    Args:
        source: The content of the file.
        place: Names, keys and indices with slashes: a variable, or a function and a variable in
            it, then keys of dictionaries and indices of lists.

    Raises:
        InputError: If the file is not Python, or there is no text.
    """
    found = _value(_node(source, place), place)
    if not isinstance(found, str):
        raise InputError(f"there is no text at {place} of the Python file; check the recipe")
    return found


def texts_at(source: str, place: str) -> dict[str, str]:
    """Return the texts of a dictionary of a Python file, by key.

    Args:
        source: The content of the file.
        place: As of `text_at`.

    Raises:
        InputError: If the file is not Python, or there is no dictionary of texts.
    """
    node = _node(source, place)
    if not isinstance(node, ast.Dict):
        raise InputError(f"there is no dictionary at {place} of the Python file; check the recipe")
    return {key: text_at(source, f"{place}/{key}") for key in _keys(node)}


def _node(source: str, place: str) -> ast.AST:
    node: ast.AST | None = _tree(source)
    for part in place.split("/"):
        node = _below(node, part)
    if node is None:
        raise InputError(f"there is nothing at {place} of the Python file; check the recipe")
    return node


@lru_cache(maxsize=8)
def _tree(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"the file is not Python ({error}); get it again") from None


def _below(node: ast.AST | None, part: str) -> ast.AST | None:
    """Return what a name, a key or an index selects in a node."""
    if isinstance(node, ast.Module | ast.FunctionDef):
        return _named(node.body, part)
    if isinstance(node, ast.Dict):
        return _keys(node).get(part)
    if isinstance(node, ast.List) and part.isdecimal() and int(part) < len(node.elts):
        return node.elts[int(part)]
    return None


def _named(body: Sequence[ast.stmt], name: str) -> ast.AST | None:
    """Return the function of a name, or the first value that is assigned to it."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            return statement
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in statement.targets
        ):
            return statement.value
    return None


def _keys(node: ast.Dict) -> Mapping[str, ast.AST]:
    return {
        key.value: value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def _value(node: ast.AST, place: str) -> object:
    """Return the value of a constant, or of an f-string without anything to compute."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_value(part, place)) for part in node.values)
    raise InputError(f"{place} of the Python file is computed, and not read; check the recipe")
