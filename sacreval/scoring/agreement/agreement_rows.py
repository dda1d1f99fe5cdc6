"""Rows of a log, and results of `evaluate --agree`: its scores beside those derived again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from sacreval.core.records import Instance
from sacreval.core.results import SCHEMA_VERSION
from sacreval.core.stored_scores import number_of

Agreement = Literal["equal", "different", "not derived"]


@dataclass(frozen=True, kw_only=True)
class RowDifference:
    """A row of a log whose score is not the one derived again.

    Args:
        instance_id: Id of the input.
        sample: Place of the repeat, from 0; None where the record has one output.
        stored: The tool's score; None where it is no number.
        derived: The score derived again; None where the row cannot be scored here.
        why: Why the row cannot be scored here; "" where it can.
    """

    instance_id: str
    sample: int | None = None
    stored: float | None
    derived: float | None
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class ScoreAgreement:
    """One score of a log, over the rows of a system and task.

    Args:
        file: The log.
        tool: Name of its reader.
        score: The tool's name of the score; of a mean by another reducer or over a part of the
            rows, with their names.
        system_id: The system.
        task: The task, where the log names one.
        agreement: `equal` if all rows, and the stored value, are equal to what was derived;
            `different`; or `not derived` if nothing could be compared.
        metric: The metric that derives it, with its options; None without a counterpart.
        output: The output of that metric.
        rows: Number of rows compared.
        rows_different: Number of those that differ.
        differences: The first of the rows that differ.
        stored: The stored value over all rows; None where the log has none.
        derived: The same, derived again.
        stored_error: The standard error that the tool states.
        derived_error: The standard error with records as units, so that repeats of one input count
            as one.
        records: Number of records.
        repeats: Largest number of outputs of a record.
        notes: What is known of differences between the tool and sacreval, and what was left out.
    """

    file: str
    tool: str
    score: str
    system_id: str
    task: str | None = None
    agreement: Agreement
    metric: str | None = None
    output: str | None = None
    rows: int = 0
    rows_different: int = 0
    differences: list[RowDifference] = field(default_factory=list)
    stored: float | None = None
    derived: float | None = None
    stored_error: float | None = None
    derived_error: float | None = None
    records: int = 0
    repeats: int = 1
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class AgreementReport:
    """Agreement of all scores of logs.

    Args:
        scores: One for each score, system and task.
        notices: Notices to the user, one sentence each.
    """

    scores: list[ScoreAgreement]
    notices: list[str] = field(default_factory=list)

    def to_file(self) -> AgreementFile:
        """Return the content of the file."""
        from sacreval.core.version import version

        return AgreementFile(SCHEMA_VERSION, version(), self.scores)


@dataclass(frozen=True)
class AgreementFile:
    """Agreement of the scores of logs: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        scores: One for each score, system and task.
    """

    schema_version: Literal[1]
    sacreval: str
    scores: list[ScoreAgreement]


_PAIR = 2


class AgreementRow(NamedTuple):
    """A score of one output.

    Args:
        score: The tool's name of the score; of a part of the rows, with the name of the part.
        rule: The name by which the table has it.
        sample: Place of the repeat, from 0; None where the record has one output.
        stored: The tool's value, as it is in the log.
        record: The output with what it is scored against.
    """

    score: str
    rule: str
    sample: int | None
    stored: Any
    record: Instance


def rows_of(tool: str, record: Instance) -> Iterator[AgreementRow]:
    """Yield the rows of a record.

    Args:
        tool: Name of the reader.
        record: The record.
    """
    part = _part(tool, record)
    for sample, output in outputs(record):
        meta = output.meta or {}
        for name, value in (meta.get("scores") or {}).items():
            yield AgreementRow(f"{name}{part}", name, sample, value, output)


def outputs(record: Instance) -> Iterator[tuple[int | None, Instance]]:
    """Yield each repeat of a record as a record, with its place; or the record itself."""
    meta = record.meta or {}
    epochs = meta.get("epochs")
    if not isinstance(epochs, list):
        yield None, record
        return
    texts = iter(record.samples if isinstance(record.samples, list) else [record.prediction])
    for place, epoch in enumerate(epochs):
        error = epoch.get("error")
        said = next(texts, None) if error is None else None
        lost = str(error) if error is not None else "failed" if said is None else None
        yield place, replace(record, prediction=said, samples=None, error=lost, meta=epoch)


def assertions(record: Instance) -> Sequence[Mapping[str, Any]]:
    """Return promptfoo's verdicts on an output."""
    stored: Sequence[Mapping[str, Any]] = (record.meta or {}).get("assertions") or ()
    return stored


def number(value: Any) -> float | None:
    """Return a stored value as a number; None where it is none."""
    parsed = number_of(value)
    return None if parsed is None or isnan(parsed) else parsed


def pair(value: Any) -> tuple[float, float] | None:
    """Return a stored log-probability with its number of units; None where it is none."""
    if isinstance(value, int | float):
        return float(value), 1.0
    if not isinstance(value, list) or len(value) != _PAIR:
        return None
    first, second = map(number, value)
    return None if first is None or second is None else (first, second)


def _part(tool: str, record: Instance) -> str:
    """Return the part of the rows that HELM computes a mean of."""
    if tool != "helm":
        return ""
    groups = record.groups or {}
    names = (groups.get("split"), groups.get("perturbation"))
    return "".join(f"/{name}" for name in names if name is not None)
