"""Options of judges' commands that ask a model before they score: `--with` and its limits."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from sacreval.cli.asking import check_nothing_asked
from sacreval.cli.notices import notice
from sacreval.cli.options.runner_options import RunnerOptions
from sacreval.cli.options.spending_options import SpendingOptions
from sacreval.cli.options.ungrouped import OptionGroup, fields
from sacreval.core.metric import Metric
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.asking.asking import Asking
    from sacreval.core.records import Batch
    from sacreval.scoring.entries.run_metrics import Entry


class DryOptions(OptionGroup):
    """Whether anything is asked."""

    section = "Asking a model"

    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="With --with: ask nothing; print the first prompt, and the numbers of requests, "
            "of characters and, with --price, the cost.",
        ),
    ] = False


GROUPS = (RunnerOptions, SpendingOptions, DryOptions)


class EntriesToAsk(list["Entry"]):
    """The entries of a run whose judge asks a model before it scores.

    Attributes:
        options: How the model is asked: an object of each of `GROUPS`.
    """

    options: tuple[Any, ...]

    @classmethod
    def of(cls, entries: Iterable[Entry], options: tuple[Any, ...]) -> Self:
        """Create the entries with the options."""
        made = cls(entries)
        made.options = options
        return made


def asks(cls: type[Metric]) -> bool:
    """Return whether the command of a metric has these options."""
    return "replies" in cls.needs


def parameters() -> list[inspect.Parameter]:
    """List the options."""
    return [one for group in GROUPS for one in group.parameters()]


def sections() -> dict[str, str]:
    """Return the section of the help for each option."""
    return {one.name: group.section for group in GROUPS for one in group.parameters()}


def split(values: dict[str, Any]) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """Separate the options of a metric from these.

    Args:
        values: Option to value.

    Returns:
        The metric's own options, and an object of each of `GROUPS`.
    """
    own = dict(values)
    groups = tuple(group(**{name: own.pop(name) for name in fields(group)}) for group in GROUPS)
    return own, groups


def with_asking(entries: Sequence[Entry], groups: tuple[Any, ...]) -> Sequence[Entry]:
    """Return the entries of a run, with how its judges ask a model.

    Args:
        entries: The metrics; those that are no judges ask nothing.
        groups: How a model is asked, an object of each of `GROUPS`.

    Raises:
        UsageError: If nothing is asked but an option states how; or if --with is given and no
            metric is a judge.
    """
    runner, spending, dry = groups
    if runner.with_ is None:
        check_nothing_asked([*runner.changed(), *spending.changed(), *dry.changed()])
        return entries
    if not any(asks(type(entry.metric)) for entry in entries):
        raise UsageError("--with: none of these metrics asks a model; drop it, or add a judge")
    return EntriesToAsk.of(entries, groups)


def after_asking(
    entries: EntriesToAsk, batches: Sequence[Batch], *, progress: bool, quiet: bool
) -> list[Entry]:
    """Ask a model, and return the entries with its replies.

    Args:
        entries: The judges.
        batches: All records.
        progress: Whether a progress bar is shown on a terminal.
        quiet: Whether notices are left out.

    Raises:
        Exit: After `--dry-run`.
    """
    from msgspec.structs import replace

    from sacreval.asking.asking import Asking
    from sacreval.scoring.judge_requests import judge_of
    from sacreval.scoring.judge_rounds import asked, planned

    runner, spending, dry = entries.options
    asking: Asking = Asking(runner.runner(), spending.budget(), progress and not quiet)
    found = []
    for entry in entries:
        judge = judge_of(entry)
        if judge is None:
            found.append(entry)
        elif dry.dry_run:
            typer.echo("\n".join(planned(judge, batches, asking)))
        else:
            own = asked(judge, batches, asking, partial(notice, quiet=quiet))
            found.append(replace(entry, metric=own))
    if dry.dry_run:
        raise typer.Exit
    return found
