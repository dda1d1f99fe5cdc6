"""Notices on standard error, one line each."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from sacreval.core.missing_outputs import counted_among
from sacreval.errors import SENTENCE, shortened

FAILURES_SHOWN = 10


def write_notices(notices: Sequence[str], failures: Sequence[str], *, quiet: bool) -> None:
    """Write notices and the first failed records to standard error."""
    for text in (*notices, *failures[:FAILURES_SHOWN]):
        notice(text, quiet=quiet)
    if failures:
        kinds = counted_among(failures)
        which = f" (without an output: {kinds})" if kinds else ""
        notice(f"{len(failures)} records could not be scored and are left out of the scores{which}")


def notice(text: str, *, quiet: bool = False) -> None:
    """Write one line to standard error.

    Args:
        text: A sentence. It may contain names from files: control characters are escaped, and
            long text is cut.
        quiet: Write nothing.
    """
    if not quiet:
        from sacreval.report.tables import visible

        shown = visible(shortened(text, 2 * SENTENCE))
        typer.echo(f"sacreval: {shortened(shown, SENTENCE)}", err=True)
