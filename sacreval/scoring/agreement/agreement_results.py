"""Results of `evaluate --agree`: the scores in logs of other tools beside those derived again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sacreval.core.results import SCHEMA_VERSION

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
