"""Side bars by task."""

from types import SimpleNamespace

import pytest

from generator.nav_groups import OTHER, by_heading, grouped
from support import missing


def test_pages_by_heading():
    """Headings keep their order, the index has none, and unknown pages come last."""
    headings = {"bleu": "Translation", "rouge": "Summaries", "chrf": "Translation"}
    found = by_heading(["index", "rouge", "mine", "bleu", "chrf"], headings, str)
    assert found == {
        "": ["index"], "Translation": ["bleu", "chrf"], "Summaries": ["rouge"], OTHER: ["mine"],
    }  # fmt: skip
    assert list(found) == ["", "Translation", "Summaries", OTHER]


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
