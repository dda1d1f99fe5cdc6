"""The manifest of a set-up folder, and the results of a run of a recipe."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.core.version import version
from sacreval.errors import InputError, SacrevalError
from sacreval.features.setup.recipes.fetch import first_names, sha256
from sacreval.features.setup.recipes.place import Place
from sacreval.features.setup.recipes.schema import Recipe, remotes
from sacreval.features.setup.recipes.write import scores_name


@dataclass
class StepsOutcome:
    """Files, steps and errors of one run.

    Args:
        counts: Written file to its counts.
        finished: Outputs of completed steps, including empty optional ones.
        failed: Output to error message of failed steps.
    """

    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)
    failed: dict[str, SacrevalError] = field(default_factory=dict)

    def failure(self, out: Path, inputs: Path, earlier: Collection[str]) -> InputError:
        """Create an error with the first failure and the files that are kept.

        Args:
            out: Folder of the written files.
            inputs: Folder of fetched files, which is removed and therefore not named.
            earlier: Outputs of an earlier run.
        """
        error = str(next(iter(self.failed.values())))
        error = error.replace(f"{inputs}/", "").replace(str(inputs), "the fetched files")
        kept = sorted({*earlier, *self.finished})
        if not kept:
            return InputError(error)
        return InputError(
            f"{out}: {first_names(list(self.failed))} not written, {first_names(kept)} kept, and "
            f"the same command writes only what is missing: {error}"
        )


NAME = "manifest.json"


class Earlier(NamedTuple):
    """Results of an earlier run of the same recipe.

    Args:
        finished: Outputs of its completed steps that still exist.
        files: Written file to hash and counts.
        fetched: Fetched address to hash.
    """

    finished: frozenset[str] = frozenset()
    files: dict[str, dict[str, Any]] = {}  # noqa: RUF012 - the default is never changed
    fetched: dict[str, str] = {}  # noqa: RUF012


def fingerprint(recipe: Recipe) -> str:
    """Hash a recipe without its notes, so that a changed recipe is set up again."""
    content = (recipe.sources, recipe.steps)
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def describe(
    recipe: Recipe, place: Place, folder: Path, outcome: StepsOutcome, earlier: Earlier
) -> dict[str, Any]:
    """Create a manifest."""
    fetched = {
        remote.url: sha256(place / remote.path)
        for remote in remotes(recipe)
        if (place / remote.path).is_file()
    }
    written = {name: {"sha256": sha256(folder / name), **c} for name, c in outcome.counts.items()}
    finished = {*earlier.finished, *outcome.finished}
    still_valid = {name: known for name, known in earlier.files.items() if _step(name) in finished}
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
        "files": still_valid | written,
    }


def write(manifest: dict[str, Any], folder: Path) -> None:
    """Write a manifest to a folder."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / NAME).write_bytes(text + b"\n")


def earlier(recipe: Recipe, folder: Path) -> Earlier | None:
    """Return the results of an earlier run of this recipe."""
    try:
        manifest = msgspec.json.decode((folder / NAME).read_bytes())
        if manifest["recipe"] != fingerprint(recipe):
            return None
        files, fetched = manifest["files"], manifest["fetched"]
        outputs = [step.output for step in recipe.steps]
        listed = manifest.get("finished", outputs)
        existing = {name for name in _files(outputs) if (folder / name).exists()}
        if any(
            name not in files or sha256(folder / name) != files[name]["sha256"] for name in existing
        ):
            return None
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return None
    lost = {_step(name) for name in files if name not in existing}
    return Earlier(frozenset(listed) - lost, files, fetched)


def _files(outputs: Collection[str]) -> set[str]:
    """List all files that steps may write."""
    return {*outputs, *map(scores_name, outputs)}


def _step(name: str) -> str:
    """Return the output of the step that writes a file."""
    if name == scores_name("records.jsonl"):
        return "records.jsonl"
    return f"{name.removesuffix('.scores.jsonl')}.jsonl" if name.endswith(".scores.jsonl") else name
