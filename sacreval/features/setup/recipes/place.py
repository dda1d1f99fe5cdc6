"""Locations of recipes and of their input files: fetched ones, and those provided by the user."""

from __future__ import annotations

import glob
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.features.setup.recipes.schema import R, Recipe, leads_out, load
from sacreval.io.files import YAML
from sacreval.io.resources import expanded, shipped_folder


def folder_of(kind: type[R]) -> Path:
    """Return the folder of the recipes included in sacreval."""
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
    if name.endswith(YAML) or "/" in name:
        return Path(name)
    if name not in names(kind):
        raise UsageError(f"There is no recipe '{name}'; {_suggestion(name, kind)}")
    return folder_of(kind) / f"{name}.yaml"


def _suggestion(name: str, kind: type[R]) -> str:
    """Suggest the recipes whose name or title matches a name, else the nearest name."""
    word = name.casefold()
    matching = [n for n in names(kind) if n.startswith(word) or word in _title(n, kind)]
    if matching:
        return f"did you mean {' or '.join(repr(n) for n in matching[:5])}?"
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


_NAMED = 12  # most missing files in a message


@dataclass(frozen=True)
class CorpusFiles:
    """Fetched files, and files provided by the user under their names in the recipe.

    Args:
        folder: Folder of fetched files.
        brought: Name to path of files or folders provided by the user.
        read: Reads the records of a file: by the name of a reader, the path, and its options.
    """

    folder: Path
    brought: Mapping[str, Path] = field(default_factory=dict)
    read: Any = None

    def __truediv__(self, path: str) -> Path:
        """Return the path of a file; a leading name of provided files is replaced by their path.

        Raises:
            InputError: If the path leads out of the folder.
        """
        if leads_out(path):
            raise InputError(
                f"the recipe's path {shortened(path)!r} leads out of its folder; write a path "
                "below it"
            )
        head, _, rest = path.partition("/")
        if head in self.brought:
            return self.brought[head] / rest if rest else self.brought[head]
        return self.folder / path

    def files(self, pattern: str) -> list[Path]:
        """List the files that match a pattern, sorted.

        Raises:
            InputError: If no file matches.
        """
        head, _, rest = pattern.partition("/")
        root, inner = (self.brought[head], rest) if head in self.brought else (self.folder, pattern)
        try:
            paths = sorted(root.glob(inner)) if inner else [root]
        except (NotImplementedError, ValueError) as error:
            raise InputError(
                f"the recipe's pattern {shortened(inner)!r} is not a valid file pattern "
                f"({error}); write one such as *.txt"
            ) from None
        if not paths:
            raise InputError(f"{root}: no file in it matches {inner}; check the path")
        return paths


def check_provided(recipe: Recipe, paths: Mapping[str, str]) -> dict[str, Path]:
    """Check the files provided by the user against those that a recipe requires."""
    if "" in paths and len(recipe.brings) == 1:
        paths = {next(iter(recipe.brings)): paths[""], **{k: v for k, v in paths.items() if k}}
    for name in paths:
        if name not in recipe.brings:
            raise UsageError(f"--path {name or 'PATH'}: {_unknown_path(recipe, name)}")
    not_given = [
        f"--path {name}=PATH ({required.about})"
        for name, required in recipe.brings.items()
        if name not in paths
    ]
    if not_given:
        raise UsageError(
            f"{recipe.name} cannot be fetched completely; give {' and '.join(not_given)}"
        )
    files = {name: expanded(path, "--path") for name, path in paths.items()}
    missing = [path for name in recipe.brings for path in _missing(recipe, name, files[name])]
    if missing:
        more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        raise InputError(
            f"{recipe.name} needs files that are missing: {', '.join(missing[:_NAMED])}{more}; "
            f"sacreval setup-dataset --show {recipe.name} lists them with their folders"
        )
    return files


def _missing(recipe: Recipe, name: str, path: Path) -> list[str]:
    required = recipe.brings[name].files
    if not required:
        return [] if path.exists() else [str(path)]
    absent = [file for file in required if not glob.glob(file, root_dir=path)]  # noqa: PTH207
    names = [file.rpartition("/")[2] for file in absent]
    return [f"{path}/{absent[0]}", *names[1:]] if absent else []


def _unknown_path(recipe: Recipe, name: str) -> str:
    if not recipe.brings:
        return f"{recipe.name} needs no files from you; drop it"
    if not name:
        return f"{recipe.name} needs several paths; write NAME=PATH for {', '.join(recipe.brings)}"
    return f"{recipe.name} needs no file of that name; {nearest(name, recipe.brings)}"
