"""Notices of a run as warnings of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sacreval.core.options.python_functions import warn as warn_at_call


def warn(notices: Iterable[str], failures: Sequence[str]) -> None:
    """Issue as warnings the notices that the command writes to standard error."""
    more = [f"{len(failures)} records could not be scored; see .report"] if failures else []
    for text in [*notices, *more]:
        warn_at_call(text, depth=1)
