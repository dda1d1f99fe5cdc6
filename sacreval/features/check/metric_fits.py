"""Whether records have what each metric needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sacreval.core.contract.several_answers import class_scores_each
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.field_types import ANYTHING, Kind
from sacreval.core.records import Batch, Instance
from sacreval.errors import SacrevalError
from sacreval.features.check.result import Fit
from sacreval.scoring.inputs.wrong_values import brief


class Reading(NamedTuple):
    """What decides which human texts (type `reference`) a metric leaves out.

    Args:
        judges: The field with the output.
        compares: Whether it needs references.
        each: Whether it scores each of several answers of a record.
    """

    judges: str
    compares: bool
    each: bool = False

    def has_nothing(self, instance: Instance) -> bool:
        """Return whether a run leaves a record out: a human text alone, or without an output."""
        if instance.system_type != "reference":
            return False
        alone = self.compares and not instance.references
        return alone or getattr(instance, self.judges) is None


Need = tuple[Reading, str, Kind]
"""A field of one type that metrics need, with the records that they read."""


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
    def reading(self) -> Reading:
        """What decides which human texts it leaves out."""
        each = class_scores_each(self.cls)
        return Reading(self.cls.judges, "references" in self.cls.needs, each)

    @property
    def fields(self) -> list[Need]:
        """The fields that it needs, with their types."""
        kinds, read = self.cls.kinds, (self.cls.judges, *self.cls.needs)
        return [(self.reading, name, kinds.get(name, ANYTHING)) for name in read]


@dataclass
class Taken:
    """How many records metrics of one reading take.

    Args:
        taken: Number of records.
        left_out: Number of human texts that are left out.
        first: File and line of the first of these.
    """

    taken: int = 0
    left_out: int = 0
    first: str = ""

    def of(self, batch: Batch, reading: Reading) -> Batch:
        """Return the records of a batch that metrics take, and count all."""
        if "reference" not in batch.column("system_type"):
            self.taken += len(batch)
            return batch
        out = [reading.has_nothing(instance) for instance in batch]
        if any(out):
            self.first = self.first or batch.where(out.index(True))
        self.left_out += sum(out)
        self.taken += len(out) - sum(out)
        return batch.select([i for i, left in enumerate(out) if not left])


@dataclass
class MetricFits:
    """Checks of records for every metric; a field of one type is checked once for all of them."""

    candidates: dict[str, Candidate] = field(default_factory=lambda: dict(_candidates()))
    wrong: dict[Need, Wrong] = field(default_factory=dict)
    taken: dict[Reading, Taken] = field(default_factory=dict)

    def add(self, batch: Batch) -> None:
        """Check records; those without an output are left out."""
        answered = batch.answered
        if not answered:
            return
        readings = dict.fromkeys(one.reading for one in self.candidates.values())
        read = {x: _seen(self.taken.setdefault(x, Taken()), answered, x) for x in readings}
        wanted = dict.fromkeys(need for one in self.candidates.values() for need in one.fields)
        for need in wanted:
            reading, name, kind = need
            if found := _wrong(read[reading], name, kind):
                n = self.wrong[need].n if need in self.wrong else 0
                self.wrong[need] = self.wrong.get(need, found)._replace(n=n + found.n)
        for one in self.candidates.values():
            if not any(need in self.wrong for need in one.fields):
                _add_faults(one, read[one.reading])

    def fits(self) -> list[Fit]:
        """Return whether each metric can score the records, by name."""
        return [self._fit(name, one) for name, one in sorted(self.candidates.items())]

    def _fit(self, name: str, one: Candidate) -> Fit:
        lacking = next((need for need in one.fields if need in self.wrong), None)
        why, n = one.fault, one.refused
        records = self.taken.get(one.reading, Taken())
        if lacking is not None:
            found = self.wrong[lacking]
            why, n = f"{found.place}: {_lack(found.value, *lacking[1:])}", found.n
        elif records.left_out and not records.taken:
            lacks = "references" if one.reading.compares else one.reading.judges
            why, n = f"{records.first}: no `{lacks}`", records.left_out
        return Fit(
            metric=name,
            fits=not why,
            why_not=why,
            wrong=n,
            runs_here=one.metric is not None,
            left_out=0 if why else records.left_out,
        )


def _seen(taken: Taken, batch: Batch, reading: Reading) -> Batch:
    """Count the records that metrics take, and return these, or the answers that they score."""
    found = taken.of(batch, reading)
    return found.answers.batch if reading.each and found.answers is not None else found


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
