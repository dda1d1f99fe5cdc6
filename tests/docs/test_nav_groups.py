"""Side bars by task."""

from types import SimpleNamespace

import pytest
import yaml

from generator.nav_groups import OTHER, by_heading, grouped
from generator.notebook_pages import PAGES as NOTEBOOKS
from generator.pages import ROOT
from support import missing, site_pages


def test_pages_by_heading():
    """Headings keep their order, the index has none, and unknown pages come last."""
    headings = {"bleu": "Translation", "rouge": "Summaries", "chrf": "Translation"}
    found = by_heading(["index", "rouge", "mine", "bleu", "chrf"], headings, str)
    assert found == {
        "": ["index"], "Translation": ["bleu", "chrf"], "Summaries": ["rouge"], OTHER: ["mine"],
    }  # fmt: skip
    assert list(found) == ["", "Translation", "Summaries", OTHER]


def listed(items):
    """List the paths of a navigation, at any depth."""
    for one in items:
        inner = next(iter(one.values())) if isinstance(one, dict) else one
        if isinstance(inner, list):
            yield from listed(inner)
        elif isinstance(inner, str):
            yield inner


def test_every_guide_is_in_a_group():
    """The order of pages lists each guide once, and no other."""
    nav = yaml.safe_load((ROOT / "docs" / ".nav.yml").read_text(encoding="utf-8"))["nav"]
    guides = {path.name for path in (ROOT / "docs").glob("*.md")} - {"front.md"}
    names = list(listed(nav))
    assert len(set(names)) == len(names)
    assert guides <= set(names)
    (own,) = (one["Guides"] for one in nav if "Guides" in one)
    assert len(list(listed(own))) > len(guides) - 5
    assert max(len(pages) for one in own if isinstance(one, dict) for pages in one.values()
               if isinstance(pages, list)) <= 12  # fmt: skip


def test_no_generated_page_replaces_a_guide():
    """Generated pages have names of their own."""
    guides = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert not {*site_pages.made(), *NOTEBOOKS} & guides


@pytest.mark.parametrize(("title", "name"), [("Metrics", "bleu"), ("Corpora", "fabbri2020")])
def test_the_navigation(title, name):
    """A page of the section is in a section of its task, which knows its parent."""
    missing.module("mkdocs", "the navigation of the site")

    def page(stem):
        return SimpleNamespace(file=SimpleNamespace(src_uri=f"x/{stem}.md"), parent=None)

    section = SimpleNamespace(title=title, children=[page("index"), page(name)])
    grouped(SimpleNamespace(items=[section, SimpleNamespace(title="Start", children=None)]))
    index, task = section.children
    assert index.file.src_uri == "x/index.md"
    assert task.parent is section
    (own,) = task.children
    assert own.parent is task
    assert task.title not in {"", OTHER}
