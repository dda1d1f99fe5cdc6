"""The manifest: what a set-up folder holds and where it came from."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from sacreval.recipes.checksum import sha256
from sacreval.recipes.place import Place
from sacreval.recipes.schema import Described, Recipe, remotes
from sacreval.version import version

NAME = "manifest.json"


def fingerprint(recipe: Described) -> str:
    """Hash a recipe's content, so that a changed recipe is set up anew."""
    return hashlib.sha256(msgspec.json.encode(recipe, order="deterministic")).hexdigest()


def describe(recipe: Recipe, place: Place, folder: Path, outputs: dict[str, Any]) -> dict[str, Any]:
    """Make a manifest.

    Args:
        recipe: What was followed.
        place: Where its inputs lie.
        folder: Where the written files lie.
        outputs: File to counts.
    """
    return {
        "name": recipe.name,
        "title": recipe.title,
        "licence": recipe.licence,
        "citation": recipe.citation,
        "recipe": fingerprint(recipe),
        "sacreval": version(),
        "fetched": {
            remote.url: sha256(place / remote.path)
            for remote in remotes(recipe)
            if (place / remote.path).is_file()
        },
        "brought": {name: str(path) for name, path in place.brought.items()},
        "files": {
            name: {"sha256": sha256(folder / name), **counts} for name, counts in outputs.items()
        },
    }


def write(manifest: dict[str, Any], folder: Path) -> None:
    """Write a manifest."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / NAME).write_bytes(text + b"\n")


def is_current(recipe: Recipe, folder: Path) -> bool:
    """Tell whether a folder holds, unharmed, what this recipe makes."""
    try:
        manifest = msgspec.json.decode((folder / NAME).read_bytes())
        return manifest["recipe"] == fingerprint(recipe) and all(
            sha256(folder / name) == known["sha256"] for name, known in manifest["files"].items()
        )
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return False
