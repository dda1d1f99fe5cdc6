"""`sacreval setup-metric NAME`: fetch what a metric needs."""

from __future__ import annotations

from typing import Annotated

import typer

from sacreval.cli.setup_shared import (
    AllowUnpinned,
    DryRun,
    ListAll,
    Mirror,
    Offline,
    Show,
    required,
    show,
    size,
    terms,
)
from sacreval.cli.shared import notice


def setup_metric(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A name of --list, or a recipe's file.")
    ] = None,
    list_all: ListAll = False,
    show_name: Show = None,
    dry_run: DryRun = False,
    force: Annotated[bool, typer.Option("--force", help="Fetch again what is there.")] = False,
    mirror: Mirror = None,
    offline: Offline = False,
    allow_unpinned: AllowUnpinned = False,
) -> None:
    """Fetch what a metric needs, such as WordNet; SACREVAL_HOME says where to."""
    from sacreval.recipes import home
    from sacreval.recipes.fetch import Fetcher
    from sacreval.recipes.install import install, plan
    from sacreval.recipes.schema import MetricRecipe

    if list_all:
        _list()
        return
    if show_name is not None:
        show(home.recipe(show_name, MetricRecipe))
        return
    recipe = home.recipe(required(name, "NAME", "sacreval setup-metric"), MetricRecipe)
    terms(recipe)
    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    if dry_run:
        typer.echo("\n".join(plan(recipe, fetcher)))
        return
    outcome = install(recipe, fetcher, force=force)
    if outcome.fetched:
        typer.echo(str(outcome.folder))
    else:
        notice(f"{name} is set up already in {outcome.folder}")


def _list() -> None:
    from sacreval.recipes import home
    from sacreval.recipes.schema import MetricRecipe
    from sacreval.report.tables import Table, to_text
    from sacreval.resources import find

    rows = []
    for name in home.names(MetricRecipe):
        recipe = home.recipe(name, MetricRecipe)
        there = find(recipe.resource)
        rows.append([name, "missing" if there is None else str(there), size(recipe.size),
                     recipe.licence, recipe.title])  # fmt: skip
    typer.echo(to_text(Table(["name", "where", "to fetch", "licence", "what"], rows)), nl=False)
