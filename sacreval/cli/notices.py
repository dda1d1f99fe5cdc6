"""Notices on standard error and in a file, and the options of every command: --quiet, --notices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from sacreval.cli.late_typer import for_typer, typer
from sacreval.errors import SENTENCE, shortened

Kind = Literal[
    "notice", "failure", "failures", "gate", "input", "result", "plugin", "error", "interrupted",
]  # fmt: skip
"""What a line is about: a run or its results; a record that could not be scored, and how many; a
gate that failed; an input; numbers read or compared; a plug-in; what ended the run."""

ALWAYS: tuple[Kind, ...] = ("failures", "gate", "plugin", "error", "interrupted")  # if quiet, too
FAILURES_SHOWN = 10
_PLACE = r"([^\n]+?):([0-9]+): "


class _Run:
    """What the options of the command say about notices; see `of_command`.

    Attributes:
        verb: The command, such as `evaluate bleu`.
        quiet: Whether only the kinds in `ALWAYS` are shown.
        path: The file of JSON lines, or None.
    """

    verb: str = ""
    quiet: bool = False
    path: Path | None = None


_run = _Run()


@contextmanager
def of_command(*, quiet: bool) -> Iterator[None]:
    """Keep the options of a command about notices until it ends.

    Args:
        quiet: Whether the words of the command line have --quiet.
    """
    _run.quiet = quiet
    try:
        yield
    finally:
        _run.verb, _run.quiet, _run.path = "", False, None


def set_quiet() -> None:
    """Show no more notices of this command."""
    _run.quiet = True


def set_file(path: Path, verb: str) -> None:
    """Append the notices of this command to a file from now on."""
    from sacreval.io.notice_file import check

    check(path)
    _run.verb, _run.path = verb, path


def write_notices(notices: Sequence[str], failures: Sequence[str], *, quiet: bool) -> None:
    """Write notices and failed records to standard error, each reason once; all to the file."""
    for text in notices:
        notice(text, quiet=quiet)
    alike = Counter(map(_reason, failures))
    shown: set[str] = set()
    for text in failures:
        reason = _reason(text)
        known = reason in shown or len(shown) >= FAILURES_SHOWN
        shown |= set() if known else {reason}
        notice(text, quiet=quiet or known, kind="failure", more=_more(alike[reason] - 1))
    if failures:
        from sacreval.core.missing_outputs import counted_among

        kinds = counted_among(failures)
        which = f" (without an output: {kinds})" if kinds else ""
        text = f"{len(failures)} records could not be scored and are left out of the scores{which}"
        notice(text, kind="failures", count=len(failures))


def _reason(text: str) -> str:
    """Return why a record failed, without its place."""
    return re.sub(_PLACE, "", text, count=1)


def _more(count: int) -> str:
    records = "record" if count == 1 else "records"
    return f" (and {count:,} {records} more)" if count else ""


def notice(
    text: str,
    *,
    quiet: bool = False,
    kind: Kind = "notice",
    system: str | None = None,
    count: int | None = None,
    more: str = "",
) -> None:
    """Write one line to standard error, and to the file of --notices.

    Args:
        text: A sentence. It may contain names from files: control characters are escaped, and
            long text is cut.
        quiet: Write nothing to standard error.
        kind: What it is about.
        system: The system that it is about, if it is about one.
        count: How many records, or other things, it is about.
        more: What follows on standard error alone.
    """
    if not quiet and (kind in ALWAYS or not _run.quiet):
        from sacreval.text.visible import visible

        said = f"error: {text}" if kind == "error" else text
        shown = visible(shortened(said, 2 * SENTENCE))
        typer.echo(f"sacreval: {shortened(shown, SENTENCE)}{more}", err=True)
    if _run.path is not None and text:
        _append(text, kind, system, count)


def _append(text: str, kind: Kind, system: str | None, count: int | None) -> None:
    """Append a line to the file."""
    from sacreval.io.notice_file import NoticeLine, append

    path, _run.path = _run.path, None  # an error of writing is not written again
    if path is None:
        return
    place = re.match(_PLACE, text)
    words: dict[str, Any] = {"file": place[1], "line": int(place[2])} if place else {}
    line = NoticeLine(verb=_run.verb, kind=kind, text=text, system=system, count=count, **words)
    append(path, line)
    _run.path = path


NOTICES = "SACREVAL_NOTICES"
EVERYWHERE = ("notices",)  # the options that no command declares itself


def with_options_of_every_command(params: Sequence[Any]) -> list[Any]:
    """Return the parameters of a command with those of every command that it lacks."""
    names = {p.name for p in params}
    return [*params, *(p for p in _options() if p.name not in names)]


@cache
def _options() -> tuple[Any, ...]:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(for_typer(_declared))
    return tuple(typer.main.get_command(app).params)


def _quiet(value: bool) -> bool:
    if value:
        set_quiet()
    return value


def _file(context: typer.Context, value: Path | None) -> Path | None:
    if value is not None and not context.resilient_parsing:
        set_file(value, context.command_path.removeprefix("sacreval").strip())
    return value


def _declared(
    *,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet",
            "-q",
            rich_help_panel="Common options",
            help="Print no notices.",
            expose_value=False,
            callback=_quiet,
        ),
    ] = False,
    notices: Annotated[
        Path | None,
        typer.Option(
            "--notices",
            metavar="FILE.jsonl",
            rich_help_panel="Output",
            help="Append all notices to this file as lines of JSON, also those that --quiet hides.",
            envvar=NOTICES,
            show_envvar=False,
            expose_value=False,
            callback=_file,
        ),
    ] = None,
) -> None:
    """Declare the options; this is never called."""
