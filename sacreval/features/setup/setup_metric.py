"""`sacreval setup-metric NAME`: download of the resources that a metric needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.errors import NO_ROOM, UsageError, nearest, shortened
from sacreval.features.setup.setup_model import (
    ModelRequest,
    model_lines,
    model_rows,
    named_model,
    setup_model,
    takes_model,
    users,
)
from sacreval.features.setup.setup_shared import (
    AllowUnpinned,
    DryRun,
    ListAll,
    Mirror,
    Offline,
    Show,
    required,
    say,
    show,
    size,
    terms,
)

if TYPE_CHECKING:
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.schema import MetricRecipe


def setup_metric(
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A metric that runs a model, a name of --list, or a recipe's file.",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="NAME[@COMMIT]",
            help="Fetch this model of Hugging Face, in place of the metric's usual one; the "
            "commit, 40 hexadecimal digits, may be left out where sacreval knows one.",
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Fetch the usual model for this language, where they differ: of bertscore.",
        ),
    ] = None,
    resolve: Annotated[
        bool,
        typer.Option(
            "--resolve",
            help="Fetch a model without a known commit at the one that its branch main has now.",
        ),
    ] = False,
    convert: Annotated[
        bool,
        typer.Option(
            "--convert",
            help="Store the numbers of weights that are pickles as safetensors, in a process of "
            "its own that runs none of their code.",
        ),
    ] = False,
    pickles: Annotated[
        bool,
        typer.Option("--pickles", help="Keep weights that are pickles, if there are no others."),
    ] = False,
    list_all: ListAll = False,
    show_name: Show = None,
    dry_run: DryRun = False,
    force: Annotated[bool, typer.Option("--force", help="Fetch files again that exist.")] = False,
    paraphrases: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LANGUAGE=FILE.gz",
            help="Your paraphrases of METEOR 1.5 for a language, such as de=paraphrase-de.gz. "
            "May be repeated.",
        ),
    ] = None,
    mirror: Mirror = None,
    offline: Offline = False,
    allow_unpinned: AllowUnpinned = False,
    official: Annotated[
        str | None,
        typer.Option(
            "--official",
            metavar="PATH",
            help="Your copy of the official program, such as ROUGE-1.5.5.pl or meteor-1.5.jar, or "
            "its folder. --engine official and verify run it.",
        ),
    ] = None,
    sha256: Annotated[
        str | None,
        typer.Option(
            "--sha256", metavar="HEX", help="Checksum of an unknown program that you trust."
        ),
    ] = None,
) -> None:
    """Fetch the resources or the model of a metric to the folder SACREVAL_HOME.

    Where a metric's official program may not be redistributed, --official names your copy of it.
    Some are for metrics of later versions; --list has the metrics that need each.
    """
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.install import plan
    from sacreval.features.setup.recipes.schema import MetricRecipe
    from sacreval.io.resources import known
    from sacreval.metrics.ngrams._meteor15.paraphrase_table import own_table

    if list_all:
        _list()
        return
    if show_name is not None:
        _show(show_name)
        return
    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    needed = required(name, "NAME", "sacreval setup-metric")
    if model is not None or takes_model(needed) or _is_model(needed):
        _check_unused(
            needed, {"--paraphrases": paraphrases, "--official": official, "--sha256": sha256}
        )
        asked = ModelRequest(
            needed, model, language,
            resolve=resolve, pickles=pickles, convert=convert, force=force, dry_run=dry_run,
        )  # fmt: skip
        setup_model(asked, fetcher)
        return
    of_models = {"--language": language, "--resolve": resolve, "--convert": convert}
    _check_unused(needed, {**of_models, "--pickles": pickles})
    _check_recipe(needed)
    recipe = place.recipe(needed, MetricRecipe)
    tables = _own_tables(recipe, paraphrases or ())
    terms(recipe)
    notice(f"needed by: {known(recipe.resource).use}")
    steps = [f"write {own_table(language)}" for language in tables]
    if official is not None:
        steps = [*_register(recipe.resource, official, sha256, dry_run=dry_run), *steps]
    elif sha256 is not None:
        raise UsageError("--sha256 is of the program that --official names; give both")
    if dry_run:
        say("\n".join([*plan(recipe, fetcher), *steps]))
        return
    _fetch(recipe, tables, fetcher, force=force)


def _is_model(name: str) -> bool:
    """Return whether a name is that of a model, and not of a metric or resource."""
    from sacreval.core.metric import metrics
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import MetricRecipe

    return not {name} & {*metrics, *place.names(MetricRecipe)} and named_model(name) is not None


def _check_recipe(name: str) -> None:
    """Refuse a metric that has nothing to be set up."""
    from sacreval.cli.help.metric_help import command
    from sacreval.core.metric import metrics
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.model_recipe import ModelRecipe
    from sacreval.features.setup.recipes.schema import MetricRecipe
    from sacreval.models.weights.home import parsed

    if name in set(metrics) and name not in place.names(MetricRecipe):
        others = [other for other in place.names(MetricRecipe) if other.startswith(name)]
        more = f"; {others[0]} is set up by that name" if others else ""
        example = command(metrics.get(name), name, "evaluate")
        raise UsageError(f"{name} needs no setup: run {example}{more}")
    if parsed(name) and "/" in name and not Path(name).exists():
        raise UsageError(
            f"Nothing to set up is called '{shortened(name)}'; name the metric that runs it: "
            f"sacreval setup-metric METRIC --model {name}"
        )
    try:
        place.find(name, MetricRecipe)
    except UsageError:
        running = [metric for metric, _ in metrics.importable() if takes_model(metric)]
        every = [*running, *place.names(MetricRecipe), *place.names(ModelRecipe)]
        raise UsageError(
            f"Nothing to set up is called '{shortened(name)}'; {nearest(name, every)}"
        ) from None


def _check_unused(name: str, options: Mapping[str, object]) -> None:
    """Refuse options that belong to metrics of another kind."""
    for option, value in options.items():
        if value:
            raise UsageError(f"{option}: {name} does not use it; drop it")


def _show(name: str) -> None:
    """Print the recipe of a resource, of a model, or of a metric's usual model."""
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.model_recipe import usual_model
    from sacreval.features.setup.recipes.schema import MetricRecipe
    from sacreval.io.resources import known

    model = None
    if name not in place.names(MetricRecipe):
        model = named_model(name) or usual_model(name)
    if model is not None:
        show(model, [f"needed by: {users(model)}", *model_lines(model)])
        return
    _check_recipe(name)
    resource = place.recipe(name, MetricRecipe)
    show(resource, [f"needed by: {known(resource.resource).use}"])


