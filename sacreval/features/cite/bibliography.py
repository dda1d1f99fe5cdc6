"""The bibliography: entries, and which of them a metric, a library or a method has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("bibliography.yaml")
OF_FEATURES = "*/citations.yaml"
"""Files of the same form, with the methods of a feature and the papers that it alone has."""
_OTHERS = "others"
_NAMED = 2  # authors that a short form names


@dataclass(frozen=True)
class Entry:
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

    def entry(self, key: str) -> Entry:
        """Return the entry of a key."""
        return Entry(key, {name: str(text) for name, text in self.entries[key].items()})

    def of_method(self, name: str) -> list[str]:
        """Return the keys of a method, or of the one that its name begins with."""
        known = [one for one in self.methods if name == one or name.startswith(f"{one}-")]
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
    family, _, given = name.partition(", ")
    return f"{given} {family}".strip()
