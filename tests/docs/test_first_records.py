"""The first records of corpora, which their pages show."""

import json

from generator.first_records import CHARACTERS, ITEMS, cut, first_records, shown
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe
from support import site_pages
from support.sizes import few


def test_values_are_cut():
    """Texts are short, lists and objects have few members, and numbers stay."""
    assert cut("a" * CHARACTERS) == "a" * CHARACTERS
    assert cut("a" * 99) == f"{'a' * CHARACTERS} …"
    assert cut([1, 2.5, None, "x"]) == [1, 2.5, "…"]
    assert cut({"a": {"b": [1, 2, 3]}, "c": True, "d": 1}) == {
        "a": {"b": [1, 2, "…"]}, "c": True, "…": "…",
    }  # fmt: skip
    assert cut({"a": 1, "b": 2, "c": 3}, items=3) == {"a": 1, "b": 2, "c": 3}


@few(4, "name", sorted(first_records()))
def test_they_are_what_recipes_write(name):
    """A record is of a corpus that is fetched, and has fields that its first step writes."""
    recipe = place.recipe(name, Recipe)
    record = first_records()[name]
    assert not recipe.brings
    assert set(record) - {"instance_id", "system_id", "system_type"} <= set(recipe.steps[0].emits)
    assert cut(record, items=len(record)) == record


def test_pages_show_them():
    """A page has the record of its corpus, and others have no such section."""
    pages = site_pages.made()
    known = first_records()
    assert len(known) > ITEMS
    for name in place.names(Recipe):
        assert ("## First record" in pages[f"datasets/{name}.md"]) is (name in known)
    assert json.loads(shown("asset")) == known["asset"]
    assert shown("asset") in pages["datasets/asset.md"]
    assert shown("no corpus") == ""
