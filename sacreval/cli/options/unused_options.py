"""Options that have no effect in a run of `evaluate`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from sacreval.cli.late_typer import typer

if TYPE_CHECKING:
    from sacreval.core.results import Result

INTERVALS = ("--confidence", "--item-cost", "--resample-by", "--resamples")
TESTS = ("--confidence", "--resample-by")


def without_effect(
    words: Collection[str], results: Sequence[Result], *, ci: bool, baseline: bool, test: bool
) -> list[str]:
    """Describe options without effect; those of configs and the environment are exempt.

    Args:
        words: The options of the command line, or of a call in Python.
        results: The results of the run.
        ci: Whether intervals are computed.
        baseline: Whether there is a baseline.
        test: Whether the run is tested against the baseline.
    """
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


def options_given(context: typer.Context) -> set[str]:
    """Return the options that the command line sets, such as `--force`."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return flags(name for name, x in sources.items() if x is not None and x.name == "COMMANDLINE")


def flags(names: Iterable[str]) -> set[str]:
    """Return the options that parameters stand for, such as `--force`."""
    return {f"--{name.replace('_', '-')}" for name in names}
