"""`sacreval setup-metric METRIC`: the model that it runs, or the Python of its original."""

from __future__ import annotations

import os
import re
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from sacreval.cli.notices import notice
from sacreval.errors import UsageError, nearest, shortened
from sacreval.features.setup.setup_shared import say, size, terms

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.model_recipe import ModelRecipe

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")
MODEL_OPTIONS = {"model", "model_sha256"}  # of every metric that runs a model


class ModelRequest(NamedTuple):
    """What is to be set up for a metric that runs a model.

    Args:
        name: Name of the metric, or of a model that sacreval has a recipe of.
        model: NAME or NAME@COMMIT of the model; None for the metric's usual one.
        language: The language whose usual model is meant; None for the metric's default.
        resolve: Whether a model without a known commit is taken at that of its branch `main`.
        pickles: Whether weights may be pickles.
        convert: Whether weights that are pickles are stored as safetensors.
        force: Whether a model that was set up is fetched again.
        dry_run: Whether only to print what would be done.
    """

    name: str
    model: str | None
    language: str | None
    resolve: bool
    pickles: bool
    convert: bool
    force: bool
    dry_run: bool


def named_model(name: str) -> ModelRecipe | None:
    """Return the recipe of a model by its name in `--list`, or its name on the hub; or None."""
    from sacreval.features.setup.recipes.model_recipe import known, recipe_of
    from sacreval.models.weights.home import parsed

    for recipe in known():
        if name.casefold() in {recipe.name, recipe.short.casefold(), recipe.model.casefold()}:
            return recipe
    return recipe_of(wanted) if (wanted := parsed(name)) else None


def takes_model(name: str) -> bool:
    """Return whether a name is that of a metric that runs a model."""
    from sacreval.core.metric import metrics

    if name not in metrics:
        return False
    return {field.name for field in fields(metrics.get(name))} >= MODEL_OPTIONS


def setup_model(asked: ModelRequest, fetcher: Fetcher) -> None:
    """Set up a model."""
    if asked.pickles and asked.convert:
        raise UsageError("--convert leaves no pickles for --pickles to allow; give one of them")
    if takes_model(asked.name):
        _fetch(asked, _wanted(asked), (asked.name,), _online(fetcher))
        return
    recipe = named_model(asked.name)
    if recipe is None or asked.model is not None:
        raise UsageError(f"--model: '{shortened(asked.name)}' is no metric that runs a model; "
                         f"{_suggestion(asked.name)}")  # fmt: skip
    if asked.language is not None:
        raise UsageError(f"--language: {recipe.name} is a model; name the metric that runs it")
    _fetch(asked, recipe, tuple(recipe.usual), _online(fetcher))


def _online(fetcher: Fetcher) -> Fetcher:
    """Return a fetcher that knows the hub, which HF_HUB_OFFLINE keeps from the network."""
    from sacreval.features.setup.recipes.model_recipe import hub, offline

    fetcher = replace(fetcher, hub=hub(fetcher))
    if fetcher.offline or not offline():
        return fetcher
    notice("HF_HUB_OFFLINE is set, which is --offline for models")
    return replace(fetcher, offline=True)


def model_rows() -> list[list[str]]:
    """Return the rows of `--list` for the models that sacreval has recipes of."""
    from sacreval.features.setup.recipes.model_recipe import known
    from sacreval.models.weights.home import folder_of, read

    rows = []
    for recipe in known():
        folder = folder_of(recipe.model, recipe.commit)
        where = str(folder) if read(folder) else "missing"
        rows.append([recipe.name, where, size(recipe.weight), users(recipe),
                     recipe.licence, recipe.title])  # fmt: skip
    return rows


def model_lines(recipe: ModelRecipe) -> list[str]:
    """Return the lines of `--show` about a model: its files on the hub, or what is converted."""
    if recipe.md5:
        return [f"converts: what the archive holds, whose MD5 is {recipe.md5}, by --convert"]
    if recipe.sources:
        return []
    others = [f"and of {c.model}@{c.commit}: configuration, tokenizer" for c in recipe.copies]
    return [
        f"fetches:  the files of {recipe.pinned} as the hub lists them, {size(recipe.weight)}",
        *(["  its weights are pickles, which --convert stores as safetensors"] * recipe.pickled),
        *(f"  {path}  {digest}" for path, digest in recipe.sha256.items()),
        *(f"  {other}" for other in others),
    ]


