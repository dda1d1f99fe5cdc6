"""`sacreval evaluate --agree LOG…`: the scores in logs of other tools, derived again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
import typer

from sacreval.cli.options.common_options import Outputs, ReaderName
from sacreval.cli.options.option_groups import EndOptions, FormatOptions
from sacreval.errors import GateError, UsageError
from sacreval.report.formats import Format
from sacreval.report.numbers import score_text
from sacreval.report.result_tables import plain, with_notes_below
from sacreval.report.tables import Table, rendered
from sacreval.scoring.agreement.agreement_rows import (
    AgreementReport,
    RowDifference,
    ScoreAgreement,
)

_NAMES_SHOWN = 20
_LONG = (
    *("file", "tool", "score", "system_id", "task", "agreement", "metric", "output"),
    *("rows", "rows_different", "stored", "derived", "stored_error", "derived_error"),
    *("records", "repeats"),
)


def render(report: AgreementReport, form: Format, *, rows: int) -> str:
    """Return the agreement as text in a format."""
    return rendered(
        form,
        document=report.to_file,
        rows=report.scores,
        table=lambda: long_table(report.scores),
        printed=lambda: with_notes_below(tables(report), notes(report, rows=rows), form),
    )


def tables(report: AgreementReport) -> list[Table]:
    """Return the table with a row for each score that was derived; none where none was."""
    head = ["score", "system", "task", "rows", "different", "stored", "derived"]
    head += ["stored error", "derived error", "metric"]
    rows = [
        [
            score.score,
            score.system_id,
            score.task or "-",
            str(score.rows),
            str(score.rows_different),
            score_text(score.stored),
            score_text(score.derived),
            score_text(score.stored_error),
            score_text(score.derived_error),
            score.metric or "-",
        ]
        for score in report.scores
        if score.metric is not None
    ]
    return [Table(head, rows, numeric=frozenset(range(3, 9)))] if rows else []


def notes(report: AgreementReport, *, rows: int) -> list[str]:
    """List rows that differ, what is known of differences, and scores that were not derived."""
    lines = [line for score in report.scores if score.metric for line in _score_lines(score, rows)]
    lines += _not_derived(report.scores)
    if not any(score.metric for score in report.scores):
        return [*lines, "no score of the log has a counterpart here"]
    equal = sum(score.agreement == "equal" for score in report.scores)
    different = sum(score.agreement == "different" for score in report.scores)
    are = "score is" if equal == 1 else "scores are"
    return [*lines, f"{equal} {are} equal, {different} different"]


def long_table(scores: Sequence[ScoreAgreement]) -> Table:
    """Return one row per score, at full precision."""
    flat = [msgspec.to_builtins(score) for score in scores]
    return Table([*_LONG], [[plain(row.get(name)) for name in _LONG] for row in flat])


def _score_lines(score: ScoreAgreement, rows: int) -> list[str]:
    name = f"{score.score} of {score.system_id}"
    lines = [f"{name}: {text}" for text in score.notes]
    lines += [f"{name}: {_row(row)}" for row in score.differences[:rows]]
    more = score.rows_different - rows
    return [*lines, f"{name}: and {more} more rows differ"] if more > 0 else lines


def _row(row: RowDifference) -> str:
    sample = "" if row.sample is None else f", sample {row.sample}"
    derived = row.why or f"derived {score_text(row.derived)}"
    return f"row {row.instance_id}{sample}: stored {score_text(row.stored)}, {derived}"


def _not_derived(scores: Sequence[ScoreAgreement]) -> list[str]:
    """Return a line for each reason why scores were not derived."""
    by_reason: dict[str, dict[str, None]] = {}
    for score in scores:
        if score.metric is None:
            by_reason.setdefault("; ".join(score.notes), {})[score.score] = None
    return [f"not derived ({why}): {_listed([*names])}" for why, names in by_reason.items()]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f", and {more} more" if more > 0 else "")


TEXT = (
    "Derive the scores in logs of other tools again, row by row, and compare them; also written "
    "--agree LOG. For each score that a metric of sacreval derives, the rows that differ are "
    "listed, and the tool's mean and standard error are beside those derived; other scores are "
    "named. Values are equal if they differ by at most 1e-12 times the larger of 1 and the value. "
    "Exits with 1 if any differ, with 2 if no score could be compared, and with 3 if rows with a "
    "score cannot be scored here."
)


@dataclass(frozen=True, kw_only=True)
class AgreeOptions:
    """What is listed.

    Args:
        rows: Rows that differ which are listed for each score; a JSON file has up to 100.
    """

    rows: int = 5


def agree(
    options: AgreeOptions,
    logs: Annotated[
        list[str],
        typer.Argument(metavar="LOG...", help="Logs of other tools: files, or folders of runs."),
    ],
    *,
    reader: ReaderName = None,
    output: Outputs = None,
    formats: FormatOptions,
    end: EndOptions,
) -> None:
    """Compare the scores of logs with those derived again."""
    from sacreval.cli.output import targets, write_and_show
    from sacreval.features.agreement.agreement import agreement

    wanted = targets(output, [], force=end.force, inputs=logs)
    report = agreement(logs, spec=reader)
    write_and_show(
        wanted,
        formats,
        lambda form: render(report, form, rows=options.rows),
        lambda: tables(report),
        notes(report, rows=options.rows),
    )
    failures = _failures(report.scores)
    end.write_notices(report.notices, failures)
    _raise_if_different(report.scores)
    end.exit_if_failed(failures)
    _raise_if_nothing_compared(report.scores)


def _failures(scores: Sequence[ScoreAgreement]) -> list[str]:
    """Describe the rows with a score that cannot be scored here."""
    return [
        f"{score.file}: row {row.instance_id} has a score of {score.score}, but {row.why}"
        for score in scores
        for row in score.differences
        if row.why
    ]


def _raise_if_nothing_compared(scores: Sequence[ScoreAgreement]) -> None:
    if all(score.agreement == "not derived" for score in scores):
        raise UsageError(
            "none of the scores could be compared, for the reasons above; score the records with "
            "sacreval evaluate METRIC"
        )


def _raise_if_different(scores: Sequence[ScoreAgreement]) -> None:
    wrong = [score for score in scores if score.agreement == "different"]
    if wrong:
        first = wrong[0]
        raise GateError(
            f"{len(wrong)} of {len(scores)} scores differ from those derived, such as "
            f"{first.score} of {first.system_id}; see the rows above, or -o FILE.json"
        )
