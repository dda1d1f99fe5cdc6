"""Entries of corpora, read from the citations of their recipes."""

from __future__ import annotations

import re

from sacreval.recipes import home
from sacreval.recipes.schema import Recipe, load
from sacreval.report.citations.bibliography import Entry

PREFIX = "corpus-"
_CITATION = re.compile(
    r"(?P<authors>[^()]+) \((?P<year>[0-9]{4})\)\. (?P<title>.+?)\.(?: (?P<rest>.+))?"
)


def corpora() -> list[str]:
    """Return the names of the corpora that have a recipe."""
    return home.names(Recipe)


def corpus_entry(name: str) -> Entry:
    """Return the entry of a corpus; its key is `corpus-` and the name of the recipe.

    Args:
        name: The name of the recipe.
    """
    recipe = load(home.find(name, Recipe), Recipe)
    citation = " ".join(recipe.citation.split())
    found = _CITATION.fullmatch(citation)
    if not found:
        return Entry(f"{PREFIX}{name}", {"title": f"{{{recipe.title}}}", "note": citation})
    fields = {
        "author": _authors(found["authors"]),
        "title": f"{{{found['title']}}}",
        "year": found["year"],
    }
    return Entry(f"{PREFIX}{name}", fields | ({"note": found["rest"]} if found["rest"] else {}))


def _authors(text: str) -> str:
    """Return families as authors in BibTeX, with `et al.` as `others`."""
    named = text.removesuffix(" et al.")
    families = [f"{{{one}}}" if " " in one else one for one in named.split(", ")]
    return " and ".join([*families, *(["others"] if named != text else [])])
