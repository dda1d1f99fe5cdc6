"""`sacreval setup-metric NAME`: download of the resources that a metric needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.common_options import notice
from sacreval.cli.setup_shared import (
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
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.recipes.schema import MetricRecipe


def setup_metric(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A name of --list, or a recipe's file.")
    ] = None,
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
            "its folder; --engine official and verify run it.",
        ),
    ] = None,
    sha256: Annotated[
        str | None,
        typer.Option(
            "--sha256", metavar="HEX", help="Checksum of an unknown program that you trust."
        ),
    ] = None,
) -> None:
    """Fetch the resources of a metric, such as WordNet, to the folder SACREVAL_HOME.

    Where a metric's official program may not be redistributed, --official names your copy of it.
    Some are for metrics of later versions; --list has the metrics that need each.
    """
    from sacreval.io.paraphrase_files import own_table
    from sacreval.io.resources import find, known
    from sacreval.recipes import home
    from sacreval.recipes.build import build_table
    from sacreval.recipes.fetch import Fetcher
    from sacreval.recipes.install import install, plan
    from sacreval.recipes.schema import MetricRecipe

    if list_all:
        _list()
        return
    if show_name is not None:
        shown = home.recipe(show_name, MetricRecipe)
        show(shown, [f"needed by: {known(shown.resource).use}"])
        return
    recipe = home.recipe(required(name, "NAME", "sacreval setup-metric"), MetricRecipe)
    own = _own_tables(recipe, paraphrases or ())
    terms(recipe)
    typer.echo(f"sacreval: needed by: {known(recipe.resource).use}", err=True)
    used = []
    if official is not None:
        used = _register(recipe.resource, official, sha256, dry_run=dry_run)
    elif sha256 is not None:
        raise UsageError("--sha256 is of the program that --official names; give both")
    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    if dry_run:
        say("\n".join([*plan(recipe, fetcher), *used, *(f"write {own_table(key)}" for key in own)]))
        return
    if recipe.builds and (force or find(recipe.resource) is None):
        notice(f"{name}: files are built from what is fetched, which may take a minute")
    outcome = install(recipe, fetcher, force=force)
    if outcome.fetched:
        say(str(outcome.folder))
    elif not own:
        notice(f"{name} is set up already in {outcome.folder}")
    for language, path in own.items():
        target = own_table(language)
        notice(f"{target} has {build_table(path, target)} paraphrases")


def _own_tables(recipe: MetricRecipe, entries: Sequence[str]) -> dict[str, Path]:
    """Parse `--paraphrases LANGUAGE=FILE.gz`.

    Raises:
        UsageError: If the metric has no paraphrases, or an entry is not of that form.
    """
    from sacreval.io.paraphrase_files import LANGUAGES
    from sacreval.io.resources import expanded

    if entries and not any(step.build == "paraphrases" for step in recipe.builds):
        raise UsageError(f"--paraphrases: {recipe.name} has no paraphrases; drop it")
    found: dict[str, Path] = {}
    for entry in entries:
        language, equals, path = entry.partition("=")
        if not equals or language not in LANGUAGES:
            raise UsageError(
                f"--paraphrases {entry}: write LANGUAGE=FILE.gz with one of {', '.join(LANGUAGES)}"
            )
        if language in found:
            raise UsageError(f"--paraphrases {entry}: {language} is repeated; give it once")
        found[language] = expanded(path, "--paraphrases")
    return found


def _register(name: str, path: str, sha256: str | None, *, dry_run: bool) -> list[str]:
    """Store where the official program of a resource is; with `dry_run` return the step."""
    from sacreval.io.official_programs import checked, store

    program = checked(name, path, confirmed=sha256)
    if dry_run:
        return [f"record {program.path} as the program of --engine official"]
    store(name, program)
    notice(f"--engine official runs {program.path}")
    return []


def _list() -> None:
    from sacreval.io.resources import find, known
    from sacreval.recipes import home
    from sacreval.recipes.schema import MetricRecipe
    from sacreval.report.tables import Table, to_text

    rows = []
    for name in home.names(MetricRecipe):
        recipe = home.recipe(name, MetricRecipe)
        there = find(recipe.resource)
        rows.append([name, "missing" if there is None else str(there), size(recipe.size),
                     known(recipe.resource).use, recipe.licence, recipe.title])  # fmt: skip
    heads = ["name", "where", "to fetch", "needed by", "licence", "what"]
    typer.echo(to_text(Table(heads, rows)), nl=False)
