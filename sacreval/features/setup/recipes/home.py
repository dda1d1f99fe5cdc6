"""Location of recipes: inside an installed package, or at the top of a checkout."""

from __future__ import annotations

import re
from pathlib import Path

from sacreval.errors import UsageError, nearest
from sacreval.features.setup.recipes.schema import R, load
from sacreval.io.shipped_files import shipped_folder


def folder_of(kind: type[R]) -> Path:
    """Return the folder of the recipes included in sacreval.

    Args:
        kind: `Recipe` or `MetricRecipe`.
    """
    return shipped_folder(kind.folder)


def names(kind: type[R]) -> list[str]:
    """List the recipes included in sacreval."""
    return sorted(path.stem for path in folder_of(kind).glob("*.yaml"))


def find(name: str, kind: type[R]) -> Path:
    """Return the path of a recipe.

    Args:
        name: The name of a recipe included in sacreval, or the path of a YAML file.
        kind: `Recipe` or `MetricRecipe`.

    Raises:
        UsageError: If there is no such recipe; the message suggests similar names.
    """
    if name.endswith((".yaml", ".yml")) or "/" in name:
        return Path(name)
    if name not in names(kind):
        raise UsageError(f"There is no recipe '{name}'; {_suggestion(name, kind)}")
    return folder_of(kind) / f"{name}.yaml"


def _suggestion(name: str, kind: type[R]) -> str:
    """Suggest the recipes whose name or title matches a name, else the nearest name."""
    word = name.casefold()
    found = [n for n in names(kind) if n.startswith(word) or word in _title(n, kind)]
    if found:
        return f"did you mean {' or '.join(repr(n) for n in found[:5])}?"
    return nearest(name, names(kind))


def _title(name: str, kind: type[R]) -> list[str]:
    return re.findall(r"[\w.+-]+", recipe(name, kind).title.casefold())


def recipe(name: str, kind: type[R]) -> R:
    """Find and read a recipe.

    Args:
        name: The name of a recipe included in sacreval, or the path of a YAML file.
        kind: `Recipe` or `MetricRecipe`.
    """
    return load(find(name, kind), kind)
