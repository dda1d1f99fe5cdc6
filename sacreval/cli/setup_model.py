"""`sacreval setup-metric METRIC --model NAME@COMMIT`: a model, or the Python of the original."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, NamedTuple

from sacreval.cli.notices import notice
from sacreval.cli.setup_shared import say, size, terms
from sacreval.errors import UsageError, nearest, shortened

if TYPE_CHECKING:
    from sacreval.recipes.fetch import Fetcher
    from sacreval.recipes.model_recipe import ModelRecipe

MODEL_OPTIONS = {"model", "model_sha256"}  # of every metric that runs a model


class ModelRequest(NamedTuple):
    """What is to be set up for a metric that runs a model.

    Args:
        metric: Its name.
        model: NAME or NAME@COMMIT of the model; None for none.
        official: The Python that has the original library; None for none.
        code: Folder with the code of an original that is no package; None for none.
        pickles: Whether weights may be pickles.
        force: Whether a model that was set up is fetched again.
        dry_run: Whether only to print what would be done.
    """

    metric: str
    model: str | None
    official: str | None
    code: str | None
    pickles: bool
    force: bool
    dry_run: bool


def runs_model(name: str) -> bool:
    """Return whether a name is that of a metric that runs a model."""
    from sacreval.core.metric import metrics

    if name not in metrics:
        return False
    return {field.name for field in fields(metrics.get(name))} >= MODEL_OPTIONS


def setup_model(asked: ModelRequest, fetcher: Fetcher) -> None:
    """Set up a model, the original library, or both.

    Args:
        asked: What is to be set up.
        fetcher: Source of the model's files.

    Raises:
        UsageError: If the metric runs no model, or nothing was asked for.
    """
    if not runs_model(asked.metric):
        raise UsageError(f"--model: '{shortened(asked.metric)}' is no metric that runs a model; "
                         f"{_suggestion(asked.metric)}")  # fmt: skip
    if asked.code is not None and asked.official is None:
        raise UsageError("--code is of the original that --official runs; give both")
    if asked.model is None and asked.official is None:
        raise UsageError(
            f"{asked.metric} runs a model; give --model NAME@COMMIT, or one of "
            f"{', '.join(_short_names())}"
        )
    if asked.official is not None:
        _register(asked.metric, asked.official, asked.code or "", dry_run=asked.dry_run)
    if asked.model is not None:
        _fetch(asked, asked.model, _online(fetcher))


def _online(fetcher: Fetcher) -> Fetcher:
    """Return a fetcher that HF_HUB_OFFLINE keeps from the network, if it is set."""
    from sacreval.recipes.model_recipe import offline

    if fetcher.offline or not offline():
        return fetcher
    notice("HF_HUB_OFFLINE is set, which is --offline for models")
    return replace(fetcher, offline=True)


def model_rows() -> list[list[str]]:
    """Return the rows of `--list` for the models that sacreval has recipes of."""
    from sacreval.models.home import folder_of, read
    from sacreval.recipes.model_recipe import known

    rows = []
    for recipe in known():
        folder = folder_of(recipe.model, recipe.commit)
        where = str(folder) if read(folder) else "missing"
        rows.append([recipe.name, where, size(recipe.size), "metrics that run a model",
                     recipe.licence, recipe.title])  # fmt: skip
    return rows


def _fetch(asked: ModelRequest, model: str, fetcher: Fetcher) -> None:
    """Show the licence of a model, and fetch it unless it was set up."""
    from sacreval.recipes.install_model import install_model, plan_model

    recipe = _recipe(model, fetcher, pickles=asked.pickles)
    terms(recipe)
    notice(f"needed by: {asked.metric} --model {recipe.pinned}, {size(recipe.size)}")
    if asked.dry_run:
        say("\n".join(plan_model(recipe, fetcher)))
        return
    outcome = install_model(recipe, fetcher, metric=asked.metric, force=asked.force)
    if outcome.fetched:
        say(str(outcome.folder))
    else:
        notice(f"{recipe.pinned} is set up already in {outcome.folder}")


def _recipe(model: str, fetcher: Fetcher, *, pickles: bool) -> ModelRecipe:
    """Return the recipe of a model: sacreval's own, or one from the hub's listing."""
    from sacreval.models.home import parsed
    from sacreval.recipes.model_listing import described
    from sacreval.recipes.model_recipe import recipe_of

    named = parsed(model)
    if named is not None and (own := recipe_of(named)):
        return own
    if named is None or not named.commit:
        raise UsageError(
            f"--model {shortened(model)}: write NAME@COMMIT with the 40 hexadecimal digits of a "
            f"commit, or one of {', '.join(_short_names())}"
        )
    return described(named, fetcher, pickles=pickles)


def _register(metric: str, path: str, code: str, *, dry_run: bool) -> None:
    """Store which Python has the original library of a metric, unless nothing is to be written."""
    from sacreval.io.official_pythons import store
    from sacreval.metrics.neural._original_library import checked

    python = checked(metric, path, code)
    if not dry_run:
        store(metric, python)
    versions = ", ".join(f"{name} {found}" for name, found in python.versions.items())
    notice(f"--engine official runs {python.path}: {versions}")


def _short_names() -> list[str]:
    """List the models that sacreval has recipes of."""
    from sacreval.recipes.model_recipe import known

    return [recipe.also[0] if recipe.also else recipe.model for recipe in known()]


def _suggestion(name: str) -> str:
    from sacreval.core.metric import metrics

    return nearest(name, [one for one, _ in metrics.importable() if runs_model(one)])
