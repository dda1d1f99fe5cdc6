"""`sacreval plan [RESULT.json…]`: how large a test set must be, and what it can find."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Outputs, Quiet
from sacreval.cli.options.option_groups import FormatOptions
from sacreval.features.plan.plan_options import (
    GuessOptions,
    PowerOptions,
    QuestionOptions,
    ReadOptions,
)

if TYPE_CHECKING:
    from sacreval.features.plan.tables import Planned


def plan(
    results: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RESULT.json",
            help="Files written by `sacreval evaluate -o result.json --instances scores.jsonl`, "
            "whose records tell how scores vary; a system in several files was run several times. "
            "Without files, guesses tell it.",
        ),
    ] = None,
    *,
    read: ReadOptions,
    guesses: GuessOptions,
    question: QuestionOptions,
    how: PowerOptions,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw power by the number of items to this file: .png, .svg, .pdf or .html.",
        ),
    ] = None,
    output: Outputs = None,
    formats: FormatOptions,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Compute how many items, samples, groups and raters find a difference between two systems.

    From result files or from guesses such as `--accuracy .8 .83 --discordant .17`, print the
    number of items that a difference needs, the smallest difference that some items can find, and
    the power. `--half-width` plans the interval of one system's score instead.
    """
    from sacreval.cli import output as outputs
    from sacreval.features.plan.tables import answers, render, wide_table
    from sacreval.features.plan.tables import notes as notes_of

    files = [str(path) for path in results or ()]
    wanted = outputs.targets(output, [plot], force=force, inputs=files)
    planned = _planned(
        {
            "results": results or (),
            **vars(read),
            **vars(guesses),
            **vars(question),
            **vars(how),
            "plot": plot,
        },
        quiet=quiet,
    )
    made = planned.plan
    outputs.write(wanted, lambda form: render(made, form), spreadsheet=formats.spreadsheet)
    if formats.form is None and sys.stdout.isatty():
        typer.echo(answers(made), nl=False)
    outputs.show(
        formats.form,
        lambda form: render(made, form),
        lambda: [wide_table(made)],
        notes_of(made),
        spreadsheet=formats.spreadsheet,
    )


def _planned(options: dict[str, Any], *, quiet: bool) -> Planned:
    """Compute the plan, and write its notices to standard error."""
    from sacreval.errors import ResultWarning
    from sacreval.features.plan.plan import plan as compute

    given = {name: value for name, value in options.items() if value is not None}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResultWarning)  # the notices, which are written below
        planned = compute(**given)
    for text in planned.plan.notices:
        notice(text, quiet=quiet)
    return planned
