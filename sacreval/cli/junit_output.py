"""The file of --junit: gates, and with --junit-records single records, as test cases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.scored_sets import Evaluations
    from sacreval.core.results import Report
    from sacreval.scoring.run_metrics import Entry


def check(entries: Sequence[Entry], path: Path | None, *, records: bool) -> None:
    """Check that --junit-records has a file to write to, and that records have scores.

    Args:
        entries: The metrics.
        path: The file of --junit, or None.
        records: Whether --junit-records is given.

    Raises:
        UsageError: If there is no file, or a metric scores whole sets.
    """
    if not records:
        return
    from sacreval.scoring.run_metrics import refuse_sets

    if path is None:
        raise UsageError("--junit-records needs a file; give --junit FILE.xml")
    refuse_sets(entries, remedy="drop --junit-records")


def write(report: Report, path: Path | None, evaluations: Evaluations) -> None:
    """Write the file, if one is named.

    Args:
        report: Results and gates.
        path: The file, or None.
        evaluations: The rows of the records that are test cases, by data set; may be empty.
    """
    if path is None:
        return
    from sacreval.cli import output
    from sacreval.report.junit import to_junit
    from sacreval.scoring.data_sets import records_of_sets

    text = to_junit(report, list(records_of_sets(evaluations)))
    output.write([output.Target(path, "text")], lambda _: text)