def users(recipe: ModelRecipe) -> str:
    """Return the metrics whose usual model this is, with the language."""
    from sacreval.features.setup.recipes.model_recipe import ANY

    texts = [
        metric if language == ANY else f"{metric} --language {language}"
        for metric, language in recipe.usual.items()
    ]
    return ", ".join(texts) or "metrics that run a model"


def _wanted(asked: ModelRequest) -> ModelRecipe:
    """Return the recipe of the model that a metric is to be set up with, perhaps without files."""
    from msgspec.structs import replace as changed

    from sacreval.features.setup.recipes.model_recipe import ModelRecipe
    from sacreval.models.weights.home import find, parsed

    if asked.model is None:
        return _usual(asked.name, asked.language)
    if asked.language is not None:
        raise UsageError("--language chooses a model, and --model names it; give one of them")
    named = parsed(asked.model)
    if named is None:
        raise UsageError(
            f"--model {shortened(asked.model)}: write NAME as on the hub, or NAME@COMMIT with the "
            "40 hexadecimal digits of a commit"
        )
    if known := named_model(named.name):
        if named.commit in {"", known.commit}:
            return known
        return changed(
            known, name=asked.model, commit=named.commit, md5="", sources=[], sha256={}, bytes=None
        )
    if not (named.commit or asked.resolve) and (there := find(named.name, asked.name)):
        named = named._replace(name=there.name, commit=there.commit)
    return ModelRecipe(
        name=asked.model,
        title="a model that sacreval has no recipe of",
        licence="",
        citation="",
        model=named.name,
        commit=named.commit,
    )


def _usual(metric: str, language: str | None) -> ModelRecipe:
    """Return the usual model of a metric, for a language where there are several."""
    from sacreval.features.setup.recipes.model_recipe import usual_model, usual_models

    if language is not None and not _LANGUAGE.fullmatch(language):
        raise UsageError(f"--language '{shortened(language)}': write a code such as de or en-sci")
    code = (language or "en").casefold().replace("_", "-")
    if code not in usual_models(metric):
        code = code.partition("-")[0]
    if (recipe := usual_model(metric, code)) is None:
        raise UsageError(
            f"{metric} has no usual model that can be fetched; name one: --model NAME@COMMIT"
        )
    if language is not None and len(usual_models(metric)) == 1:
        raise UsageError(f"--language: {metric} has one usual model, {recipe.model}; drop it")
    return recipe


def _fetch_resources(metrics: tuple[str, ...], fetcher: Fetcher, *, dry_run: bool) -> None:
    """Fetch what metrics need beside a model, such as the sentence splitter."""
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.install import install, plan
    from sacreval.features.setup.recipes.schema import MetricRecipe
    from sacreval.io.resources import known, missing_for

    for name in dict.fromkeys(resource for metric in metrics for resource in missing_for(metric)):
        recipe = place.recipe(name, MetricRecipe)
        terms(recipe)
        notice(f"needed by: {known(recipe.resource).use}")
        if dry_run:
            say("\n".join(plan(recipe, fetcher)))
        else:
            say(str(install(recipe, fetcher).folder))


