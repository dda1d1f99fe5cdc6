"""Embedding: scores and texts of records as the columns that the page's script reads.

All scores are in the page as far as `NUMBERS` allows, texts as far as `CHARACTERS` and marks as
far as `MARKED` do: those of the worst and best records first. The page says what was left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from sacreval.records import Instance, Scored
from sacreval.report.html.content import Content, Made
from sacreval.report.html.highlights import Highlight, Marked, highlight, markable
from sacreval.report.html.views import View, views
from sacreval.report.results import digits

NUMBERS = 3_000_000  # scores; about 20 MB, which browsers read in a second
CHARACTERS = 24_000_000
MARKED = 1_000_000  # characters of predictions and references, for each kind of mark
_SIGNIFICANT = 6


@dataclass(frozen=True)
class Embedded:
    """What the script reads, and what it lacks.

    Args:
        data: Plain values, to be written as JSON.
        notices: What was left out, in words.
    """

    data: dict[str, Any]
    notices: list[str]


class _Shown(NamedTuple):
    """An output and its view, if its metric has views."""

    output: str
    made: Made | None
    view: View | None


def embed(content: Content) -> Embedded:
    """Lay out records for the script."""
    systems = [system for system in content.systems if system in content.records]
    shown, notices = _outputs(content, len(systems))
    order = _by_interest(content, systems, [one.output for one in shown])
    texts, said = _texts(content, systems, order)
    marks, unmarked = _marks(content, systems, shown, texts)
    kinds = list(dict.fromkeys(one.view.label for one in shown if one.view))
    base = content.comparisons[0].base if content.comparisons else None
    data = {
        "systems": systems,
        "base": systems.index(base) if base in systems else None,
        "ids": list(content.instances),
        "outputs": [_output(content, one, kinds) for one in shown],
        "scores": [[_column(content, system, one.output) for system in systems] for one in shown],
        "errors": _errors(content, systems),
        "texts": {str(i): _text(content, systems, i) for i in texts},
        "marks": marks,
    }
    return Embedded(data, [*notices, *said, *unmarked])


def _outputs(content: Content, systems: int) -> tuple[list[_Shown], list[str]]:
    """Choose the outputs whose scores of records go into the page."""
    known = {name for of in content.records.values() for one in of.values() for name in one.scores}
    found = [_view(content, output) for output in content.chief_first if output in known]
    room = NUMBERS // max(1, len(content.instances) * systems)
    left = [one.output for one in found[max(1, room) :]]
    said = (
        f"{len(content.instances)} records of {systems} systems leave room in the page for "
        f"{max(1, room)} numbers each; without {', '.join(left)}"
    )
    return found[: max(1, room)], [said] if left else []


def _view(content: Content, output: str) -> _Shown:
    for made in content.made:
        for name, view in views(made.metric).items():
            if made.full(name) == output:
                return _Shown(output, made, view)
    return _Shown(output, None, None)


def _output(content: Content, one: _Shown, kinds: Sequence[str]) -> dict[str, Any]:
    results = [result for result in content.overall if result.output == one.output]
    return {
        "name": one.output,
        "up": results[0].higher_is_better,
        "digits": digits(results),
        "marks": None if one.view is None else kinds.index(one.view.label),
        "kind": None if one.view is None else one.view.kind,
        "label": None if one.view is None else one.view.label,
        "top": None if one.view is None else max(one.view.orders, default=1),
    }


def _column(content: Content, system: str, output: str) -> list[float | None]:
    of_system = content.records[system]
    return [_score(of_system.get(name), output) for name in content.instances]


def _score(scored: Scored | None, output: str) -> float | None:
    value = None if scored is None else scored.scores.get(output)
    if value is None:
        return None
    rounded = float(f"{value:.{_SIGNIFICANT}g}")
    return int(rounded) if rounded.is_integer() else rounded


def _errors(content: Content, systems: Sequence[str]) -> dict[str, dict[str, str]]:
    """Give place of instance to number of system to what was wrong."""
    found: dict[str, dict[str, str]] = {}
    for i, name in enumerate(content.instances):
        for j, system in enumerate(systems):
            scored = content.records[system].get(name)
            if scored is not None and scored.error:
                found.setdefault(str(i), {})[str(j)] = scored.error
    return found


def _by_interest(content: Content, systems: Sequence[str], outputs: Sequence[str]) -> list[int]:
    """Order instances: of every output and system the worst, then the best, the next worst ..."""
    better = {result.output: result.higher_is_better for result in content.overall}
    queues = []
    for output in outputs:
        for system in systems:
            column = _column(content, system, output)
            sign = 1 if better[output] else -1
            known = [(sign * x, i) for i, x in enumerate(column) if x is not None]
            queues.append([i for _, i in sorted(known)])
    return list(dict.fromkeys([*_from_both_ends(queues), *range(len(content.instances))]))


def _from_both_ends(queues: Sequence[Sequence[int]]) -> Iterator[int]:
    for k in range(max(map(len, queues), default=0)):
        for queue in queues:
            if k < len(queue):
                yield queue[k // 2] if k % 2 == 0 else queue[-1 - k // 2]


def _texts(
    content: Content, systems: Sequence[str], order: Sequence[int]
) -> tuple[list[int], list[str]]:
    """Choose the instances whose texts go into the page."""
    chosen, room, there = [], CHARACTERS, 0
    for i in order:
        found = _instances(content, systems, i)
        if not found:
            continue
        there += 1
        room -= sum(len(str(one.prediction)) for one in found) + len(repr(_context(found)))
        if room >= 0:
            chosen.append(i)
    if len(chosen) == there:
        return chosen, []
    said = (
        f"the texts of {len(chosen):,} of {there:,} records are in this page, those with the worst "
        f"and best scores, up to {CHARACTERS:,} characters"
    )
    return chosen, [said]


def _instances(content: Content, systems: Sequence[str], i: int) -> list[Instance]:
    name = content.instances[i]
    of_systems = (content.texts.get(system, {}) for system in systems)
    return [texts[name] for texts in of_systems if name in texts]


def _context(found: Sequence[Instance]) -> list[Any]:
    first = found[0]
    return [first.references or [], first.sources or [], first.input]


def _text(content: Content, systems: Sequence[str], i: int) -> list[Any]:
    """Give references, sources, input, predictions by system, and the groups of one instance."""
    name = content.instances[i]
    found = _instances(content, systems, i)
    references, sources, prompt = _context(found)
    by_system = [content.texts.get(system, {}).get(name) for system in systems]
    return [
        [_as_text(reference) for reference in references],
        sources,
        prompt,
        [None if one is None else _as_text(one.prediction) for one in by_system],
        {name: str(value) for name, value in sorted((found[0].groups or {}).items())},
    ]


def _as_text(value: Any) -> str | None:
    import msgspec

    return value if value is None or isinstance(value, str) else msgspec.json.encode(value).decode()


def _marks(
    content: Content, systems: Sequence[str], shown: Sequence[_Shown], texts: Sequence[int]
) -> tuple[list[dict[str, dict[str, Any]]], list[str]]:
    """Highlight, for each kind of mark, what can be: instance to system to its marks."""
    found, said = [], []
    first = {one.view.label: one for one in reversed(shown) if one.view}
    for label in dict.fromkeys(one.view.label for one in shown if one.view):
        one = first[label]
        places = [
            (i, j, record)
            for i in texts
            for j, system in enumerate(systems)
            if (record := content.texts.get(system, {}).get(content.instances[i])) is not None
            and markable(record)
        ]
        work = accumulate(_length(record) for _, _, record in places)
        kept = [place for place, length in zip(places, work, strict=True) if length <= MARKED]
        if len(kept) < len(places):
            said.append(f"{label}: marked in {len(kept):,} of {len(places):,} predictions")
        if one.made is None or one.view is None:
            continue
        made = highlight(one.made.metric, one.view, [record for _, _, record in kept])
        columns: dict[str, dict[str, Any]] = {}
        for (i, j, _), marks in zip(kept, made, strict=True):
            columns.setdefault(str(i), {})[str(j)] = _plain(marks)
        found.append(columns)
    return found, said


def _length(record: Instance) -> int:
    return sum(map(len, [str(record.prediction), *(record.references or ())]))


def _plain(found: Highlight) -> list[Any]:
    return [
        _one(found.prediction),
        {str(i): _one(marked) for i, marked in found.references.items() if marked.marks},
    ]


def _one(marked: Marked) -> list[Any]:
    return list(marked) if marked.shown is not None else [0, marked.marks]
