"""Options of the command line that have no effect in this run."""

from __future__ import annotations

from collections.abc import Iterator

import typer

INTERVALS = ("--confidence", "--resample-by", "--resamples")


def idle(context: typer.Context, *, ci: bool, baseline: bool, test: bool) -> list[str]:
    """List options of the command line without effect; configs and the environment are exempt.

    Args:
        context: The command's.
        ci: Whether intervals were asked for.
        baseline: Whether there is a baseline.
        test: Whether the run is tested against it, at a level of confidence.
    """
    words = set(given(context))
    bounds = [name for name in INTERVALS if name in words and not (test and name == INTERVALS[0])]
    said = []
    if bounds and not ci:
        said.append(f"without --ci there are no intervals, and {' and '.join(bounds)} did nothing")
    if "--force-baseline" in words and not baseline:
        said.append("without --baseline, --force-baseline did nothing")
    return said


def given(context: typer.Context) -> Iterator[str]:
    """List the options that stand on the command line, as in `--force`."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            yield f"--{name.replace('_', '-')}"