def _fetch(
    recipe: MetricRecipe, tables: Mapping[str, Path], fetcher: Fetcher, *, force: bool
) -> None:
    """Fetch a resource, and build the tables of the user's own paraphrases."""
    from sacreval.features.setup.recipes.install import build_table, install
    from sacreval.io.resources import data_folder, find
    from sacreval.metrics.ngrams._meteor15.paraphrase_table import own_table

    slow = any(step.build != "judge" for step in recipe.builds)
    if slow and (force or find(recipe.resource) is None):
        notice(f"{recipe.name}: files are built from what is fetched, which may take a minute")
    try:
        outcome = install(recipe, fetcher, force=force)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise
        raise UsageError(
            f"{error.filename or data_folder()}: cannot be written ({error.strerror}); set "
            "SACREVAL_HOME to a folder that can be"
        ) from None
    if outcome.fetched:
        say(str(outcome.folder))
    elif not tables:
        notice(f"{recipe.name} is set up already in {outcome.folder}")
    for language, path in tables.items():
        target = own_table(language)
        notice(f"{target} has {build_table(path, target)} paraphrases")


def _own_tables(recipe: MetricRecipe, entries: Sequence[str]) -> dict[str, Path]:
    """Parse `--paraphrases LANGUAGE=FILE.gz`."""
    from sacreval.io.resources import expanded
    from sacreval.metrics.ngrams._meteor15.paraphrase_table import LANGUAGES

    if entries and not any(step.build == "paraphrases" for step in recipe.builds):
        raise UsageError(f"--paraphrases: {recipe.name} has no paraphrases; drop it")
    tables: dict[str, Path] = {}
    for entry in entries:
        language, equals, path = entry.partition("=")
        if not equals or language not in LANGUAGES:
            raise UsageError(
                f"--paraphrases {entry}: write LANGUAGE=FILE.gz with one of {', '.join(LANGUAGES)}"
            )
        if language in tables:
            raise UsageError(f"--paraphrases {entry}: {language} is repeated; give it once")
        tables[language] = expanded(path, "--paraphrases")
    return tables


def _register(name: str, path: str, sha256: str | None, *, dry_run: bool) -> list[str]:
    """Store where the official program of a resource is; with `dry_run` return the step."""
    from sacreval.io.programs.official_programs import checked, store

    program = checked(name, path, confirmed=sha256)
    if dry_run:
        return [f"record {program.path} as the program of --engine official"]
    store(name, program)
    notice(f"--engine official runs {program.path}")
    return []


def _list() -> None:
    from sacreval.cli.help.list_layout import entries, fits, room
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import MetricRecipe
    from sacreval.io.resources import find, known
    from sacreval.report.tables import Table, to_text

    rows = []
    for name in place.names(MetricRecipe):
        recipe = place.recipe(name, MetricRecipe)
        there = find(recipe.resource)
        rows.append([name, "missing" if there is None else str(there), size(recipe.size),
                     known(recipe.resource).use, recipe.licence, recipe.title])  # fmt: skip
    rows += model_rows()
    heads = ["name", "where", "to fetch", "needed by", "licence", "what"]
    table, width = Table(heads, rows), room()
    if fits(table, width, framed=False):
        typer.echo(to_text(table), nl=False)
        return
    for line in entries([dict(zip(heads, row, strict=True)) for row in rows], "what", width):
        typer.echo(line)
