"""`sacreval setup-metric NAME`: download of the resources that a metric needs."""

from __future__ import annotations

from typing import Annotated

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


def setup_metric(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A name of --list, or a recipe's file.")
    ] = None,
    list_all: ListAll = False,
    show_name: Show = None,
    dry_run: DryRun = False,
    force: Annotated[bool, typer.Option("--force", help="Fetch files again that exist.")] = False,
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
    from sacreval.io.resources import known
    from sacreval.recipes import home
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
    terms(recipe)
    typer.echo(f"sacreval: needed by: {known(recipe.resource).use}", err=True)
    if official is not None:
        _register(recipe.resource, official, sha256, dry_run=dry_run)
    elif sha256 is not None:
        raise UsageError("--sha256 is of the program that --official names; give both")
    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    if dry_run:
        say("\n".join(plan(recipe, fetcher)))
        return
    outcome = install(recipe, fetcher, force=force)
    if outcome.fetched:
        say(str(outcome.folder))
    else:
        notice(f"{name} is set up already in {outcome.folder}")


def _register(name: str, path: str, sha256: str | None, *, dry_run: bool) -> None:
    """Store where the official program of a resource is, unless nothing is to be written."""
    from sacreval.io.official_programs import checked, store

    program = checked(name, path, confirmed=sha256)
    if not dry_run:
        store(name, program)
    notice(f"--engine official runs {program.path}")


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