def _fetch(
    asked: ModelRequest, recipe: ModelRecipe, metrics: tuple[str, ...], fetcher: Fetcher
) -> None:
    """Show the licence of a model, and fetch it unless it was set up."""
    from sacreval.features.setup.recipes.fetch import TOKEN
    from sacreval.features.setup.recipes.install import (
        Purpose,
        install_model,
        installed,
        plan_model,
    )
    from sacreval.features.setup.recipes.model_listing import described
    from sacreval.features.setup.recipes.model_recipe import hub
    from sacreval.features.setup.recipes.pickled_weights import pickled
    from sacreval.models.weights.home import folder_of, read

    recipe = _resolved(asked, recipe, fetcher)
    if recipe.terms and not os.environ.get(TOKEN):
        notice(
            f"{recipe.model} is shown to those who have accepted its terms at "
            f"{hub(fetcher)}/{recipe.model}, by a token of theirs in {TOKEN}"
        )
    misfit = _misfit(asked.name)
    purpose = Purpose(metrics, misfit, resolved=asked.resolve, convert=asked.convert)
    there = read(folder_of(recipe.model, recipe.commit))
    if there is not None and not asked.force and there.damaged:
        notice(f"{there.folder / there.damaged} is damaged, so that the model is fetched again")
        there = None
    if there is not None and asked.convert and not asked.force and pickled(list(there.files)):
        raise UsageError(
            f"{recipe.pinned} was set up with weights that are pickles; add --force to fetch and "
            "convert them"
        )
    if not asked.force and there is not None:
        if why := misfit(there.folder):
            raise UsageError(f"{recipe.pinned}: {why}")
        if not asked.dry_run:
            installed(recipe, purpose)
        notice(f"{recipe.pinned} is set up already in {there.folder}")
        _fetch_resources(metrics, fetcher, dry_run=asked.dry_run)
        _say_next(recipe, metrics)
        return
    recipe = described(recipe, fetcher, pickles=asked.pickles or asked.convert)
    terms(recipe)
    notice(f"needed by: {', '.join(metrics) or 'metrics that run a model'}")
    notice(f"to fetch: {size(recipe.size or recipe.bytes)} of {recipe.pinned}")
    if not (recipe.sha256 or recipe.md5 or asked.resolve or named_model(recipe.pinned)):
        notice("its files were not known to sacreval, and are checked against the hub's listing")
    _fetch_resources(metrics, fetcher, dry_run=asked.dry_run)
    if asked.dry_run:
        say("\n".join(plan_model(recipe, fetcher, convert=asked.convert)))
        return
    outcome = install_model(recipe, fetcher, purpose)
    say(str(outcome.folder))
    _say_next(recipe, metrics)


def _say_next(recipe: ModelRecipe, metrics: tuple[str, ...]) -> None:
    """Print the commands that score with a model that is set up."""
    from sacreval.features.setup.recipes.pickled_weights import pickled
    from sacreval.models.weights.home import folder_of, read, set_up

    there = read(folder_of(recipe.model, recipe.commit))
    alike = [model for model in set_up() if model.name.rpartition("/")[2] == recipe.short]
    name = recipe.short if len(alike) == 1 else recipe.pinned
    allowed = " --pickles" if there and pickled(list(there.files)) else ""
    for metric in metrics or ("METRIC",):
        notice(f"next: sacreval evaluate {metric} FILE --model {name}{allowed}")


def _resolved(asked: ModelRequest, recipe: ModelRecipe, fetcher: Fetcher) -> ModelRecipe:
    """Return a recipe with its commit, which is that of its branch `main` where --resolve is given.

    Raises:
        UsageError: If no commit is known and none is asked for, or the reverse.
    """
    from msgspec.structs import replace as changed

    from sacreval.features.setup.recipes.model_listing import resolved
    from sacreval.features.setup.recipes.model_recipe import known

    if asked.resolve and recipe.md5:
        raise UsageError(f"--resolve: {recipe.model} is of no hub, and has no commits; drop it")
    if recipe.commit and asked.resolve:
        raise UsageError(
            f"--resolve: {recipe.model} is fetched at commit {recipe.commit}; drop it, or write "
            "--model NAME@COMMIT for another one"
        )
    if recipe.md5 and not asked.convert:
        raise UsageError(
            f"{recipe.model} is a checkpoint of fairseq, which sacreval runs once it is converted; "
            "add --convert"
        )
    if recipe.commit or recipe.md5:
        return recipe
    if not asked.resolve:
        alike = get_close_matches(recipe.short, [model.short for model in known()], 1, 0.8)
        meant = f", but one of {alike[0]}" if alike else ""
        raise UsageError(
            f"{recipe.model}: sacreval knows no commit of it{meant}; write NAME@COMMIT with 40 "
            "hexadecimal digits, or add --resolve for the commit that its branch main has now"
        )
    commit = resolved(recipe.model, fetcher)
    notice(
        f"{recipe.model}: its branch main is at {commit} now; its files were not known to "
        "sacreval, and are checked against the hub's listing alone"
    )
    return changed(recipe, name=f"{recipe.model}@{commit}", commit=commit)


def _misfit(name: str) -> Callable[[Path], str]:
    """Return what tells why a model in a folder is not of the kind that a metric runs."""
    from sacreval.core.metric import metrics

    check: Callable[[Path], str] | None = None
    if name in metrics:
        check = getattr(metrics.get(name), "misfit", None)
    return check or (lambda _: "")


def _suggestion(name: str) -> str:
    from sacreval.core.metric import metrics

    return nearest(name, [metric for metric, _ in metrics.importable() if takes_model(metric)])
