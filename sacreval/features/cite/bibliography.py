"""The bibliography: entries of metrics, libraries, methods and corpora, also as BibTeX."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe, load

FILE = Path(__file__).with_name("bibliography.yaml")
OF_FEATURES = "*/citations.yaml"
"""Files of the same form, with the methods of a feature and the papers that it alone has."""
_OTHERS = "others"
_NAMED = 2  # authors that a short form names


@dataclass(frozen=True)
class Publication:
    """A paper, a book or a program.

    Args:
        key: Its key in BibTeX.
        fields: Field to text, as in BibTeX: author, title, year, booktitle, journal, and so on.
    """

    key: str
    fields: Mapping[str, str]

    @property
    def type(self) -> str:
        """The type in BibTeX, which follows from where it was published."""
        types = {"booktitle": "inproceedings", "journal": "article", "publisher": "book"}
        return next((kind for name, kind in types.items() if name in self.fields), "misc")

    @property
    def authors(self) -> list[str]:
        """The authors, as `Family, Given`; the last is `others` if there are more."""
        return self.fields["author"].split(" and ") if "author" in self.fields else []

    @property
    def short(self) -> str:
        """The families and the year, such as `Papineni et al. 2002`."""
        families = [plain(name.split(",")[0]) for name in self.authors]
        if not families:
            return plain(self.fields["title"])
        if len(families) > _NAMED or _OTHERS in families:
            named = f"{families[0]} et al."
        else:
            named = " and ".join(families)
        return f"{named} {self.fields['year']}" if "year" in self.fields else named

    @property
    def text(self) -> str:
        """The reference in one line of text, with its address at the end."""
        names = [_in_order(name) for name in self.authors]
        if names and names[-1] == _OTHERS:
            who = f"{', '.join(names[:-1])} et al."
        else:
            who = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
        year = f" ({self.fields['year']})" if "year" in self.fields else ""
        places = ("booktitle", "journal", "publisher", "howpublished", "note")
        where = [self.fields[name] for name in places if name in self.fields]
        parts = [f"{who}{year}" if who else "", self.fields["title"], *where]
        sentences = [plain(part).rstrip(".") for part in parts if part]
        return ". ".join(sentences) + "." + (f" {self.address}" if self.address else "")

    @property
    def address(self) -> str:
        """Where it can be read; empty if that is not known."""
        doi = self.fields.get("doi")
        return self.fields.get("url") or (f"https://doi.org/{doi}" if doi else "")


class Bibliography(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of references, or all of them together.

    Args:
        methods: Test, interval, correction or coefficient to keys of entries.
        entries: Key to fields.
        metrics: Metric to keys of entries.
        libraries: Library to keys of entries.
    """

    methods: dict[str, list[str]]
    entries: dict[str, dict[str, str | int]]
    metrics: dict[str, list[str]] = {}
    libraries: dict[str, list[str]] = {}

    def entry(self, key: str) -> Publication:
        """Return the entry of a key."""
        return Publication(key, {name: str(text) for name, text in self.entries[key].items()})

    def of_method(self, name: str) -> list[str]:
        """Return the keys of a method, or of the one that its name begins with."""
        known = [key for key in self.methods if name == key or name.startswith(f"{key}-")]
        return self.methods[max(known, key=len)] if known else []


@cache
def bibliography() -> Bibliography:
    """Read the references, those of features too."""
    book = _read(FILE)
    for file in sorted(FILE.parents[1].glob(OF_FEATURES)):
        more = _read(file)
        book.methods.update(more.methods)
        book.entries.update(more.entries)
    return book


def _read(file: Path) -> Bibliography:
    from sacreval.io.formats.yaml_files import read

    return msgspec.convert(read(str(file)).data, Bibliography)


def plain(text: str) -> str:
    """Return a field of BibTeX as text: without braces, with other quotation marks."""
    return re.sub(r"[{}]", "", text).replace("``", '"').replace("''", '"')


def _in_order(name: str) -> str:
    family, _, forename = name.partition(", ")
    return f"{forename} {family}".strip()


ADDRESSES = ("url", "doi")
_SPECIAL = re.compile(r"(?<!\\)([&%#_$])")


