"""The texts of the records that changed most since the baseline, then and now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sacreval.features.compare.result import Comparison
from sacreval.features.page.content import Content
from sacreval.features.page.elements import Node, element
from sacreval.features.page.links import RecordLinks
from sacreval.features.page.parts import heading, row, table

CHARACTERS = 1000  # of a text


class _Changed(NamedTuple):
    """A record of a system."""

    system: str
    name: str


def changed_texts(content: Content) -> Node | None:
    """Create a table of the records with the largest gains and losses by main outputs.

    Args:
        content: The data of the page.

    Returns:
        The table; None where the texts of the baseline, or such records, are not known.
    """
    if not content.texts_before:
        return None
    found: dict[_Changed, list[str]] = {}
    for one in content.changes:
        if one.output in content.mains:
            for record, said in _changes(one, content):
                found.setdefault(record, []).append(said)
    rows = [
        row(
            _link(record, content),
            element("td", None, record.system),
            element("td", None, [element("p", None, one) for one in said]),
            _text(_before(content, record)),
            _text(content.texts.get(record.system, {}).get(record.name)),
        )
        for record, said in found.items()
    ]
    head = [heading(name) for name in ("record", "system", "scores", "output then", "output now")]
    caption = "Outputs of the records that gained and lost most, then and now"
    return table(caption, head, rows, **{"class": "extremes"}) if rows else None


def _changes(one: Comparison, content: Content) -> Iterator[tuple[_Changed, str]]:
    for change in (*one.drops, *one.gains):
        said = f"{content.shown(one.output)}: {change.base:.4g} to {change.other:.4g}"
        yield _Changed(one.other, change.instance_id), said


def _link(record: _Changed, content: Content) -> Node:
    return element(
        "td", None, RecordLinks(content, content.mains[0]).to(record.name, record.system)
    )


def _before(content: Content, record: _Changed) -> Any:
    """Return the record of the same system in the baseline, or of the only one there and here."""
    there = content.texts_before
    alone = len(there) == 1 and len(content.systems) == 1
    own = there.get(record.system) or (next(iter(there.values())) if alone else {})
    return own.get(record.name)


def _text(record: Any) -> Node:
    if record is None:
        return element("td", {"class": "note"}, "not given")
    text = record.prediction if isinstance(record.prediction, str) else _as_json(record.prediction)
    short = text if len(text) <= CHARACTERS else f"{text[:CHARACTERS]}…"
    return element("td", None, element("p", {"dir": "auto"}, short))


def _as_json(value: Any) -> str:
    import msgspec

    return "" if value is None else msgspec.json.encode(value).decode()
