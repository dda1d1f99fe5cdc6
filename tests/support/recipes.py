"""Recipes and the mirror: which can be set up from it, whole or in part, and which cannot."""

from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import msgspec

from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.schema import Recipe, RecordStep, Remote
from sacreval.features.setup.recipes.setup import needed
from support import mirror, missing
from support.mirror import MIRROR

# What a user brings to a recipe, where the mirror has it: a folder of GitHub.
WMT23 = {"wmt23": mirror.WMT23}
BROUGHT = {
    "webnlg2020-texts": {
        "checkout": "WebNLG/challenge-2020/328b4c252abd9ca36471f390f9fcbd2650798088"
    },
    "wmt20-metrics": {
        "checkout": "WMT-Metrics-task/wmt20-metrics/3e434fc32fd02999c885575df6167c31f60ee996"
    },
    "wmt23-he-en": WMT23,
    "wmt23-zh-en": WMT23,
}


class Ready(NamedTuple):
    """A recipe cut down to the steps whose files are there, and what the user brings."""

    recipe: Recipe
    brought: dict[str, Path]


@cache
def ready(name: str) -> Ready | None:
    """Return the part of a recipe that the mirror has; None if nothing."""
    recipe = place.recipe(name, Recipe)
    brought = {k: _github(v) for k, v in BROUGHT.get(name, {}).items()}
    if set(recipe.brings) - set(brought) or not all(map(_whole, _wanted(recipe, brought))):
        return None
    steps = [step for step in recipe.steps if all(map(_served, needed(recipe, [step])))]
    if not steps:
        return None
    return Ready(cut(recipe, steps), brought)


def names() -> list[str]:
    """List the recipes that the mirror can serve, and note those that it cannot."""
    if not MIRROR.is_dir():
        missing.say("corpora set up from their files: SACREVAL_MIRROR names no folder of corpora")
        return []
    every = place.names(Recipe)
    served = [name for name in every if ready(name)]
    if absent := [name for name in every if name not in served]:
        missing.say(f"set-up of corpora that SACREVAL_MIRROR lacks: {', '.join(absent)}")
    return served


def cut(recipe: Recipe, steps: list[RecordStep]) -> Recipe:
    """Keep only some steps of a recipe, and the files that they read."""
    replace = msgspec.structs.replace
    paths = {remote.path for remote in needed(recipe, steps)}
    sources = [
        replace(s, files={p: f for p, f in s.files.items() if str(Path(s.into, p)) in paths})
        for s in recipe.sources
    ]
    return replace(recipe, steps=steps, sources=sources)


def _served(remote: Remote) -> bool:
    return Path(Fetcher(mirror=str(MIRROR)).place(remote.url)).is_file()


def _github(where: str) -> Path:
    return MIRROR / "raw.githubusercontent.com" / unquote(where)


def _wanted(recipe: Recipe, brought: dict[str, Path]) -> list[tuple[Path, str]]:
    return [
        (brought[name], pattern)
        for name, wanted in recipe.brings.items()
        for pattern in wanted.files
    ]


def _whole(wanted: tuple[Path, str]) -> bool:
    folder, pattern = wanted
    return any(folder.glob(pattern))
