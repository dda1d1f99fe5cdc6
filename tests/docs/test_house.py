"""CONTRIBUTING: its list of rooms is the package as it stands."""

import re

from support.mirror import CHECKOUT

PACKAGE = CHECKOUT / "sacreval"
PAGE = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROOMS = PAGE.split("## Rooms\n```\n")[1].split("\n```")[0].split("\n")[1:]


def test_every_room_is_listed():
    """Every module and package right below `sacreval` stands in the list."""
    listed = "\n".join(ROOMS)
    for path in PACKAGE.iterdir():
        name = f"{path.name}/" if path.is_dir() else path.name
        if not name.startswith("__") and (path.is_dir() or path.suffix == ".py"):
            assert re.search(rf"(?<![\w/]){re.escape(name)}", listed), name


def test_every_room_that_is_listed_is_there():
    """The list names no module or package that is gone."""
    for line in ROOMS:
        if inside := re.match(r"  ([a-z_]+(?:\.py|/)) ", line):
            assert (PACKAGE / inside[1]).exists(), inside[1]
        elif outside := re.match(r"([\w./]+)  ", line):
            assert (CHECKOUT / outside[1]).exists(), outside[1]