def bibtex(entry: Publication) -> str:
    """Return an entry in BibTeX, in UTF-8, with the characters escaped that are special in LaTeX.

    Args:
        entry: The entry.
    """
    lines = [f"  {name} = {{{_value(name, text)}}}," for name, text in entry.fields.items()]
    return "\n".join([f"@{entry.type}{{{entry.key},", *lines, "}"])


def escaped(text: str) -> str:
    """Return a text with the characters escaped that are special in LaTeX."""
    return _SPECIAL.sub(r"\\\1", text)


def _value(name: str, text: str) -> str:
    if name in ADDRESSES:  # styles set these as addresses themselves
        return text
    return f"\\url{{{text}}}" if text.startswith("https://") else escaped(text)


PREFIX = "corpus-"
_LABEL = re.compile(r"(?P<label>[^ :']+)(?:'s [^:]*)?: ")
_ARXIV = re.compile(r"\barXiv:(?P<id>\d{4}\.\d{4,5})")
_CITATION = re.compile(
    r"(?P<authors>[^()]+) \((?P<year>[0-9]{4})\)\. (?P<title>.+?)\.(?: (?P<rest>.+))?"
)


def corpora() -> list[str]:
    """Return the names of the corpora that have a recipe."""
    return place.names(Recipe)


def corpus_called(word: str) -> str | None:
    """Return the name of the corpus that a word names, or that papers call so; None without one."""
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
    match = _LABEL.match(load(place.find(name, Recipe), Recipe).title)
    return match["label"] if match else name


def corpus_label(name: str) -> str:
    """Return how papers call a corpus: as its title begins, if its name or paper says the same.

    A title that begins with the name in other case, as `WMT23 metrics task`, gives that form.
    """
    recipe = load(place.find(name, Recipe), Recipe)
    paper = _CITATION.fullmatch(" ".join(recipe.citation.split()))
    label = _LABEL.match(recipe.title)
    if label is None:
        first = recipe.title.split()[0].rstrip(",:")
        return first if _letters(first) == _letters(name) else name
    known = {_letters(name), _letters(paper["title"].partition(":")[0]) if paper else ""}
    return label["label"] if _letters(label["label"]) in known else name


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def corpus_entry(name: str) -> Publication:
    """Return the entry of a corpus; its key is `corpus-` and the name of the recipe.

    The paper is that of the bibliography where it has one of this title, which names all authors.
    """
    recipe = load(place.find(name, Recipe), Recipe)
    citation = " ".join(recipe.citation.split())
    match = _CITATION.fullmatch(citation)
    if not match:
        return Publication(f"{PREFIX}{name}", {"title": f"{{{recipe.title}}}", "note": citation})
    if (known := _paper(match["title"])) is not None:
        return Publication(f"{PREFIX}{name}", known.fields)
    fields = {
        "author": _authors(match["authors"]),
        "title": f"{{{match['title']}}}",
        "year": match["year"],
    }
    fields |= {"note": match["rest"]} if match["rest"] else {}
    if paper := _ARXIV.search(citation):
        fields["url"] = f"https://arxiv.org/abs/{paper['id']}"
    return Publication(f"{PREFIX}{name}", fields)


def _paper(title: str) -> Publication | None:
    """Return the entry of a paper by its title, or by its title without what follows a colon."""
    wanted, papers = _compared(title), _papers()
    longer = [key for key in papers if key.startswith(f"{wanted}:")]
    return papers.get(wanted) or (papers[longer[0]] if len(longer) == 1 else None)


@cache
def _papers() -> dict[str, Publication]:
    """Return the entries of the bibliography by title."""
    book = bibliography()
    entries = map(book.entry, book.entries)
    return {_compared(entry.fields["title"]): entry for entry in entries}


def _compared(title: str) -> str:
    return plain(title).casefold().rstrip(".")


def _authors(text: str) -> str:
    """Return families as authors in BibTeX, with `et al.` as `others`."""
    named = text.removesuffix(" et al.")
    families = [f"{{{family}}}" if " " in family else family for family in named.split(", ")]
    return " and ".join([*families, *(["others"] if named != text else [])])
