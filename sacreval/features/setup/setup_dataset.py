"""`sacreval setup-dataset NAME OUT`: download of a corpus of judgments, written as records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.notices import notice
from sacreval.features.setup.setup_shared import (
    AllowUnpinned,
    DryRun,
    ListAll,
    Mirror,
    Offline,
    Show,
    parse_paths,
    read_with,
    required,
    say,
    show,
    size,
    terms,
)

if TYPE_CHECKING:
    from sacreval.features.setup.recipes.schema import Recipe


def setup_dataset(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A name of --list, or a recipe's file.")
    ] = None,
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="The folder to write, created if missing.")
    ] = None,
    path: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]PATH",
            help="Path of files that you provide, since they may not be redistributed; repeat it.",
        ),
    ] = None,
    list_all: ListAll = False,
    task: Annotated[
        str | None,
        typer.Option(help="With --list: only corpora for this task, such as summarization."),
    ] = None,
    judged: Annotated[
        bool, typer.Option("--judged", help="With --list: only corpora with judgments of people.")
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="With --list: only corpora with texts in this language, such as de, or in many.",
        ),
    ] = None,
    show_name: Show = None,
    dry_run: DryRun = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    mirror: Mirror = None,
    offline: Offline = False,
    allow_unpinned: AllowUnpinned = False,
) -> None:
    """Fetch a corpus, verify it, and write its records, judgments and references as JSONL."""
    from sacreval.features.setup.list_corpora import Wanted, print_corpora
    from sacreval.features.setup.recipes import home
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.schema import Recipe

    wanted = Wanted(task, judged, language)
    if list_all:
        print_corpora(wanted, Fetcher(mirror=mirror, offline=offline))
        return
    wanted.refuse()
    if show_name is not None:
        recipe = home.recipe(show_name, Recipe)
        show(recipe, _details(recipe))
        return
    recipe = home.recipe(required(name, "NAME", "sacreval setup-dataset"), Recipe)
    folder = Path(required(str(out) if out else None, "OUT", "sacreval setup-dataset"))
    terms(recipe)
    job = _job(recipe, folder, parse_paths(path), mirror, force=force, offline=offline,
               allow_unpinned=allow_unpinned)  # fmt: skip
    if dry_run:
        _plan(job)
        return
    _print(job.run())


def _job(
    recipe: Recipe,
    out: Path,
    given: dict[str, str],
    mirror: str | None,
    *,
    force: bool,
    offline: bool,
    allow_unpinned: bool,
) -> Any:
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.place import check_provided
    from sacreval.features.setup.recipes.setup import Job

    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    return Job(
        recipe=recipe,
        out=out,
        fetcher=fetcher,
        read=read_with,
        brought=check_provided(recipe, given),
        force=force,
    )


def _plan(job: Any) -> None:
    from sacreval.features.setup.recipes.schema import remotes

    for remote in remotes(job.recipe):
        say(f"fetch {job.fetcher.place(remote.url)}  {size(remote.file.bytes)}")
    for name, path in job.brought.items():
        say(f"read {name} in {path}")
    for step in job.recipe.steps:
        say(f"write {job.out / step.output}")


def _print(outcome: Any) -> None:
    if not outcome.files:
        notice(f"{outcome.folder} is set up already")
        return
    for name, counts in outcome.files.items():
        text = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        say(f"{outcome.folder / name}: {text.replace('_', ' ')}")


def _details(recipe: Recipe) -> Iterator[str]:
    for name, wanted in recipe.brings.items():
        yield f"you bring: --path {name}=PATH: {wanted.about}"
        yield from (f"  {file}" for file in wanted.files)
    for step in recipe.steps:
        yield f"writes:   {step.output} with {', '.join(step.emits) or 'records'}"
    yield from (f"then:     {command}" for command in recipe.next)
