"""Notices about values that a metric reads as another type: numbers as texts, texts as lists."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sacreval.core.contract.read_values import SEVERAL, read_batch
from sacreval.core.contract.several_answers import UnreadSamples, each_answer
from sacreval.errors import shortened

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance

_SHOWN = 40  # characters of an example


class _Way(Struct, frozen=True):
    """A field, and how its values were read."""

    name: str
    how: str


class ReadWatch:
    """Passes records to the watch of a metric as the metric reads them, and counts what it changed.

    Args:
        metric: The metric.
    """

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._inner = metric.watch()
        self._unread = UnreadSamples(metric)
        self._counts: Counter[_Way] = Counter()
        self._examples: dict[_Way, str] = {}

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        self._unread.add(batch)
        batch = each_answer(self._metric, batch)
        read = read_batch(self._metric, batch)
        if self._inner is not None:
            self._inner.add(read.batch)
        if read.batch is batch:
            return
        before = (record for i, record in enumerate(batch) if i not in read.unreadable)
        for record, after in zip(before, read.batch, strict=True):
            self._compare(record, after)

    def notices(self) -> list[str]:
        """Return the notices of the metric, then what was read as another type."""
        inner = self._inner.notices() if self._inner is not None else []
        read = [*inner, *self._unread.notices()]
        return [*read, *(self._sentence(way, count) for way, count in self._counts.items())]

    def noticed(self) -> dict[str, int]:
        """Return what the watch of the metric has counted; see `noticed_by`."""
        if self._inner is None:
            return {}
        from sacreval.core.contract.watches import noticed_by

        return noticed_by(self._inner)

    def _compare(self, before: Instance, after: Instance) -> None:
        for name in (self._metric.judges, *self._metric.needs):
            old, new = getattr(before, name), getattr(after, name)
            if old is new:
                continue
            pairs = zip(old, new, strict=True) if name in SEVERAL else [(old, new)]
            for a, b in pairs:
                if how := _how(a, b):
                    self._counts[_Way(name, how)] += 1
                    self._examples.setdefault(_Way(name, how), shortened(str(b), _SHOWN))

    def _sentence(self, way: _Way, count: int) -> str:
        example = self._examples[way]
        if way.how == "text":
            what = "a number, true or false, and read as its JSON text"
            return f"{self._metric.name}: {count} of `{way.name}` {_is(count)} {what}, {example}"
        what = "no list, and read as a list of one"
        option = "--extract-references" if way.name == "references" else "--extract"
        return (
            f"{self._metric.name}: {count} of `{way.name}` {_is(count)} {what}, {example}; split "
            f"texts with {option} list:SEPARATOR"
        )


def _how(before: Any, after: Any) -> str:
    """Return which reading the user should know of; "" for others."""
    if isinstance(after, str) and isinstance(before, bool | int | float):
        return "text"
    return "list" if isinstance(after, list) and after == [before] else ""


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
