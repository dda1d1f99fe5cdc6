"""The figures of the front page, from the registries and from what the benchmarks wrote."""

import json
import re
from collections import Counter
from pathlib import Path

from generator.markdown import table
from sacreval.core.metric import Metric, metrics
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe
from sacreval.readers._base import readers

MARK = "<!-- figures of the front page -->"
_PARITY = (
    "`sacreval verify` recomputes {} metrics by the official library or program; all "
    "others that have one are compared with it in the tests ([where originals "
    "differ](differences.md))"
)
_SPEED = re.compile(r"as a command\s+[\d.]+ and [\d.]+ s, (\d+) times")


def fill(markdown: str, root: Path) -> str:
    """Replace the placeholder with the table of figures."""
    if MARK not in markdown:
        return markdown
    fast = f"{speed(root)} times as fast as the official libraries: six metrics on 10,000 pairs"
    rows = [
        ["Speed", f"{fast}, the whole command ([benchmarks](../benchmarks/README.md))"],
        ["Parity", _PARITY.format(parity())],
        ["Coverage", f"{coverage(root)} ([what intervals promise](promises.md))"],
        ["Breadth", ", ".join(f"{count} {what}" for what, count in breadth().items())],
    ]
    return markdown.replace(MARK, table(["", ""], rows))


def speed(root: Path) -> int:
    """Return how many times as fast as the official libraries a whole command is.

    Raises:
        ValueError: If the benchmarks no longer say so.
    """
    found = _SPEED.search((root / "benchmarks" / "README.md").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError("benchmarks/README.md has no figure for the whole command")
    return int(found[1])


def parity() -> int:
    """Return the number of metrics that an official library or program recomputes."""
    own = (metrics.get(name) for name in metrics if metrics.is_own(name))
    return sum(has_original(cls) for cls in own)


def has_original(cls: type[Metric]) -> bool:
    """Return whether an official library or program computes the numbers of a metric."""
    return bool(
        cls.origin.counterpart
        or cls.origin.program
        or (cls.origin.libraries and not cls.origin.why_own)
    )


def coverage(root: Path) -> str:
    """Return how many of the figures on intervals and tests hold."""
    figures = json.loads((root / "docs" / "promises.json").read_text(encoding="utf-8"))["figures"]
    count = Counter(one["verdict"] for one in figures)
    judged = sum(count.values()) - count["with a notice"]
    return (
        f"of {judged} measured rates of intervals and tests {count['holds']} lie in their bands, "
        f"{count['within error']} within the error of the simulation, and "
        f"{count['does not hold']} do not hold; {count['with a notice']} more have a notice in the "
        "run itself"
    )


def breadth() -> dict[str, int]:
    """Return the numbers of metrics, readers and corpora that are sacreval's own."""
    return {
        "metrics": sum(metrics.is_own(name) for name in metrics),
        "readers of files and logs": sum(readers.is_own(name) for name in readers),
        "corpora": len(place.names(Recipe)),
    }
