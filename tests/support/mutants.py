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
    count = sum(map(changeable, ast.walk(ast.parse(text))))
    for place in random.Random(seed).sample(range(count), count):
        tree = ast.parse(text)
        node = [one for one in ast.walk(tree) if changeable(one)][place]
        change(node)
        yield ast.unparse(ast.fix_missing_locations(tree))


def changeable(node: ast.AST) -> bool:
    """Return whether a node can be changed."""
    if isinstance(node, ast.Return):
        return node.value is not None
    is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    return is_number or type(node) in OPERATORS


def change(node: ast.AST) -> None:
    """Change a node in place."""
    if isinstance(node, ast.Return):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.Constant):
        node.value += 1
    else:
        node.__class__ = OPERATORS[type(node)]
