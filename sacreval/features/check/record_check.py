"""Check of records: what they hold, which metrics can score them, and every wrong line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from sacreval.core.contract.several_answers import class_scores_each
from sacreval.core.metric import Metric, metrics
from sacreval.core.missing_outputs import kind_of
from sacreval.core.options.field_types import ANYTHING, Kind
from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import InputError, InputNotice, SacrevalError, comma_list
from sacreval.features.check.result import (
    SCHEMA_VERSION,
    FieldCount,
    Fit,
    RecordCheckFile,
    SystemCount,
)
from sacreval.io.files import STDIN
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.inputs.wrong_values import brief, remedy

NAMED = ("groups", "judgments")  # fields whose names are counted apart
_OTHERS = tuple(name for name in FIELDS if name not in {*NAMED, "system_type"})


@dataclass
class Values:
    """Values of one field so far.

    Args:
        kinds: Kind to number of records.
        empty: Number of empty values.
        sizes: Lengths of lists.
        distinct: The distinct values of a group.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    empty: int = 0
    sizes: tuple[int, int] | None = None
    distinct: set[str] = field(default_factory=set)

    def add(self, value: Any, *, is_group: bool) -> None:
        """Count one value."""
        self.kinds[kind_of_field(value)] += 1
        self.empty += is_empty(value)
        if isinstance(value, list):
            least, most = self.sizes or (len(value), len(value))
            self.sizes = min(least, len(value)), max(most, len(value))
        if is_group:
            self.distinct.add(str(value))


@dataclass
class FieldValues:
    """Values of all fields so far."""

    fields: dict[str, Values] = field(default_factory=dict)

    def add(self, instance: Instance) -> None:
        """Count the fields of a record."""
        for name, value in _values(instance):
            values = self.fields.get(name)
            if values is None:
                values = self.fields[name] = Values()
            values.add(value, is_group=name.startswith("groups."))

    def counts(self) -> list[FieldCount]:
        """Return the counts in the order of the record's fields, then by name."""
        order = {name: i for i, name in enumerate(FIELDS)}
        names = sorted(self.fields, key=lambda name: (order[name.partition(".")[0]], name))
        return [_count(name, self.fields[name]) for name in names]


def _values(instance: Instance) -> Iterator[tuple[str, Any]]:
    for name in _OTHERS:
        if (value := getattr(instance, name)) is not None:
            yield name, value
    for head in NAMED:
        for name, value in (getattr(instance, head) or {}).items():
            yield f"{head}.{name}", value


def _count(name: str, values: Values) -> FieldCount:
    return FieldCount(
        field=name,
        n=values.kinds.total(),
        empty=values.empty,
        kinds=dict(values.kinds.most_common()),
        least=values.sizes and values.sizes[0],
        most=values.sizes and values.sizes[1],
        distinct=len(values.distinct) if name.startswith("groups.") else None,
    )


def kind_of_field(value: Any) -> str:
    """Return the kind of a JSON value, such as `text`, `number` or `list of texts`."""
    if isinstance(value, list):
        inner = sorted({_single(member) for member in value})
        return f"list of {' and '.join(f'{kind}s' for kind in inner)}" if inner else "empty list"
    return _single(value)


