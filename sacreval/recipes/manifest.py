"""The manifest: what a set-up folder holds and where it came from."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.core.version import version
from sacreval.recipes.checksum import sha256
from sacreval.recipes.outcome import Made
from sacreval.recipes.place import Place
from sacreval.recipes.schema import Recipe, remotes
from sacreval.recipes.write import scores_name

NAME = "manifest.json"


class Earlier(NamedTuple):
    """What an earlier run of the same recipe left.

    Args:
        finished: The outputs of the steps that it finished and that are still there.
        files: File to hash and counts.
        fetched: Address to hash.
    """

    finished: frozenset[str] = frozenset()
    files: dict[str, dict[str, Any]] = {}  # noqa: RUF012 - a default that nobody changes
    fetched: dict[str, str] = {}  # noqa: RUF012


def fingerprint(recipe: Recipe) -> str:
    """Hash what a recipe does, so that a changed recipe is set up anew; its notes do not count."""
    content = (recipe.sources, recipe.steps)
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def describe(
    recipe: Recipe, place: Place, folder: Path, made: Made, earlier: Earlier
) -> dict[str, Any]:
    """Create a manifest.

    Args:
        recipe: What was followed.
        place: Where its inputs lie.
        folder: Where the written files lie.
        made: What was made.
        earlier: What stands there from an earlier run.
    """
    fetched = {
        remote.url: sha256(place / remote.path)
        for remote in remotes(recipe)
        if (place / remote.path).is_file()
    }
    written = {name: {"sha256": sha256(folder / name), **c} for name, c in made.counts.items()}
    finished = {*earlier.finished, *made.finished}
    kept = {name: known for name, known in earlier.files.items() if _step(name) in finished}
    return {
        "name": recipe.name,
        "title": recipe.title,
        "licence": recipe.licence,
        "citation": recipe.citation,
        "recipe": fingerprint(recipe),
        "sacreval": version(),
        "fetched": earlier.fetched | fetched,
        "brought": {name: str(path) for name, path in place.brought.items()},
        "finished": [step.output for step in recipe.steps if step.output in finished],
        "files": kept | written,
    }


def write(manifest: dict[str, Any], folder: Path) -> None:
    """Write a manifest."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / NAME).write_bytes(text + b"\n")


def earlier(recipe: Recipe, folder: Path) -> Earlier | None:
    """Find what an earlier run of this recipe finished.

    Returns:
        None if the folder is not this recipe's, or a file in it was changed.
    """
    try:
        manifest = msgspec.json.decode((folder / NAME).read_bytes())
        if manifest["recipe"] != fingerprint(recipe):
            return None
        files, fetched = manifest["files"], manifest["fetched"]
        outputs = [step.output for step in recipe.steps]
        listed = manifest.get("finished", outputs)
        there = {name for name in _files(outputs) if (folder / name).exists()}
        if any(
            name not in files or sha256(folder / name) != files[name]["sha256"] for name in there
        ):
            return None
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return None
    lost = {_step(name) for name in files if name not in there}
    return Earlier(frozenset(listed) - lost, files, fetched)


def _files(outputs: Collection[str]) -> set[str]:
    """List all files that steps may write."""
    return {*outputs, *map(scores_name, outputs)}


def _step(name: str) -> str:
    """Return the output of the step that writes a file."""
    if name == scores_name("records.jsonl"):
        return "records.jsonl"
    return f"{name.removesuffix('.scores.jsonl')}.jsonl" if name.endswith(".scores.jsonl") else name
