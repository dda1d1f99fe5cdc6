"""Entries as BibTeX."""

from __future__ import annotations

import re

from sacreval.features.cite.bibliography import Entry

ADDRESSES = ("url", "doi")
_SPECIAL = re.compile(r"(?<!\\)([&%#_$])")


def bibtex(entry: Entry) -> str:
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
