"""The first record of each corpus, cut short, as `docs/first_records.json` has it.

`python -m generator.first_records MIRROR` in `docs` writes the file anew, from a folder of corpora
by URL. Corpora that the user provides, that the folder lacks, that are large, or whose texts are
meant to offend have no record there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe

FILE = Path(__file__).resolve().parents[1] / "first_records.json"
CHARACTERS, ITEMS = 60, 2  # of a text, and of a list or an object, that are shown
_SECONDS = 60.0
_LARGEST = 40_000_000  # bytes to fetch
_OFFENSIVE = ("crows-pairs", "bold", "real-toxicity-prompts")


@cache
def first_records() -> dict[str, Any]:
    """Return the first record of each corpus that has one, by the name of the corpus."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def shown(name: str) -> str:
    """Return the first record of a corpus as JSON; empty if there is none.

    Args:
        name: Name of the corpus.
    """
    record = first_records().get(name)
    return "" if record is None else json.dumps(record, ensure_ascii=False, indent=1)


def cut(value: Any, items: int = ITEMS) -> Any:
    """Return a value with short texts, and few members of lists and objects.

    Args:
        value: A value of JSON.
        items: How many members of lists and objects are kept.
    """
    if isinstance(value, str):
        return value if len(value) <= CHARACTERS else f"{value[:CHARACTERS].rstrip()} …"
    if isinstance(value, list):
        return [cut(one) for one in value[:items]] + ["…"] * (len(value) > items)
    if isinstance(value, dict):
        kept = {name: cut(one) for name, one in list(value.items())[:items]}
        return kept | ({"…": "…"} if len(value) > items else {})
    return value


def _first(recipe: Recipe, mirror: str) -> Any:
    """Set a corpus up in a folder of its own, and return its first record."""
    with TemporaryDirectory() as folder:
        words = (sys.executable, "-m", "sacreval", "setup-dataset", recipe.name, f"{folder}/x")
        try:
            subprocess.run(  # noqa: S603 - our own command
                (*words, "--mirror", mirror, "-q"), check=True, capture_output=True,
                timeout=_SECONDS,
            )  # fmt: skip
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return None
        with Path(folder, "x", recipe.steps[0].output).open(encoding="utf-8") as lines:
            return cut(json.loads(next(lines)), items=99)


def main() -> None:
    """Write the file."""
    found = {}
    for name in place.names(Recipe):
        recipe = place.recipe(name, Recipe)
        if recipe.brings or recipe.size > _LARGEST or name in _OFFENSIVE:
            continue
        if record := _first(recipe, sys.argv[1]):
            found[name] = record
    text = json.dumps(found, ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
