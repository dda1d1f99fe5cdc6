"""Output of results to files and the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sacreval.cli.late_typer import typer
from sacreval.errors import UsageError
from sacreval.io.files import is_utf8
from sacreval.report.formats import Format, format_of

if TYPE_CHECKING:
    from sacreval.cli.options.option_groups import FormatOptions
    from sacreval.core.records import Instance, Scored
    from sacreval.core.results import InstancesLink
    from sacreval.report.tables import Table


DELIMITERS = {"csv": ",", "tsv": "\t"}


class Target(NamedTuple):
    """A file to write, with its format."""

    path: Path
    form: Format


def targets(
    output: Sequence[Path] | None,
    others: Sequence[Path | None],
    *,
    force: bool,
    inputs: Sequence[str] = (),
) -> list[Target]:
    """Check, before any computation, that all files can be written.

    Args:
        output: Files with results.
        others: Other files to write; None for those that were not requested.
        force: Whether existing files may be replaced.
        inputs: Input files, which are never replaced.

    Raises:
        UsageError: If a file is named twice, exists, is an input, or cannot be written.
    """
    from sacreval.io.files import check_writable

    listed = [Target(path, format_of(path)) for path in output or ()]
    files = [target.path for target in listed] + [path for path in others if path]
    if len(set(files)) < len(files):
        raise UsageError("the same output file is named twice; name each once")
    for path in files:
        check_writable(path, force=force, inputs=inputs)
    return listed


def write(
    wanted: Sequence[Target], render: Callable[[Format], str], *, spreadsheet: bool = False
) -> None:
    """Write results to files; CSV and TSV without formulas if `spreadsheet` is true."""
    from sacreval.io.files import write_text

    for path, form in wanted:
        with write_text(path) as stream:
            stream.write(_rendered(render, form, spreadsheet=spreadsheet))


def _rendered(render: Callable[[Format], str], form: Format, *, spreadsheet: bool) -> str:
    if not spreadsheet or form not in DELIMITERS:
        return render(form)
    from sacreval.report.spreadsheets import inert

    return inert(render(form), DELIMITERS[form])


def write_records(records: Iterable[Instance], output: Path | None) -> int:
    """Write records as lines of JSON to a file, or to standard output.

    Args:
        records: The records.
        output: The file, which appears once it is complete; None for standard output.

    Returns:
        The number of records.
    """
    import msgspec

    from sacreval.io.files import write_text
    from sacreval.io.formats.json_documents import printable

    count = 0
    with nullcontext(sys.stdout) if output is None else write_text(output) as stream:
        for count, record in enumerate(records, start=1):  # noqa: B007 - the number of all
            line = msgspec.json.encode(record).decode()
            stream.write(f"{printable(line) if output is None else line}\n")
    return count


def write_instances(
    records: Iterable[Scored], path: Path, wanted: Sequence[Target]
) -> InstancesLink | None:
    """Write the scores of every record, with what they are made of if `details` is true.

    Args:
        records: The scores.
        path: The file.
        wanted: The result files.

    Returns:
        The path relative to the result file, with its hash; None for a table, which has no
        statistics that a later run could use.
    """
    from sacreval.core.results import InstancesLink
    from sacreval.io.files import sha256
    from sacreval.report import record_scores

    record_scores.write(records, path, nulls=record_scores.NULLS)
    if record_scores.is_table(path):
        return None
    return InstancesLink(path=link(path, wanted), sha256=sha256(str(path)) or "")


def link(path: Path, wanted: Sequence[Target]) -> str:
    """Return the path of the scores of records, relative to the result file.

    Args:
        path: The file of scores.
        wanted: The result files.

    Raises:
        UsageError: If the path is not UTF-8, which JSON requires.
    """
    folder = next((t.path.parent for t in wanted if t.form == "json"), path.parent)
    seen = Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    if not is_utf8(seen):
        raise UsageError(f"--instances {seen}: this name is not UTF-8; name another file")
    return seen


def unlinked(link: InstancesLink | None, wanted: Sequence[Target]) -> list[str]:
    """Return a notice if scores of records are in a table, which result files cannot refer to."""
    results = [str(target.path) for target in wanted if target.form == "json"]
    if link is not None or not results:
        return []
    why = "a table has no statistics, so no test or report can use it with"
    return [f"{why} {', '.join(results)}; give --instances a .jsonl file for that"]


def write_and_show(
    wanted: Sequence[Target],
    formats: FormatOptions,
    render: Callable[[Format], str],
    tables: Callable[[], Sequence[Table]],
    notes: Sequence[str],
) -> None:
    """Write results to files, then print them.

    Args:
        wanted: The files.
        formats: The format in which they are printed, and whether CSV and TSV have formulas.
        render: Returns the results as text in a format.
        tables: Returns the tables of a terminal.
        notes: The lines below them.
    """
    write(wanted, render, spreadsheet=formats.spreadsheet)
    show(formats.form, render, tables, notes, spreadsheet=formats.spreadsheet)


def show(
    form: Format | None,
    render: Callable[[Format], str],
    tables: Callable[[], Sequence[Table]],
    notes: Sequence[str],
    *,
    spreadsheet: bool = False,
) -> None:
    """Print results: tables on a terminal, else text, or in the format that was chosen."""
    if form is None and sys.stdout.isatty():
        from shutil import get_terminal_size

        from sacreval.report.tables import legend, print_rich
        from sacreval.report.terminal_width import fitted, wrapped
        from sacreval.text.visible import visible

        width, all_tables = get_terminal_size().columns, tables()
        for part in (part for table in all_tables for part in fitted(table, width)):
            print_rich(part, width)
        for line in [*legend(all_tables, "bold"), *notes]:
            typer.echo(wrapped(visible(line), width))
    else:
        shown = _rendered(render, form or "text", spreadsheet=spreadsheet)
        if form in ("json", "jsonl"):
            from sacreval.io.formats.json_documents import printable

            shown = printable(shown)
        typer.echo(shown, nl=False)
