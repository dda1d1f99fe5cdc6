"""The house: what its lists name is there, and so are the files that any page names."""

import re

import pytest

from support.mirror import CHECKOUT

PACKAGE = CHECKOUT / "sacreval"
PAGE = (CHECKOUT / "docs" / "house.md").read_text(encoding="utf-8")
ROOMS = PAGE.split("## Rooms\n\n```\n")[1].split("\n```")[0].split("\n")[1:]
TASKS = PAGE.split("## Where do I change …?\n\n")[1].split("\n\n")[0].split("\n")[2:]
PAGES = [CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").glob("*.md"))]
TOPS = "sacreval|tests|docs|benchmarks|configs|container|datasets_setup|metric_setup"
PATH = re.compile(rf"(?<![\w./-])(?:{TOPS})/[\w./-]*\w")
# What the guides call with the name of a metric, which is no path.
SIGNATURES = {"docs/integrations.md": {"sacreval/NAME", "sacreval/chrf"}}


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


def test_every_feature_is_listed():
    """Every folder of `features` stands in the list."""
    folders = {path.parent.name for path in (PACKAGE / "features").glob("*/__init__.py")}
    listed = "\n".join(ROOMS).split("  features/")[1].split("\n  commands/")[0]
    assert set(re.findall(r"(\w+)/", listed)) == folders


@pytest.mark.parametrize("task", TASKS, ids=lambda row: row.split("|")[1].strip())
def test_a_task_needs_few_files(task):
    """A row of "Where do I change …?" names at most four files, and all of them are there."""
    named = re.findall(r"`([\w-]+/[^`]+)`", task)
    assert 1 <= len(named) <= 4
    assert [path for path in named if not (CHECKOUT / path).is_file()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_files_that_a_page_names_are_there(page):
    """Paths from the top of the checkout that a page names exist."""
    named = set(PATH.findall(page.read_text(encoding="utf-8")))
    named -= SIGNATURES.get(page.relative_to(CHECKOUT).as_posix(), set())
    assert [path for path in sorted(named) if not (CHECKOUT / path).exists()] == []
