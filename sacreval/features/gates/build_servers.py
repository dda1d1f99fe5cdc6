"""Output for build servers: GitHub's summary and annotations, and the file of --junit."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.core.results import Report, Result, Verdict
from sacreval.errors import UsageError
from sacreval.report import markdown
from sacreval.report.result_notes import notes
from sacreval.report.result_tables import tables
from sacreval.report.tables import Table, to_markdown
from sacreval.text.visible import visible

if TYPE_CHECKING:
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation


SUMMARY = "GITHUB_STEP_SUMMARY"
ROWS = 200  # GitHub's limit is 1 MiB for a step; this many rows of 20 metrics are far below it
BYTES = 512 * 1024
ANNOTATIONS = 10  # GitHub shows at most this many errors per step


def check_summary() -> None:
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


def write_summary(report: Report, before: Sequence[Result] = ()) -> None:
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


VARIABLE = "SACREVAL_JUNIT"
_OPTION = "--junit"
_KEY = re.compile(
    r"""(?:^|[{,])\s*["']?(junit|extends)["']?\s*:\s*["']?([^"'#\n]+)""", re.MULTILINE
)
_BEGINNING = '<testsuites name="sacreval"'


def remove_earlier(words: Sequence[str]) -> None:
    """Remove the file of an earlier run, so that it does not pass for that of a run that fails.

    Args:
        words: The words after `sacreval evaluate`. The file is named by one of them, by the
            environment or by a config; one that sacreval has not written is left.
    """
    named = [*_files_named(words)] or [os.environ.get(VARIABLE, "")]
    for name in filter(None, named if any(named) else _of_configs(words)):
        with suppress(OSError, ValueError):
            if _BEGINNING in _read(name)[:100]:
                Path(name).unlink()


def _files_named(words: Sequence[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == _OPTION:
            yield following
        elif word.startswith(f"{_OPTION}="):
            yield word.partition("=")[2]


def _of_configs(words: Sequence[str]) -> Iterator[str]:
    """Yield the file that a config names, or the nearest of those that it extends."""
    from sacreval.cli.config.config_file import find

    rest = []
    for word in words:
        with suppress(OSError, ValueError):  # no name of a file
            rest += [path for path in (find(word),) if path]
    seen: set[str] = set()
    while rest and (path := rest.pop()) not in seen:
        seen.add(path)
        with suppress(OSError):
            stated = dict(_KEY.findall(_read(path)))
            if "junit" in stated:
                yield stated["junit"].strip()
            elif "extends" in stated:
                rest.append(str(Path(path).parent / stated["extends"].strip()))


def _read(path: str) -> str:
    """Return the text of a file; a pipe, which waits for its other end, is left alone."""
    place = Path(path)
    return place.read_text(encoding="utf-8", errors="replace") if place.is_file() else ""


def check_junit(entries: Sequence[Entry], path: Path | None, *, records: bool) -> None:
    """Check what machines read: GitHub's summary can be written, and --junit-records has a file.

    Args:
        entries: The metrics.
        path: The file of --junit, or None.
        records: Whether --junit-records is given.

    Raises:
        UsageError: If there is no file, the summary cannot be written, or a metric scores whole
            sets, which have no records.
    """
    check_summary()
    if not records:
        return
    from sacreval.scoring.entries.run_metrics import refuse_sets

    if path is None:
        raise UsageError("--junit-records needs a file; give --junit FILE.xml")
    refuse_sets(entries, remedy="drop --junit-records")


def write_junit(
    report: Report, path: Path | None, evaluations: Mapping[str | None, Evaluation]
) -> None:
    """Write the file, if one is named.

    Args:
        report: Results and gates.
        path: The file, or None.
        evaluations: The rows of the records that are test cases, by data set; may be empty.
    """
    if path is None:
        return
    from sacreval.cli import output
    from sacreval.features.gates.junit import to_junit
    from sacreval.scoring.sets.data_sets import records_of_sets

    text = to_junit(report, list(records_of_sets(evaluations)))
    output.write([output.Target(path, "text")], lambda _: text)
