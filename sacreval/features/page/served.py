"""A report that is too large for one file: a page, and what its script asks for, as JSON."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from sacreval.features.page.content import Content
from sacreval.features.page.page import served_page
from sacreval.features.page.records.page_data import (
    base_of,
    columns_of,
    described,
    errors_of,
    kind_of,
)
from sacreval.features.page.records.record_texts import (
    ErrorKind,
    RecordKind,
    marks,
    records_of,
    text,
)

ASKED = 100  # records at once; the script asks for those of one page, which are fewer


class ServedReport:
    """Answers the page of a report.

    Args:
        content: The data of the page, of any size.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._outputs = content.scored
        self._kinds = {name: kind_of(content, name) for name in self._outputs}

    @cached_property
    def page(self) -> bytes:
        """The page, without scores and texts of single records."""
        return served_page(self._content, self._data()).text.encode("utf-8", "backslashreplace")

    def answer(self, path: str) -> bytes | None:
        """Return the answer to a request as JSON; None if there is none.

        Args:
            path: `scores/K` for the scores of an output, `records/I,J` for texts and marks of
                records, `find/TEXT` for the records with a text, percent-encoded.
        """
        kind, _, rest = path.partition("/")
        asked = {"scores": self._scores, "records": self._records, "find": self._find}.get(kind)
        found = asked(rest) if asked else None
        if found is None:
            return None
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "backslashreplace"
        )

    def _data(self) -> dict[str, Any]:
        """Return what the script knows before it asks."""
        content, keys = self._content, list(self._by_key)
        return {
            "served": True,
            "readable": bool(content.texts),
            "systems": content.recorded,
            "base": base_of(content),
            "ids": list(content.instances),
            "outputs": [described(content, name, kind, keys) for name, kind in self._kinds.items()],
            "scores": [None] * len(self._outputs),
            "errors": errors_of(content),
            "texts": {},
            "marks": [{} for _ in keys],
        }

    @property
    def _by_key(self) -> dict[tuple[str, str], RecordKind | ErrorKind]:
        return {kind.key: kind for kind in self._kinds.values() if kind is not None}

    def _scores(self, place: str) -> Any:
        found = _places(place, len(self._outputs))
        return columns_of(self._content, self._outputs[found[0]]) if len(found) == 1 else None

    def _records(self, places: str) -> Any:
        """Return texts and marks of some records; null for one without texts."""
        wanted = _places(places, len(self._content.instances))
        if not 0 < len(wanted) <= ASKED:
            return None
        there = [i for i in wanted if any(records_of(self._content, i))]
        texts = {str(i): text(self._content, i) if i in there else None for i in wanted}
        marked, _ = marks(self._content, self._by_key.values(), there)
        return {"texts": texts, "marks": marked}

    def _find(self, asked: str) -> list[int]:
        """List the records with a text in their name, texts or groups, in any case."""
        query = unquote(asked).lower()
        return [i for i in range(len(self._content.instances)) if query in self._haystack(i)]

    def _haystack(self, i: int) -> str:
        parts = [self._content.instances[i]]
        if any(records_of(self._content, i)):
            contexts, _, predictions, groups = text(self._content, i)
            parts += _texts([contexts, predictions, list(groups.values())])
        return "\n".join(parts).lower()


def _places(text_: str, n: int) -> list[int]:
    """Read indices below n, separated by commas; none if one of them is wrong."""
    parts = text_.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < ASKED for part in parts):
        return []
    found = [int(part) for part in parts]
    return found if max(found) < n else []


def _texts(value: Any) -> list[str]:
    """List the texts in nested lists."""
    if isinstance(value, list):
        return [one for part in value for one in _texts(part)]
    return [value] if isinstance(value, str) and value else []
