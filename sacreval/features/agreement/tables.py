"""Agreement of the scores of logs in each format: a table to print, or one row for each score."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sacreval.report.formats import Format
from sacreval.report.rendering import rendered
from sacreval.report.results import plain, with_notes_below
from sacreval.report.tables import Table
from sacreval.scoring.agreement.agreement_results import (
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
    """Return the agreement as text in a format.

    Args:
        report: The agreement of each score.
        form: The format; tsv, csv and jsonl have a row for each score.
        rows: Rows that differ which are listed for each score.
    """
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
            one.score,
            one.system_id,
            one.task or "-",
            str(one.rows),
            str(one.rows_different),
            _number(one.stored),
            _number(one.derived),
            _number(one.stored_error),
            _number(one.derived_error),
            one.metric or "-",
        ]
        for one in report.scores
        if one.metric is not None
    ]
    return [Table(head, rows, numeric=frozenset(range(3, 9)))] if rows else []


def notes(report: AgreementReport, *, rows: int) -> list[str]:
    """List rows that differ, what is known of differences, and scores that were not derived.

    Args:
        report: The agreement of each score.
        rows: Rows that are listed for each score.
    """
    lines = [line for one in report.scores if one.metric for line in _about(one, rows)]
    lines += _not_derived(report.scores)
    if not any(one.metric for one in report.scores):
        return [*lines, "no score of the log has a counterpart here"]
    equal = sum(one.agreement == "equal" for one in report.scores)
    different = sum(one.agreement == "different" for one in report.scores)
    are = "score is" if equal == 1 else "scores are"
    return [*lines, f"{equal} {are} equal, {different} different"]


def long_table(scores: Sequence[ScoreAgreement]) -> Table:
    """Return one row per score, at full precision."""
    flat = [msgspec.to_builtins(one) for one in scores]
    return Table([*_LONG], [[plain(one.get(name)) for name in _LONG] for one in flat])


def _about(one: ScoreAgreement, rows: int) -> list[str]:
    name = f"{one.score} of {one.system_id}"
    lines = [f"{name}: {text}" for text in one.notes]
    lines += [f"{name}: {_row(row)}" for row in one.differences[:rows]]
    more = one.rows_different - rows
    return [*lines, f"{name}: and {more} more rows differ"] if more > 0 else lines


def _row(row: RowDifference) -> str:
    sample = "" if row.sample is None else f", sample {row.sample}"
    derived = row.why or f"derived {_number(row.derived)}"
    return f"row {row.instance_id}{sample}: stored {_number(row.stored)}, {derived}"


def _not_derived(scores: Sequence[ScoreAgreement]) -> list[str]:
    """Return a line for each reason why scores were not derived."""
    by_reason: dict[str, dict[str, None]] = {}
    for one in scores:
        if one.metric is None:
            by_reason.setdefault("; ".join(one.notes), {})[one.score] = None
    return [f"not derived ({why}): {_listed([*names])}" for why, names in by_reason.items()]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f", and {more} more" if more > 0 else "")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
