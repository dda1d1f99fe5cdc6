"""Installation of a model in the data folder, completely or not at all."""

from __future__ import annotations

from msgspec.structs import replace

from sacreval.errors import InputError, SacrevalError
from sacreval.models import home
from sacreval.models.weights import checkpoint
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.install import Installed, swap
from sacreval.recipes.model_recipe import ModelRecipe, files_at, hub
from sacreval.recipes.schema import remotes
from sacreval.recipes.setup import gather, temporary_folder


def install_model(
    recipe: ModelRecipe, fetcher: Fetcher, *, metric: str, force: bool = False
) -> Installed:
    """Fetch a model unless it was set up.

    Args:
        recipe: Recipe of the model.
        fetcher: Source of its files.
        metric: The metric that it is set up for, which its record states.
        force: Whether to fetch it again.

    Raises:
        InputError: If a file cannot be fetched, fails verification, or does not fit the others;
            then nothing is installed.
    """
    target = home.folder_of(recipe.model, recipe.commit)
    if not force and (there := home.read(target)):
        home.write(replace(there, metrics=_with(there.metrics, metric)), target)
        return Installed(target, fetched=False)
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(target.parent, target.name) as work:
        folder = gather(files_at(recipe, hub(fetcher)), fetcher, work / "in", {}).folder
        files = {remote.path: remote.file.bytes or 0 for remote in remotes(recipe)}
        if "config.json" in files:
            _check(str(folder), recipe.pinned)
        known = home.SetUp(
            name=recipe.model,
            commit=recipe.commit,
            also=recipe.also,
            licence=" ".join(recipe.licence.split()),
            metrics=(metric,),
            files=files,
        )
        home.write(known, folder)
        swap(folder, target, work / "old")
    return Installed(target, fetched=True)


def plan_model(recipe: ModelRecipe, fetcher: Fetcher) -> list[str]:
    """List the files that would be fetched, and the folder that would be written."""
    places = [fetcher.place(remote.url) for remote in files_at(recipe, hub(fetcher))]
    target = home.folder_of(recipe.model, recipe.commit)
    return [*(f"fetch {place}" for place in places), f"write {target}"]


def _check(folder: str, pinned: str) -> None:
    """Check that configuration and weights can be found, as a metric finds them."""
    try:
        checkpoint(folder, pickles=True)
    except SacrevalError as error:
        raise InputError(f"{pinned}: {str(error).replace(f'{folder}/', '')}") from None


def _with(metrics: tuple[str, ...], metric: str) -> tuple[str, ...]:
    return tuple(sorted({*metrics, metric}))
