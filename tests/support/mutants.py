"""Small changes of programs, by which correct solutions become mostly wrong ones."""

import ast
import random
from collections.abc import Iterator

OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And, ast.Mod: ast.Mult,
}  # fmt: skip


def mutants(text: str, seed: int) -> Iterator[str]:
    """Yield variants of a program, each with one changed operator, constant or result.

    Args:
        text: The program.
        seed: Seed of the order.
    """
    count = sum(1 for _ in places(ast.parse(text)))
    for place in random.Random(seed).sample(range(count), count):
        tree = ast.parse(text)
        parent, field, i = [*places(tree)][place]
        change(parent, field, i)
        yield ast.unparse(ast.fix_missing_locations(tree))


def places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int]]:
    """Yield where nodes can be changed: parents, fields, and places in a list, else -1."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            nodes = value if isinstance(value, list) else [value]
            for i, node in enumerate(nodes):
                if changeable(node):
                    yield parent, field, i if isinstance(value, list) else -1


def changeable(node: object) -> bool:
    """Return whether a node can be changed."""
    if isinstance(node, ast.Return):
        return node.value is not None
    is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    return is_number or type(node) in OPERATORS


def change(parent: ast.AST, field: str, i: int) -> None:
    """Replace a node: operators are shared by all trees of the process, and must not be changed."""
    held = getattr(parent, field)
    node = held[i] if i >= 0 else held
    if isinstance(node, ast.Return):
        new: ast.AST = ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Constant):
        new = ast.Constant(node.value + 1)
    else:
        new = OPERATORS[type(node)]()
    if i >= 0:
        held[i] = new
    else:
        setattr(parent, field, new)
