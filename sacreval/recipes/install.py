"""Installing what a metric needs into the data folder, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError
from sacreval.io.resources import data_folder, find, known
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.schema import MetricRecipe, remotes
from sacreval.recipes.setup import gather, workshop
from sacreval.recipes.unpack import discard


class Installed(NamedTuple):
    """Where a resource stands, and whether it had to be fetched."""

    folder: Path
    fetched: bool


def install(recipe: MetricRecipe, fetcher: Fetcher, *, force: bool = False) -> Installed:
    """Fetch a resource unless it is there.

    Args:
        recipe: How.
        fetcher: Where files come from.
        force: Whether to fetch it again.

    Raises:
        InputError: If anything is not as the recipe says; then nothing is left behind.
    """
    if not force and (there := find(recipe.resource)) is not None:
        return Installed(there, fetched=False)
    wanted = known(recipe.resource)
    target = data_folder() / wanted.place
    target.parent.mkdir(parents=True, exist_ok=True)
    with workshop(target.parent, target.name) as shop:
        place = gather(remotes(recipe), fetcher, shop / "in", {})
        taken = place / recipe.take
        if not (taken / wanted.proof).is_file():
            raise InputError(
                f"{recipe.name}: {wanted.proof} is not among what was fetched; see whether "
                "sacreval has a newer recipe"
            )
        _swap(taken, target, shop / "old")
    return Installed(target, fetched=True)


def plan(recipe: MetricRecipe, fetcher: Fetcher) -> list[str]:
    """Return what would be fetched and where it would be put."""
    target = data_folder() / known(recipe.resource).place
    fetches = [f"fetch {fetcher.place(remote.url)}" for remote in remotes(recipe)]
    return [*fetches, f"write {target}"]


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put a folder into place; the one that stood there goes last."""
    if target.exists():
        target.replace(old)
    new.replace(target)
    discard(old)
