"""Texts and marks of records, within the size limits of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from sacreval.core.records import Instance
from sacreval.features.page.content import Content
from sacreval.features.page.records.highlights import (
    SEVERITIES,
    Highlight,
    MarkedText,
    error_marks,
    highlight,
    markable,
)
from sacreval.features.page.records.views import OutputMarks
from sacreval.scoring.entries.run_metrics import Entry

CHARACTERS = 6_000_000  # of texts in the page
MARKED = 250_000  # characters of predictions and references per kind of mark


class RecordKind(NamedTuple):
    """A kind of marks of one metric; several outputs may share it.

    Args:
        entry: The metric.
        view: The view that defines the marks.
    """

    entry: Entry
    view: OutputMarks

    @property
    def key(self) -> tuple[str, str]:
        """A unique key of the kind."""
        return self.entry.name, self.view.label

    @property
    def described(self) -> dict[str, Any]:
        """What the script knows of the kind."""
        orders = self.view.orders
        top = orders[-1] if len(orders) > 1 else 1
        return {"kind": self.view.kind, "label": self.view.label, "top": top}


class ErrorKind(NamedTuple):
    """The error spans of a metric, which its scores of records have; its outputs share them.

    Args:
        metric: The name of the metric in the run.
    """

    metric: str

    @property
    def key(self) -> tuple[str, str]:
        """A unique key of the kind."""
        return self.metric, "errors"

    @property
    def described(self) -> dict[str, Any]:
        """What the script knows of the kind."""
        return {"kind": "errors", "label": "errors by severity", "levels": list(SEVERITIES)}


class _Place(NamedTuple):
    """A record with the indices of its instance and system."""

    instance: int
    system: int
    record: Instance


def choose(content: Content, order: Iterable[int]) -> tuple[list[int], list[str]]:
    """Choose the instances whose texts go into the page."""
    chosen, room, there = [], CHARACTERS, 0
    for i in order:
        records = records_of(content, i)
        cost = len(repr([(r.prediction, _context(r)) for r in records if r is not None]))
        there += any(records)
        if any(records) and cost <= room:
            room -= cost
            chosen.append(i)
    if len(chosen) == there:
        return chosen, []
    notice = (
        f"the texts of {len(chosen):,} of {there:,} records are in this page, those with the worst "
        f"and best scores, up to {CHARACTERS:,} characters"
    )
    return chosen, [notice]


def text(content: Content, i: int) -> list[Any]:
    """Return the texts of an instance for the script.

    Returns:
        The distinct contexts, each (references, sources, input); the index of the context of each
        system; the predictions by system; and the groups.
    """
    records = records_of(content, i)
    known = [record for record in records if record is not None]
    contexts: list[Any] = []
    of: list[int | None] = []
    for record in records:
        context = None if record is None else _context(record)
        if context is not None and context not in contexts:
            contexts.append(context)
        of.append(None if context is None else contexts.index(context))
    return [
        contexts,
        of,
        [None if record is None else _as_text(record.prediction) for record in records],
        {name: str(value) for name, value in sorted((known[0].groups or {}).items())},
    ]


def marks(
    content: Content, kinds: Iterable[RecordKind | ErrorKind], instances: Sequence[int]
) -> tuple[list[dict[str, dict[str, Any]]], list[str]]:
    """Compute the marks of all records that can be marked.

    Args:
        content: The data of the page.
        kinds: Kinds of marks.
        instances: Indices of instances whose texts are in the page, the most important first.

    Returns:
        For each kind, instance to system to its marks; and sentences about what was left out.
    """
    shown = [
        _Place(i, j, record)
        for i in instances
        for j, record in enumerate(records_of(content, i))
        if record is not None
    ]
    places = [place for place in shown if markable(place.record)]
    work = accumulate(_length(place.record) for place in places)
    kept = [place for place, length in zip(places, work, strict=True) if length <= MARKED]
    listed = list(kinds)
    marked = [
        _marked(kind, kept) if isinstance(kind, RecordKind) else _errors(content, kind, shown)
        for kind in listed
    ]
    notice = (
        f"matches are marked in {len(kept):,} of {len(places):,} predictions, the worst and best"
    )
    matched = any(isinstance(kind, RecordKind) for kind in listed)
    return marked, [notice] if matched and len(kept) < len(places) else []


def _errors(
    content: Content, kind: ErrorKind, places: Sequence[_Place]
) -> dict[str, dict[str, Any]]:
    """Return the marks of the outputs whose error spans are known."""
    columns: dict[str, dict[str, Any]] = {}
    for place in places:
        system = content.recorded[place.system]
        scored = content.records[system].get(content.instances[place.instance])
        spans = (scored.error_spans or {}).get(kind.metric) if scored is not None else None
        marked = None if spans is None else error_marks(place.record.prediction, spans)
        if marked is not None:
            columns.setdefault(str(place.instance), {})[str(place.system)] = [[0, marked], {}]
    return columns


def _marked(kind: RecordKind, places: Sequence[_Place]) -> dict[str, dict[str, Any]]:
    highlights = highlight(kind.entry.metric, kind.view, [place.record for place in places])
    columns: dict[str, dict[str, Any]] = {}
    for place, marked in zip(places, highlights, strict=True):
        columns.setdefault(str(place.instance), {})[str(place.system)] = _plain(marked)
    return columns


def records_of(content: Content, i: int) -> list[Instance | None]:
    """Return the record of each system that has scores of records."""
    name = content.instances[i]
    return [content.texts.get(system, {}).get(name) for system in content.recorded]


def _context(record: Instance) -> list[Any]:
    references = [
        reference if isinstance(reference, str) else _as_text(reference)
        for reference in record.references or []
    ]
    return [references, record.sources or [], record.input]


def _as_text(value: Any) -> str | None:
    import msgspec

    return value if value is None or isinstance(value, str) else msgspec.json.encode(value).decode()


def _length(record: Instance) -> int:
    return sum(map(len, [str(record.prediction), *(record.references or ())]))


def _plain(highlight: Highlight) -> list[Any]:
    return [
        _plain_text(highlight.prediction),
        {str(i): _plain_text(marked) for i, marked in highlight.references.items() if marked.marks},
    ]


def _plain_text(marked: MarkedText) -> list[Any]:
    return list(marked) if marked.shown is not None else [0, marked.marks]
