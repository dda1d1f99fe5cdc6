"""`sacreval evaluate --agree LOG…`: the scores in logs of other tools, derived again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.options.common_options import Outputs, ReaderName
from sacreval.cli.options.option_groups import EndOptions, FormatOptions
from sacreval.errors import GateError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.scoring.agreement.agreement_results import ScoreAgreement

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
    from sacreval.cli.output import show, targets, write
    from sacreval.features.agreement.agreement import agreement
    from sacreval.features.agreement.tables import notes, render, tables

    wanted = targets(output, [], force=end.force, inputs=logs)
    report = agreement(logs, spec=reader)
    write(
        wanted,
        lambda form: render(report, form, rows=options.rows),
        spreadsheet=formats.spreadsheet,
    )
    show(
        formats.form,
        lambda form: render(report, form, rows=options.rows),
        lambda: tables(report),
        notes(report, rows=options.rows),
        spreadsheet=formats.spreadsheet,
    )
    failures = _failures(report.scores)
    end.write_notices(report.notices, failures)
    _raise_if_different(report.scores)
    end.exit_if_failed(failures)
    _raise_if_nothing_compared(report.scores)


def _failures(scores: Sequence[ScoreAgreement]) -> list[str]:
    """Describe the rows with a score that cannot be scored here."""
    return [
        f"{one.file}: row {row.instance_id} has a score of {one.score}, but {row.why}"
        for one in scores
        for row in one.differences
        if row.why
    ]


def _raise_if_nothing_compared(scores: Sequence[ScoreAgreement]) -> None:
    if all(one.agreement == "not derived" for one in scores):
        raise UsageError(
            "none of the scores could be compared, for the reasons above; score the records with "
            "sacreval evaluate METRIC"
        )


def _raise_if_different(scores: Sequence[ScoreAgreement]) -> None:
    wrong = [one for one in scores if one.agreement == "different"]
    if wrong:
        first = wrong[0]
        raise GateError(
            f"{len(wrong)} of {len(scores)} scores differ from those derived, such as "
            f"{first.score} of {first.system_id}; see the rows above, or -o FILE.json"
        )
