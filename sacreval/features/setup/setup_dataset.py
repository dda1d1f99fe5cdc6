"""`sacreval setup-dataset NAME OUT`: download of a corpus of judgments, written as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.cli.notices import notice
from sacreval.errors import UsageError, nearest
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
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.schema import Recipe


MANY = "mul"  # the code of ISO 639 for several languages
YOURS = "your files"


class CorpusSelection(NamedTuple):
    """The corpora that are asked for.

    Args:
        task: Only those for this task; None for all.
        judged: Only those with judgments of people.
        language: Only those with texts in this language; None for all.
    """

    task: str | None
    judged: bool
    language: str | None

    def includes(self, recipe: Recipe) -> bool:
        """Return whether a corpus is asked for."""
        return (
            self.task in (None, recipe.task)
            and (recipe.judged or not self.judged)
            and (self.language is None or bool({self.language, MANY} & {*recipe.languages}))
        )

    def check(self, recipes: Sequence[Recipe]) -> None:
        """Check that some corpus has the task and the language.

        Raises:
            UsageError: If none has.
        """
        tasks = {recipe.task for recipe in recipes} - {""}
        languages = {code for recipe in recipes for code in recipe.languages} - {MANY}
        for name, value, known in (
            ("task", self.task, tasks),
            ("language", self.language, languages),
        ):
            if value is not None and value not in known:
                raise UsageError(f"--{name}: no corpus has '{value}'; {nearest(value, known)}")

    def refuse(self) -> None:
        """Check that nothing is chosen, where no list is asked for.

        Raises:
            UsageError: If something is chosen.
        """
        for name, value in zip(("task", "judged", "language"), self, strict=True):
            if value:
                raise UsageError(f"--{name} chooses what --list shows; add --list, or drop it")


def print_corpora(wanted: CorpusSelection, fetcher: Fetcher) -> None:
    """Print the corpora that are asked for, in lines that fit the terminal."""
    from sacreval.cli.help.list_layout import lines, room
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import Recipe

    recipes = [place.recipe(name, Recipe) for name in place.names(Recipe)]
    wanted.check(recipes)
    chosen = [
        x for x in recipes if wanted.includes(x) and (not fetcher.offline or here(x, fetcher))
    ]
    rows = [(recipe.name, _sources(recipe), recipe.title) for recipe in chosen]
    for line in lines(("name", "to fetch", "what"), rows, room()):
        typer.echo(line)
    if not rows:
        raise UsageError("no corpus is like that; drop --judged, --offline or another condition")


def here(recipe: Recipe, fetcher: Fetcher) -> bool:
    """Return whether a corpus can be set up without the network: every file is on the mirror."""
    from sacreval.features.setup.recipes.schema import remotes

    return all(Path(fetcher.place(remote.url)).is_file() for remote in remotes(recipe))


def _sources(recipe: Recipe) -> str:
    """Return how much is fetched, and whether the user provides files."""
    from sacreval.features.setup.setup_shared import size

    parts = [size(recipe.size)] if recipe.size or not recipe.brings else []
    return " + ".join([*parts, *([YOURS] if recipe.brings else [])])


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
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.schema import Recipe

    wanted = CorpusSelection(task, judged, language)
    if list_all:
        print_corpora(wanted, Fetcher(mirror=mirror, offline=offline))
        return
    wanted.refuse()
    if show_name is not None:
        recipe = place.recipe(show_name, Recipe)
        show(recipe, _details(recipe))
        return
    recipe = place.recipe(required(name, "NAME", "sacreval setup-dataset"), Recipe)
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
    paths: dict[str, str],
    mirror: str | None,
    *,
    force: bool,
    offline: bool,
    allow_unpinned: bool,
) -> Any:
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.place import check_provided
    from sacreval.features.setup.recipes.setup import CorpusSetup

    fetcher = Fetcher(mirror=mirror, offline=offline, allow_unpinned=allow_unpinned)
    return CorpusSetup(
        recipe=recipe,
        out=out,
        fetcher=fetcher,
        read=read_with,
        brought=check_provided(recipe, paths),
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
