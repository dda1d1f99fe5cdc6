"""`sacreval compare results`: systems over several data sets, from result files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Outputs, Quiet
from sacreval.cli.options.option_groups import FormatOptions
from sacreval.cli.options.plot_options import own_path
from sacreval.errors import UsageError
from sacreval.features.compare.compare_options import BaseOptions, SetOptions
from sacreval.features.paper.paper_options import PaperOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.core.results import Result
    from sacreval.features.compare.sets.result import SetReport
    from sacreval.features.paper.captioned_table import PaperFormat
    from sacreval.features.paper.layout import Choice

TEXT = "Compare systems over several data sets, with the sets as units, from result files."


def results(
    options: SetOptions,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULT.json",
            rich_help_panel="Input",
            help="Files written by `sacreval evaluate -o`, one for each data set; NAME=FILE names "
            "the set, and files of the same name are one set.",
        ),
    ],
    *,
    against: BaseOptions,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel="Output",
            help="Draw a critical-difference plot to a .svg, .png, .pdf or .html file; for several "
            "outputs one file for each, as in plot-bleu.svg.",
        ),
    ] = None,
    output: Outputs = None,
    formats: FormatOptions,
    paper: PaperOptions,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Compare systems over data sets."""
    from sacreval.cli.output import show, targets, write
    from sacreval.features.compare.sets.compare_sets import compare_named
    from sacreval.features.compare.sets.tables import notes, render, table_over_sets
    from sacreval.io.files import check_writable
    from sacreval.scoring.sets.set_scores import NamedFile, results_of_sets

    if paper.style == "plain" and (paper.digits is not None or paper.percent):
        name = "--percent" if paper.percent else "--digits"
        raise UsageError(f"{name} is for --style paper here; add that")
    named = [NamedFile.parse(word) for word in files]
    inputs = [str(file.path) for file in named]
    wanted = paper.checked(targets(output, [plot], force=force, inputs=inputs), formats.form)
    report = compare_named(named, options, against)
    rendered = paper.renderer(
        lambda form: render(report, form),
        lambda form, choice: _paper(
            results_of_sets(named, group=options.sets, outputs=options.metric), form, choice
        ),
    )
    names = [test.output for test in report.ranks]
    drawings = {name: own_path(plot, name) if names[1:] else plot for name in names if plot}
    for path in drawings.values():
        check_writable(path, force=force, inputs=inputs)
    write(wanted, rendered, spreadsheet=formats.spreadsheet)
    for name, path in drawings.items():
        _draw(report, name, path)
    show(
        formats.form,
        rendered,
        lambda: [table_over_sets(report)],
        notes(report),
        spreadsheet=formats.spreadsheet,
    )
    for text in report.notices:
        notice(text, quiet=quiet)


def _paper(results: Sequence[Result], form: PaperFormat, choice: Choice) -> str:
    """Return a table for a paper, with the data sets side by side."""
    from sacreval.features.paper.captioned_table import of_results

    return of_results(results, form, choice)


def _draw(report: SetReport, name: str, path: Path) -> None:
    """Draw the ranks by one output."""
    from sacreval.features.compare.comparison_plots import critical_difference_plot

    test = next(test for test in report.ranks if test.output == name)
    ranks = {x.system_id: x.mean_rank for x in report.systems if x.output == name}
    alpha = f"{1 - report.settings.confidence:.4g}"
    critical_difference_plot(
        path,
        mean_ranks=ranks,
        difference=test.critical_difference,
        groups=test.not_distinguished,
        title=f"{name}: mean ranks over {len(test.sets)} data sets, Nemenyi at {alpha}",
    )
