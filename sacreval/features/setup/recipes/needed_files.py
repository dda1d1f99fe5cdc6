"""Files of a recipe that its steps read, so that a run for missing outputs fetches no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from sacreval.features.setup.recipes.schema import Recipe, Remote, Step, remotes
from sacreval.features.setup.recipes.unpack import folder_for


def needed(recipe: Recipe, steps: Sequence[Step]) -> list[Remote]:
    """List the files that steps of a recipe read, and those that no step names.

    Args:
        recipe: The recipe.
        steps: The steps to run.
    """
    others = [step for step in recipe.steps if step not in steps]
    return [
        remote
        for remote in remotes(recipe)
        if _named(remote, steps) or not _named(remote, others)
    ]  # fmt: skip


def _named(remote: Remote, steps: Sequence[Step]) -> bool:
    return any(_matches(remote, name) for step in steps for name in _names(step))


def _names(step: Step) -> Iterator[str]:
    yield from _texts(step.inputs)
    yield from (text.removeprefix("./") for text in _texts(step.options))


def _texts(value: Any) -> Iterator[str]:
    """List the texts in a nested value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in _texts(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in _texts(item))


def _matches(remote: Remote, name: str) -> bool:
    """Return whether a name or pattern is this file, a parent folder, or a path in its archive."""
    path = remote.path
    if name == path or fnmatchcase(path, name) or path.startswith(f"{name.rstrip('/')}/"):
        return True
    return remote.file.unpack and name.startswith(f"{folder_for(Path(path)).as_posix()}/")
