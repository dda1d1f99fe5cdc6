"""The data that a page contains for its script: scores and texts of records, as columns.

The page contains at most `NUMBERS` scores, and texts and marks up to other limits, those of the
worst and best records first. It lists what was left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sacreval.core.records import Scored
from sacreval.report.html.content import Content
from sacreval.report.html.record_texts import RecordKind, choose, marks, text
from sacreval.report.html.views import views
from sacreval.report.results import digits

_SIGNIFICANT = 6


@dataclass(frozen=True)
class PageData:
    """The data of the script, and what was left out.

    Args:
        data: Plain values that can be written as JSON.
        notices: Sentences about what was left out.
    """

    data: dict[str, Any]
    notices: list[str]


def page_data(content: Content) -> PageData:
    """Return the data of the script."""
    outputs, left = _outputs(content)
    found = {output: _kind(content, output) for output in outputs}
    kinds = {kind.key: kind for kind in found.values() if kind is not None}
    columns = {output: _columns(content, output) for output in outputs}
    chosen, unread = choose(content, _by_interest(content, columns))
    marked, unmarked = marks(content, kinds.values(), chosen)
    base = content.comparisons[0].base if content.comparisons else None
    data = {
        "systems": content.recorded,
        "base": content.recorded.index(base) if base in content.recorded else None,
        "ids": list(content.instances),
        "outputs": [_output(content, name, kind, list(kinds)) for name, kind in found.items()],
        "scores": list(columns.values()),
        "errors": _errors(content),
        "texts": {str(i): text(content, i) for i in chosen},
        "marks": marked,
    }
    return PageData(data, [*left, *unread, *unmarked])


def _outputs(content: Content) -> tuple[list[str], list[str]]:
    """Choose the outputs whose scores of records go into the page."""
    known = {name for of in content.records.values() for one in of.values() for name in one.scores}
    listed = content.listed
    left = [output for output in content.chief_first if output in known and output not in listed]
    notice = (
        f"{len(content.instances):,} records of {len(content.recorded):,} systems leave room in "
        f"the page for {len(listed)} numbers each; without {', '.join(left)}"
    )
    return listed, [notice] if left else []


def _kind(content: Content, output: str) -> RecordKind | None:
    for made in content.made:
        for name, view in views(made.metric).items():
            if made.full(name) == output:
                return RecordKind(made, view)
    return None


def _output(
    content: Content, output: str, kind: RecordKind | None, keys: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    results = [result for result in content.overall if result.output == output]
    described: dict[str, Any] = {
        "name": content.shown(output),
        "up": results[0].higher_is_better,
        "digits": digits(results),
        "marks": None,
    }
    if kind is not None:
        orders = kind.view.orders
        described |= {
            "marks": keys.index(kind.key),
            "kind": kind.view.kind,
            "label": kind.view.label,
            "top": orders[-1] if len(orders) > 1 else 1,
        }
    return described


def _columns(content: Content, output: str) -> list[list[float | None]]:
    """Return the scores of each system, in the order of the instances."""
    return [
        [_score(content.records[system].get(name), output) for name in content.instances]
        for system in content.recorded
    ]


def _score(scored: Scored | None, output: str) -> float | None:
    value = None if scored is None else scored.scores.get(output)
    if value is None:
        return None
    rounded = float(f"{value:.{_SIGNIFICANT}g}")
    return int(rounded) if rounded.is_integer() else rounded


def _errors(content: Content) -> dict[str, dict[str, str]]:
    """Return errors by index of the instance, then by index of the system."""
    places = {name: str(i) for i, name in enumerate(content.instances)}
    found: dict[str, dict[str, str]] = {}
    for j, system in enumerate(content.recorded):
        for name, scored in content.records[system].items():
            if scored.error:
                found.setdefault(places[name], {})[str(j)] = scored.error
    return dict(sorted(found.items()))


def _by_interest(
    content: Content, columns: Mapping[str, Sequence[Sequence[float | None]]]
) -> list[int]:
    """Sort instances by interest: the worst, the best, the next worst, ... of each score column."""
    better = {result.output: result.higher_is_better for result in content.overall}
    queues = []
    for output, of_systems in columns.items():
        sign = -1 if better[output] is False else 1
        for column in of_systems:
            known = [(sign * x, i) for i, x in enumerate(column) if x is not None]
            queues.append([i for _, i in sorted(known)])
    return list(dict.fromkeys([*_from_both_ends(queues), *range(len(content.instances))]))


def _from_both_ends(queues: Sequence[Sequence[int]]) -> Iterator[int]:
    for k in range(max(map(len, queues), default=0)):
        for queue in queues:
            if k < len(queue):
                yield queue[k // 2] if k % 2 == 0 else queue[-1 - k // 2]
