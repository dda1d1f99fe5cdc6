"""`sacreval plan [RESULT.json…]`: how large a test set must be, and what it can find."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Outputs, Quiet
from sacreval.cli.options.option_groups import FormatOptions
from sacreval.features.plan.options import GuessOptions, PowerOptions, QuestionOptions, ReadOptions


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
    from sacreval.features.plan.plan import draw, make_plan
    from sacreval.features.plan.tables import answers, render, wide_table
    from sacreval.features.plan.tables import notes as notes_of

    files = results or []
    wanted = outputs.targets(output, [plot], force=force, inputs=list(map(str, files)))
    planned = make_plan(files, read, guesses, question, how)
    if plot is not None:
        draw(planned, plot)
    result = planned.plan
    for text in result.notices:
        notice(text, quiet=quiet)
    outputs.write(wanted, lambda form: render(result, form), spreadsheet=formats.spreadsheet)
    if formats.form is None and sys.stdout.isatty():
        typer.echo(answers(result), nl=False)
    outputs.show(
        formats.form,
        lambda form: render(result, form),
        lambda: [wide_table(result)],
        notes_of(result),
        spreadsheet=formats.spreadsheet,
    )
