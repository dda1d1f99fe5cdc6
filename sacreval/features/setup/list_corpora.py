"""What `sacreval setup-dataset --list` says of corpora, and which of them are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from sacreval.errors import UsageError, nearest

if TYPE_CHECKING:
    from sacreval.features.setup.recipes.fetch import Fetcher
    from sacreval.features.setup.recipes.schema import Recipe

MANY = "mul"  # the code of ISO 639 for several languages
YOURS = "your files"


class Wanted(NamedTuple):
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
        tasks = {one.task for one in recipes} - {""}
        languages = {code for one in recipes for code in one.languages} - {MANY}
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


def print_corpora(wanted: Wanted, fetcher: Fetcher) -> None:
    """Print the corpora that are asked for, in lines that fit the terminal.

    Args:
        wanted: Which are asked for.
        fetcher: Where files come from; without a network, only corpora that it has are listed.

    Raises:
        UsageError: If no corpus has the task or the language.
    """
    from sacreval.cli.help.list_layout import lines, room
    from sacreval.features.setup.recipes import home
    from sacreval.features.setup.recipes.schema import Recipe

    recipes = [home.recipe(name, Recipe) for name in home.names(Recipe)]
    wanted.check(recipes)
    chosen = [
        x for x in recipes if wanted.includes(x) and (not fetcher.offline or here(x, fetcher))
    ]
    rows = [(one.name, _sources(one), one.title) for one in chosen]
    for line in lines(("name", "to fetch", "what"), rows, room()):
        typer.echo(line)
    if not rows:
        raise UsageError("no corpus is like that; drop --judged, --offline or another condition")


def here(recipe: Recipe, fetcher: Fetcher) -> bool:
    """Return whether a corpus can be set up without the network: every file is on the mirror.

    Args:
        recipe: The corpus; files that the user provides are not looked for.
        fetcher: Where files come from.
    """
    from sacreval.features.setup.recipes.schema import remotes

    return all(Path(fetcher.place(one.url)).is_file() for one in remotes(recipe))


def _sources(recipe: Recipe) -> str:
    """Return how much is fetched, and whether the user provides files."""
    from sacreval.features.setup.setup_shared import size

    parts = [size(recipe.size)] if recipe.size or not recipe.brings else []
    return " + ".join([*parts, *([YOURS] if recipe.brings else [])])
