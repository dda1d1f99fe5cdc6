"""Output for GitHub Actions: a summary of the job, and annotations for failed gates."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from sacreval.core.results import Report, Result, Verdict
from sacreval.errors import UsageError
from sacreval.report import markdown
from sacreval.report.result_notes import notes
from sacreval.report.results import tables
from sacreval.report.tables import Table, to_markdown
from sacreval.text.visible import visible

SUMMARY = "GITHUB_STEP_SUMMARY"
ROWS = 200  # GitHub's limit is 1 MiB for a step; this many rows of 20 metrics are far below it
BYTES = 512 * 1024
ANNOTATIONS = 10  # GitHub shows at most this many errors per step


def check() -> None:
    """Check, before anything is computed, that the summary can be written."""
    if path := os.environ.get(SUMMARY):
        try:
            with Path(path).open("ab"):
                pass
        except OSError as error:
            raise _unwritable(path, error) from None


def _unwritable(path: str, error: OSError) -> UsageError:
    return UsageError(
        f"{path}: this file of {SUMMARY} cannot be written ({error.strerror}); set another file, "
        "or none"
    )


def write(report: Report, before: Sequence[Result] = ()) -> None:
    """Append results to the job's summary, and write annotations for failed gates.

    Do nothing unless GITHUB_STEP_SUMMARY is set.

    Args:
        report: Results and gates.
        before: The results of the baseline; none without one.

    Raises:
        UsageError: If the summary cannot be written.
    """
    path = os.environ.get(SUMMARY)
    if not path:
        return
    try:
        with Path(path).open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(summary(report, before))
    except OSError as error:
        raise _unwritable(path, error) from None
    failed = [verdict for verdict in report.verdicts if not verdict.passed]
    for verdict in failed[:ANNOTATIONS]:
        sys.stderr.write(annotation(verdict))


def summary(report: Report, before: Sequence[Result] = ()) -> str:
    """Return results and gates as Markdown, truncated if they are long."""
    scores = [_beside(report.results, before)] if before else tables(report.results)
    text = "### sacreval\n\n" + "\n".join(map(_capped, scores))
    if report.verdicts:
        text += f"\n{_capped(_gates(report))}"
    whole = f"{text}{_folded(list(dict.fromkeys(map(visible, notes(report.results)))))}\n"
    if len(whole.encode()) <= BYTES:
        return whole
    kept = text.encode()[:BYTES].decode(errors="ignore")
    return f"{kept.rpartition(chr(10))[0]}\n\n… cut off: the results are too long for a summary\n"


def _beside(results: Sequence[Result], before: Sequence[Result]) -> Table:
    from sacreval.features.gates.baseline_changes import beside

    return beside(results, before)


def annotation(verdict: Verdict) -> str:
    """Return the workflow command that shows a failed gate as an error."""
    shown = "".join(c if c in "\r\n" else visible(c) for c in verdict.sentence)
    message = shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::error title=sacreval gate::{message}\n"


def _gates(report: Report) -> Table:
    ordered = sorted(report.verdicts, key=lambda verdict: verdict.passed)
    return Table(["", "gate", "found"], [[_mark(v), v.gate, v.sentence] for v in ordered])


def _folded(lines: Sequence[str]) -> str:
    """Return lines as a block of code that a click unfolds."""
    head = "<details><summary>Intervals and signatures</summary>"
    return f"\n{head}\n\n{markdown.code_block(lines)}\n</details>\n"


def _mark(verdict: Verdict) -> str:
    if verdict.answer == "cannot tell":
        return "❔"
    return "✅" if verdict.passed else "❌"


def _capped(table: Table) -> str:
    left = len(table.rows) - ROWS
    shown = Table(table.head, table.rows[:ROWS], _above(table), table.numeric)
    more = f"\n… and {left} rows more\n" if left > 0 else ""
    return to_markdown(shown) + more


def _above(table: Table) -> frozenset[tuple[int, int]]:
    return frozenset((i, j) for i, j in table.best if i < ROWS)