def _single(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "text"
        case int() | float():
            return "number"
        case list():
            return "list"
    return "object"


def is_empty(value: Any) -> bool:
    """Return whether a value is a blank text, an empty list or an empty object."""
    if isinstance(value, str):
        return not value.strip()
    return isinstance(value, list | Mapping) and not value


class TextUse(NamedTuple):
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


Need = tuple[TextUse, str, Kind]
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
class CandidateMetric:
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
    def reading(self) -> TextUse:
        """What decides which human texts it leaves out."""
        each = class_scores_each(self.cls)
        return TextUse(self.cls.judges, "references" in self.cls.needs, each)

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

    def of(self, batch: Batch, reading: TextUse) -> Batch:
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

    candidates: dict[str, CandidateMetric] = field(default_factory=lambda: dict(_candidates()))
    wrong: dict[Need, Wrong] = field(default_factory=dict)
    taken: dict[TextUse, Taken] = field(default_factory=dict)

    def add(self, batch: Batch) -> None:
        """Check records; those without an output are left out."""
        answered = batch.answered
        if not answered:
            return
        readings = dict.fromkeys(c.reading for c in self.candidates.values())
        read = {x: _seen(self.taken.setdefault(x, Taken()), answered, x) for x in readings}
        wanted = dict.fromkeys(need for c in self.candidates.values() for need in c.fields)
        for need in wanted:
            reading, name, kind = need
            if wrong := _wrong(read[reading], name, kind):
                n = self.wrong[need].n if need in self.wrong else 0
                self.wrong[need] = self.wrong.get(need, wrong)._replace(n=n + wrong.n)
        for candidate in self.candidates.values():
            if not any(need in self.wrong for need in candidate.fields):
                _add_faults(candidate, read[candidate.reading])

    def fits(self) -> list[Fit]:
        """Return whether each metric can score the records, by name."""
        return [self._fit(name, candidate) for name, candidate in sorted(self.candidates.items())]

    def _fit(self, name: str, candidate: CandidateMetric) -> Fit:
        lacking = next((need for need in candidate.fields if need in self.wrong), None)
        why, n = candidate.fault, candidate.refused
        records = self.taken.get(candidate.reading, Taken())
        if lacking is not None:
            wrong = self.wrong[lacking]
            why, n = f"{wrong.place}: {_lack(wrong.value, *lacking[1:])}", wrong.n
        elif records.left_out and not records.taken:
            lacks = "references" if candidate.reading.compares else candidate.reading.judges
            why, n = f"{records.first}: no `{lacks}`", records.left_out
        return Fit(
            metric=name,
            fits=not why,
            why_not=why,
            wrong=n,
            runs_here=candidate.metric is not None,
            left_out=0 if why else records.left_out,
        )


def _seen(taken: Taken, batch: Batch, reading: TextUse) -> Batch:
    """Count the records that metrics take, and return these, or the answers that they score."""
    records = taken.of(batch, reading)
    return records.answers.batch if reading.each and records.answers is not None else records


def _lack(value: object, name: str, kind: Kind) -> str:
    if value is None or value == []:
        return f"no `{name}`"
    return f"`{name}` is {brief(value)}, not {kind.description}"


def _candidates() -> Sequence[tuple[str, CandidateMetric]]:
    return [(name, CandidateMetric(cls, _with_defaults(cls))) for name, cls in metrics.importable()]


def _with_defaults(cls: type[Metric]) -> Metric | None:
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


def _add_faults(candidate: CandidateMetric, batch: Batch) -> None:
    if candidate.metric is None or type(candidate.metric).fault is Metric.fault:
        return
    for i, instance in enumerate(batch):
        if sentence := candidate.metric.fault(instance):
            candidate.fault = candidate.fault or f"{batch.where(i)}: {sentence}"
            candidate.refused += 1


MOST = 20  # different sentences on wrong lines that are listed
_LINES = 12  # further lines that a sentence names
_PLACE = re.compile(r"(.*?):([0-9]+): (.*)", re.DOTALL)


class WrongRecordsError(InputError):
    """Records that cannot be read.

    Args:
        message: The sentence.
        faults: What is wrong with the first of them, each with file and line.
    """

    def __init__(self, message: str, faults: list[str]) -> None:
        super().__init__(message)
        self.faults = faults


@dataclass
class _Records:
    """Ids and systems of the records so far.

    Args:
        places: System and instance to file and line.
        systems: System and type to number of records, and of those without an output.
        missing: Kind of error to number of records.
        repeated: A sentence for each record whose system had its instance already; the first says
            what to do.
    """

    places: dict[tuple[str, str], str] = field(default_factory=dict)
    systems: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    missing: Counter[str] = field(default_factory=Counter)
    repeated: list[str] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        """Count the records of a batch."""
        systems, names = batch.system_ids, batch.instance_ids
        for i, instance in enumerate(batch):
            first = self.places.setdefault((systems[i], names[i]), batch.where(i))
            if first != batch.where(i):
                how = "" if self.repeated else f"; {remedy(instance, batch.where(i), first)}"
                self.repeated.append(
                    f"{batch.where(i)}: system '{systems[i]}' has instance '{names[i]}' already, "
                    f"at {first}{how}"
                )
            counts = self.systems.setdefault((systems[i], instance.system_type), [0, 0])
            counts[0] += 1
            if instance.error is not None:
                counts[1] += 1
                self.missing[kind_of(instance.error)] += 1


def check(source: Source) -> RecordCheckFile:
    """Read all records, and count what they hold.

    Args:
        source: The inputs.

    Raises:
        WrongRecordsError: If lines of JSONL are no records, or a system has an instance twice; it
            has a sentence for each, up to a limit.
        InputError: At the first record of another format that cannot be read.
    """
    from sacreval.core.version import version

    records, values, fits = _Records(), FieldValues(), MetricFits()
    try:
        for batch in source.batches():
            records.add(batch)
            fits.add(batch)
            for instance in batch:
                values.add(instance)
    except InputError as error:
        _raise_all([*wrong_lines(source)] or [str(error)], error)
    if records.repeated:
        _raise_all(records.repeated, None)
    return RecordCheckFile(
        schema_version=SCHEMA_VERSION,
        sacreval=version(),
        inputs=list(source.paths),
        records=len(records.places),
        instances=len({name for _, name in records.places}),
        systems=[
            SystemCount(system_id=system, system_type=kind, n=n, without_output=without)
            for (system, kind), (n, without) in records.systems.items()
        ],
        missing_outputs=dict(records.missing),
        fields=values.counts(),
        metrics=fits.fits(),
    )


def wrong_lines(source: Source) -> Iterator[str]:
    """Yield what is wrong with each line of the inputs that are read as JSONL."""
    with catch_warnings():
        simplefilter("ignore", InputNotice)  # the records were read before, with their notices
        inputs = source.inputs()
    for file in inputs:
        if isinstance(file.reader, JsonlReader) and file.path != STDIN:
            yield from file.reader.faults(file.path)


def _raise_all(faults: list[str], error: InputError | None) -> None:
    """Raise an error for all faults: the first error itself where there is no other."""
    if len(faults) == 1:
        raise error or InputError(faults[0])
    total, faults = len(faults), _each_once(faults)
    shown = f", of which the first {MOST} are above" if len(faults) > MOST else ""
    message = f"{total} records are wrong{shown}; correct them, or --map the right fields"
    raise WrongRecordsError(message, faults[:MOST])


def _each_once(faults: list[str]) -> list[str]:
    """Return each sentence once, with the other lines of its file that it is about."""
    lines: dict[tuple[str, str], list[str]] = {}
    for text in faults:
        place = _PLACE.match(text)
        file, line, sentence = place.groups() if place else ("", "", text)
        lines.setdefault((file, sentence), []).append(line)
    return [
        f"{file}:{first}: {sentence}{_further(others)}" if first else sentence
        for (file, sentence), (first, *others) in lines.items()
    ]


def _further(lines: list[str]) -> str:
    """Return the end of a sentence on the further lines that it is about; "" without any."""
    if not lines:
        return ""
    return f" (also line{'s' if len(lines) > 1 else ''} {comma_list(lines, _LINES)})"
