"""Check of records: what they hold, which metrics can score them, and every wrong line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from warnings import catch_warnings, simplefilter

from sacreval.core.missing_outputs import kind_of
from sacreval.core.records import Batch
from sacreval.errors import InputError, InputNotice
from sacreval.features.check.metric_fits import MetricFits
from sacreval.features.check.record_fields import FieldValues
from sacreval.features.check.result import SCHEMA_VERSION, RecordCheckFile, SystemCount
from sacreval.io.files import STDIN
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.inputs.repeated_ids import remedy
from sacreval.scoring.inputs.source import Source

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
    """Yield what is wrong with each line of the inputs that are read as JSONL.

    Args:
        source: The inputs; standard input, which can be read once only, is left out.
    """
    with catch_warnings():
        simplefilter("ignore", InputNotice)  # the records were read before, with their notices
        inputs = source.inputs()
    for one in inputs:
        if isinstance(one.reader, JsonlReader) and one.path != STDIN:
            yield from one.reader.faults(one.path)


def _raise_all(faults: list[str], error: InputError | None) -> None:
    """Raise an error for all faults: the first error itself where there is no other.

    Raises:
        InputError: Always.
    """
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
    more = f" and {len(lines) - _LINES} more" if len(lines) > _LINES else ""
    return f" (also line{'s' if len(lines) > 1 else ''} {', '.join(lines[:_LINES])}{more})"
