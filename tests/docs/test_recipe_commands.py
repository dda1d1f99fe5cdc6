"""Pages of recipes: their commands, and the first records of corpora."""

import json
import shlex

import pytest

from generator.first_records import CHARACTERS, ITEMS, cut, first_records, shown
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.corpus_files import scores_name
from sacreval.features.setup.recipes.schema import Recipe
from support import missing, recipes, site_pages
from support.sizes import few

pytestmark = pytest.mark.usefixtures("alone")

# Recipes whose commands take seconds each.
SLOW = {"asset", "simpeval", "turkcorpus", "wmt19-darr", "wmt23-he-en", "wmt23-zh-en"}

# Nobody may hand these out, or nothing in them can be scored or correlated without more files.
WITHOUT = {
    "licensed": """chaganty2018 duc2001 duc2002 duc2003 duc2004 duc2005 duc2006 duc2007
        kryscinski2019 multiling2011 multiling2013 multiling2015 multiling2017 multiling2019
        multinews nytimes tac2008 tac2009 tac2010 tac2011 wcep""".split(),
}


def _slow(name):
    return pytest.param(name, marks=pytest.mark.long) if name in SLOW else name


@pytest.mark.parametrize("name", [_slow(name) for name in recipes.names()])
def test_what_a_page_shows_runs(corpora, sacreval, monkeypatch, name):
    """Every command that a recipe's page shows ends well on what the recipe wrote."""
    folder = corpora(name)
    monkeypatch.chdir(folder.parent)
    for command in recipes.ready(name).recipe.next:
        program, *words = shlex.split(command)
        assert program == "sacreval"
        named = [word for word in words if word.startswith(f"{name}/")]
        if absent := [word for word in named if not (folder.parent / word).exists()]:
            missing.say(f"commands on {', '.join(absent)}, whose files SACREVAL_MIRROR lacks")
            continue
        if "--with" in words:
            words.append("--dry-run")  # a model is not asked
        elif not named:
            continue  # it scores what a model wrote
        code, out, err = sacreval(*words)
        assert code == 0, f"{command}: {err}"
        assert out


@pytest.mark.parametrize("name", place.names(Recipe))
def test_what_a_page_shows_is_there(name):
    """Commands name files that the recipe writes; a recipe without any is listed with a reason."""
    recipe = place.recipe(name, Recipe)
    assert bool(recipe.next) == all(name not in listed for listed in WITHOUT.values())
    outputs = [step.output for step in recipe.steps]
    written = {f"{name}/{file}" for file in (*outputs, *map(scores_name, outputs))}
    for command in recipe.next:
        words = shlex.split(command)
        named = {word for word in words if word.startswith(f"{name}/") or word in written}
        assert named
        assert named <= written
        if "-o" in words:
            written.add(words[words.index("-o") + 1])


@pytest.mark.parametrize("name", ["wmt23", "duc2001"])
def test_pages_show_commands(name):
    """The page of a recipe has its commands, and no heading where there are none."""
    from support import site_pages  # which needs what builds the site

    page = site_pages.made()[f"datasets/{name}.md"]
    commands = place.recipe(name, Recipe).next
    assert ("## Next commands" in page) == bool(commands)
    assert "\n".join(commands) in page


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
