"""`sacreval correlate trust`: how far a judge, or any metric, can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Outputs, Quiet
from sacreval.cli.options.option_groups import FormatOptions
from sacreval.features.correlate.options import RatingOptions, TrustOptions

TEXT = "Compute how far judges, or any metrics, can be trusted in the place of people."


def trust(
    options: TrustOptions,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            rich_help_panel="Input",
            help="Scores and judgments, merged by instance and system, as for `sacreval correlate "
            "scores`. Records with the outputs give their lengths; judgments with a list of "
            "numbers, one for each annotator, allow the test.",
        ),
    ],
    *,
    ratings: RatingOptions,
    output: Outputs = None,
    formats: FormatOptions,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Compute how far judges can be trusted."""
    from sacreval.cli.output import targets, write_and_show
    from sacreval.features.correlate.data.load import load_rows
    from sacreval.features.correlate.data.score_grid import judged_outputs
    from sacreval.features.correlate.data.score_origins import directions_beside
    from sacreval.features.correlate.trust.tables import notes, render, tables
    from sacreval.features.correlate.trust.trust import settings_of, trust_in

    wanted = targets(output, [], force=force, inputs=[str(path) for path in files])
    settings = settings_of(options, ratings)
    outputs = judged_outputs(
        load_rows(files), duplicates=ratings.duplicates, directions=directions_beside(files)
    )
    report = trust_in(outputs, settings, options.metric)
    write_and_show(
        wanted,
        formats,
        lambda form: render(report, form),
        lambda: tables(report),
        notes(report),
    )
    for text in report.notices:
        notice(text, quiet=quiet)
