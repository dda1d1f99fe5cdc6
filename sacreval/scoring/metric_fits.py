"""Whether records have what each metric needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sacreval.core.field_types import ANYTHING, Kind
from sacreval.core.metric import Metric, metrics
from sacreval.core.record_check import Fit
from sacreval.core.records import Batch
from sacreval.errors import SacrevalError
from sacreval.scoring.field_checks import brief


class Wrong(NamedTuple):
    """A field that records lack, or have another kind of value in.

    Args:
        place: File and line of the first.
        value: Its value; None if it has none.
        n: Number of records.
    """

    place: str
    value: object
    n: int


@dataclass
class Candidate:
    """A metric, and what it does not accept so far.

    Args:
        cls: The metric.
        metric: The metric with its default options; None if it cannot be made on this machine.
        fault: What it says about the first record that it refuses for another reason than the type
            of a field, with its place.
        refused: Number of such records.
    """

    cls: type[Metric]
    metric: Metric | None
    fault: str = ""
    refused: int = 0

    @property
    def fields(self) -> list[tuple[str, Kind]]:
        """The fields that it needs, with their types."""
        kinds, read = self.cls.kinds, (self.cls.judges, *self.cls.needs)
        return [(name, kinds.get(name, ANYTHING)) for name in read]


@dataclass
class MetricFits:
    """Checks of records for every metric; a field of one type is checked once for all of them."""

    candidates: dict[str, Candidate] = field(default_factory=lambda: dict(_candidates()))
    wrong: dict[tuple[str, Kind], Wrong] = field(default_factory=dict)

    def add(self, batch: Batch) -> None:
        """Check records; those without an output are left out."""
        answered = batch.answered
        if not answered:
            return
        wanted = dict.fromkeys(pair for one in self.candidates.values() for pair in one.fields)
        bad = {pair: found for pair in wanted if (found := _wrong(answered, *pair))}
        for pair, found in bad.items():
            before = self.wrong.get(pair)
            self.wrong[pair] = found if before is None else before._replace(n=before.n + found.n)
        for one in self.candidates.values():
            if not any(pair in self.wrong for pair in one.fields):
                _add_faults(one, answered)

    def fits(self) -> list[Fit]:
        """Return whether each metric can score the records, by name."""
        return [self._fit(name, one) for name, one in sorted(self.candidates.items())]

    def _fit(self, name: str, one: Candidate) -> Fit:
        lacking = next((pair for pair in one.fields if pair in self.wrong), None)
        why, n = one.fault, one.refused
        if lacking is not None:
            found = self.wrong[lacking]
            why, n = f"{found.place}: {_lack(found.value, *lacking)}", found.n
        return Fit(
            metric=name, fits=not why, why_not=why, wrong=n, runs_here=one.metric is not None
        )


def _lack(value: object, name: str, kind: Kind) -> str:
    if value is None or value == []:
        return f"no `{name}`"
    return f"`{name}` is {brief(value)}, not {kind.description}"


def _candidates() -> Sequence[tuple[str, Candidate]]:
    return [(name, Candidate(cls, _made(cls))) for name, cls in metrics.importable()]


def _made(cls: type[Metric]) -> Metric | None:
    try:
        return cls()
    except (SacrevalError, TypeError):  # it is not set up, or has an option without default
        return None


def _wrong(batch: Batch, name: str, kind: Kind) -> Wrong | None:
    column = batch.column(name)
    if (i := kind.fault(column)) is None:
        return None
    n = sum(not kind.accepts(value) for value in column[i:])
    return Wrong(batch.where(i), column[i], n)


def _add_faults(one: Candidate, batch: Batch) -> None:
    if one.metric is None or type(one.metric).fault is Metric.fault:
        return
    for i, instance in enumerate(batch):
        if sentence := one.metric.fault(instance):
            one.fault = one.fault or f"{batch.where(i)}: {sentence}"
            one.refused += 1
