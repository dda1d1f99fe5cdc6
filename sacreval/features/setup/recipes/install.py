"""Installation of a metric's resources in the data folder, completely or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError
from sacreval.features.setup.recipes.build import build
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.schema import MetricRecipe, remotes
from sacreval.features.setup.recipes.setup import gather, temporary_folder
from sacreval.features.setup.recipes.unpack import discard
from sacreval.io.resources import data_folder, find, known


class Installed(NamedTuple):
    """Folder of a resource, and whether it was fetched."""

    folder: Path
    fetched: bool


def install(recipe: MetricRecipe, fetcher: Fetcher, *, force: bool = False) -> Installed:
    """Fetch a resource unless it is installed.

    Args:
        recipe: Recipe of the resource.
        fetcher: Source of its files.
        force: Whether to fetch an installed resource again.

    Raises:
        InputError: If the files do not match the recipe; then nothing is installed.
    """
    if not force and (installed := find(recipe.resource)) is not None:
        return Installed(installed, fetched=False)
    resource = known(recipe.resource)
    target = data_folder() / resource.place
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(target.parent, target.name) as work:
        place = gather(remotes(recipe), fetcher, work / "in", {})
        for step in recipe.builds:
            build(step, place)
        folder = place / recipe.take
        if not (folder / resource.proof).is_file():
            raise InputError(
                f"{recipe.name}: {resource.proof} is not among the fetched files; check whether "
                "there is a newer version of sacreval"
            )
        swap(folder, target, work / "old")
    return Installed(target, fetched=True)


def plan(recipe: MetricRecipe, fetcher: Fetcher) -> list[str]:
    """List the files that would be fetched and built, and the folder that would be written."""
    target = data_folder() / known(recipe.resource).place
    fetches = [f"fetch {fetcher.place(remote.url)}" for remote in remotes(recipe)]
    builds = [f"build {step.output} from {step.member or step.input}" for step in recipe.builds]
    return [*fetches, *builds, f"write {target}"]


def swap(new: Path, target: Path, old: Path) -> None:
    """Move a folder into place, and remove the old one afterwards.

    Args:
        new: The folder.
        target: Its place.
        old: Where a folder of that place is moved before it is removed.
    """
    if target.exists():
        target.replace(old)
    new.replace(target)
    discard(old)
