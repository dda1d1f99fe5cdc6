"""Entries of corpora, read from the citations of their recipes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sacreval.features.cite.bibliography import Entry, bibliography, plain
from sacreval.features.setup.recipes import home
from sacreval.features.setup.recipes.schema import Recipe, load

PREFIX = "corpus-"
_LABEL = re.compile(r"(?P<label>[^ :']+)(?:'s [^:]*)?: ")
_ARXIV = re.compile(r"\barXiv:(?P<id>\d{4}\.\d{4,5})")
_CITATION = re.compile(
    r"(?P<authors>[^()]+) \((?P<year>[0-9]{4})\)\. (?P<title>.+?)\.(?: (?P<rest>.+))?"
)


def corpora() -> list[str]:
    """Return the names of the corpora that have a recipe."""
    return home.names(Recipe)


def corpus_called(word: str) -> str | None:
    """Return the name of the corpus that a word names, or that papers call so; None without one.

    Args:
        word: The name of a recipe, or what papers call its corpus, such as SummEval.
    """
    names = corpora()
    if word in names:
        return word
    meant = _letters(word)
    if not meant or Path(word).suffix or "/" in word:
        return None
    by_name = [name for name in names if _letters(name) == meant]
    called = by_name or [name for name in names if _letters(_title_label(name)) == meant]
    return called[0] if len(called) == 1 else None


def _title_label(name: str) -> str:
    """Return how the title of a recipe begins; its name where that is no label."""
    found = _LABEL.match(load(home.find(name, Recipe), Recipe).title)
    return found["label"] if found else name


def corpus_label(name: str) -> str:
    """Return how papers call a corpus: as its title begins, if its name or paper says the same.

    A title that begins with the name in other case, as `WMT23 metrics task`, gives that form.

    Args:
        name: The name of the recipe.
    """
    recipe = load(home.find(name, Recipe), Recipe)
    paper = _CITATION.fullmatch(" ".join(recipe.citation.split()))
    label = _LABEL.match(recipe.title)
    if label is None:
        first = recipe.title.split()[0].rstrip(",:")
        return first if _letters(first) == _letters(name) else name
    known = {_letters(name), _letters(paper["title"].partition(":")[0]) if paper else ""}
    return label["label"] if _letters(label["label"]) in known else name


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def corpus_entry(name: str) -> Entry:
    """Return the entry of a corpus; its key is `corpus-` and the name of the recipe.

    The paper is that of the bibliography where it has one of this title, which names all authors.

    Args:
        name: The name of the recipe.
    """
    recipe = load(home.find(name, Recipe), Recipe)
    citation = " ".join(recipe.citation.split())
    found = _CITATION.fullmatch(citation)
    if not found:
        return Entry(f"{PREFIX}{name}", {"title": f"{{{recipe.title}}}", "note": citation})
    if (known := _paper(found["title"])) is not None:
        return Entry(f"{PREFIX}{name}", known.fields)
    fields = {
        "author": _authors(found["authors"]),
        "title": f"{{{found['title']}}}",
        "year": found["year"],
    }
    fields |= {"note": found["rest"]} if found["rest"] else {}
    if paper := _ARXIV.search(citation):
        fields["url"] = f"https://arxiv.org/abs/{paper['id']}"
    return Entry(f"{PREFIX}{name}", fields)


def _paper(title: str) -> Entry | None:
    """Return the entry of a paper by its title, or by its title without what follows a colon."""
    wanted, papers = _compared(title), _papers()
    longer = [one for one in papers if one.startswith(f"{wanted}:")]
    return papers.get(wanted) or (papers[longer[0]] if len(longer) == 1 else None)


@cache
def _papers() -> dict[str, Entry]:
    """Return the entries of the bibliography by title."""
    book = bibliography()
    entries = map(book.entry, book.entries)
    return {_compared(one.fields["title"]): one for one in entries}


def _compared(title: str) -> str:
    return plain(title).casefold().rstrip(".")


def _authors(text: str) -> str:
    """Return families as authors in BibTeX, with `et al.` as `others`."""
    named = text.removesuffix(" et al.")
    families = [f"{{{one}}}" if " " in one else one for one in named.split(", ")]
    return " and ".join([*families, *(["others"] if named != text else [])])
