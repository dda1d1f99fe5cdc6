"""The rooms of the package, the arrows between them, and a figure of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from configparser import ConfigParser
from html import escape
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

MARK = "<!-- figure of the rooms -->"

PACKAGE = "sacreval"
WIDTH, HEIGHT = 112, 34  # of a room's box, in pixels
ACROSS, DOWN = 22, 46  # between rooms, between floors
MARGIN = 12


class House(NamedTuple):
    """The rooms by floor, from the top, and which room imports which.

    Args:
        floors: Names of rooms, floor by floor.
        arrows: Pairs of rooms: (importing, imported).
        beside: Pairs of features: (importing, imported), with the number of imports.
    """

    floors: list[list[str]]
    arrows: set[tuple[str, str]]
    beside: Mapping[tuple[str, str], int]

    def up(self) -> list[tuple[str, str]]:
        """List the imports that do not point down; there should be none."""
        floor = {room: i for i, rooms in enumerate(self.floors) for room in rooms}
        return sorted((a, b) for a, b in self.arrows if floor[a] >= floor[b])


def house(root: Path) -> House:
    """Read the floors from `.importlinter` and the arrows from the imports.

    Args:
        root: Root folder of the repository.
    """
    import grimp

    floors = _floors(root)
    rooms = {room for names in floors for room in names}
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    pairs = [(x, y) for x in graph.modules for y in graph.find_modules_directly_imported_by(x)]
    arrows = {(_room(x), _room(y)) for x, y in pairs}
    features = Counter((_feature(x), _feature(y)) for x, y in pairs)
    return House(
        floors,
        {(a, b) for a, b in arrows if a in rooms and b in rooms and a != b},
        {(a, b): count for (a, b), count in features.items() if a and b and a != b},
    )


def fill(markdown: str, root: Path) -> str:
    """Replace the placeholder with the figure."""
    return markdown.replace(MARK, figure(house(root))) if MARK in markdown else markdown


def figure(of: House) -> str:
    """Draw rooms as boxes, floor above floor, and imports as lines that go down.

    Args:
        of: Rooms and arrows.

    Returns:
        SVG on one line, as required for HTML inside Markdown.
    """
    widest = max(len(rooms) for rooms in of.floors)
    total = widest * (WIDTH + ACROSS) - ACROSS + 2 * MARGIN
    tall = len(of.floors) * (HEIGHT + DOWN) - DOWN + 2 * MARGIN
    place = {
        room: (
            (total - len(rooms) * (WIDTH + ACROSS) + ACROSS) // 2 + i * (WIDTH + ACROSS),
            MARGIN + floor * (HEIGHT + DOWN),
        )
        for floor, rooms in enumerate(of.floors)
        for i, room in enumerate(rooms)
    }
    lines = [_line(place[a], place[b]) for a, b in sorted(of.arrows)]
    boxes = [_box(room, *place[room]) for room in place]
    return (
        f'<svg viewBox="0 0 {total} {tall}" role="img" class="house" '
        f'xmlns="http://www.w3.org/2000/svg"><title>The rooms of {PACKAGE} and their imports'
        f"</title>{''.join(lines)}{''.join(boxes)}</svg>"
    )


def _floors(root: Path) -> list[list[str]]:
    parser = ConfigParser()
    parser.read(root / ".importlinter", encoding="utf-8")
    text = parser["importlinter:contract:floors"]["layers"]
    return [[name.strip() for name in line.split("|")] for line in text.split("\n") if line]


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def _feature(module: str) -> str:
    """Return the feature that a module is of; "" for the other rooms."""
    names = module.split(".")
    return names[2] if len(names) > 2 and names[1] == "features" else ""


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    return (
        f'<line x1="{x1 + WIDTH // 2}" y1="{y1 + HEIGHT}" x2="{x2 + WIDTH // 2}" y2="{y2}" '
        'stroke="currentColor" stroke-opacity=".25"/>'
    )


def _box(room: str, x: int, y: int) -> str:
    about = (import_module(f"{PACKAGE}.{room}").__doc__ or "").split("\n")[0]
    return (
        f'<g><title>{escape(about)}</title><rect x="{x}" y="{y}" width="{WIDTH}" '
        f'height="{HEIGHT}" rx="5" fill="var(--md-code-bg-color, #eee)" stroke="currentColor"/>'
        f'<text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 5}" text-anchor="middle" '
        f'font-size="14" fill="currentColor">{escape(room)}</text></g>'
    )
