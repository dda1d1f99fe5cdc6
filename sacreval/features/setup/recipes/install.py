"""Installation of a metric's resources in the data folder, and files built from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError, remedy
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.paper_judges import write_judge
from sacreval.features.setup.recipes.place import Place
from sacreval.features.setup.recipes.schema import Build, MetricRecipe, remotes
from sacreval.features.setup.recipes.setup import gather, temporary_folder
from sacreval.features.setup.recipes.unpack import discard, take_member
from sacreval.io.resources import data_folder, find, known
from sacreval.metrics.ngrams._meteor15 import paraphrase_source


def build(step: Build, place: Place) -> None:
    """Build a file."""
    output = place / step.output
    output.parent.mkdir(parents=True, exist_ok=True)
    BUILDERS[step.build](place / step.input, output, step)


def build_table(source: Path, target: Path) -> int:
    """Write the table of a gzip file of paraphrases, completely or not at all."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{target.parent}: cannot be created: {error.strerror}; {remedy(error)}"
        ) from None
    return paraphrase_source.build(source, target).entries


BUILDERS: Mapping[str, Callable[[Path, Path, Build], object]] = {
    "member": lambda source, target, step: take_member(source, step.member, target),
    "paraphrases": lambda source, target, _: build_table(source, target),
    "judge": lambda source, target, step: write_judge(source, target, step.judge),
}
"""Name of a build in recipes to its function of input, output and the step of the recipe."""


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
    """Move a folder into place, and remove the old one afterwards."""
    if target.exists():
        target.replace(old)
    new.replace(target)
    discard(old)
