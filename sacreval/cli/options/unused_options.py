"""Options of the command line that have no effect in this run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sacreval.cli.late_typer import typer

if TYPE_CHECKING:
    from sacreval.core.results import Result

INTERVALS = ("--confidence", "--item-cost", "--resample-by", "--resamples")
TESTS = ("--confidence", "--resample-by")


def without_effect(
    context: typer.Context, results: Sequence[Result], *, ci: bool, baseline: bool, test: bool
) -> list[str]:
    """Describe options of the command line without effect; configs and environment are exempt.

    Args:
        context: The context of the command.
        results: The results of the run.
        ci: Whether intervals are computed.
        baseline: Whether there is a baseline.
        test: Whether the run is tested against the baseline.
    """
    words = set(options_given(context))
    bounds = [name for name in INTERVALS if name in words and not (test and name in TESTS)]
    notices = []
    if not ci:
        notices += [
            f"without --ci there are no intervals, so {name} has no effect" for name in bounds
        ]
    if "--force-baseline" in words and not baseline:
        notices.append("without --baseline, --force-baseline has no effect")
    if "--details" in words and not any(result.details for result in results):
        names = ", ".join(dict.fromkeys(result.alias or result.metric for result in results))
        notices.append(f"{names}: no metric here has details, so --details has no effect")
    return notices


def options_given(context: typer.Context) -> Iterator[str]:
    """Yield the options that the command line sets, such as `--force`."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            yield f"--{name.replace('_', '-')}"
