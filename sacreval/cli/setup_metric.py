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
) -> None:
    """Fetch the resources of a metric, such as WordNet, to the folder SACREVAL_HOME.

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
    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    if dry_run:
        say("\n".join(plan(recipe, fetcher)))
        return
    outcome = install(recipe, fetcher, force=force)
    if outcome.fetched:
        say(str(outcome.folder))
    else:
        notice(f"{name} is set up already in {outcome.folder}")


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
