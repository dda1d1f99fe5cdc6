"""`sacreval compare results`: systems over several data sets, from result files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Base, Force, Outputs, Quiet
from sacreval.cli.options.option_groups import FormatOptions, ResamplingOptions
from sacreval.cli.options.plot_options import own_path
from sacreval.errors import UsageError
from sacreval.features.paper.paper_options import PaperOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.core.results import Result
    from sacreval.features.compare.sets.result import SetReport
    from sacreval.features.paper.layout import Choice
    from sacreval.features.paper.table import PaperFormat

TEXT = "Compare systems over several data sets, with the sets as units, from result files."
NEED_BAYES = ("--rope", "--test-share")


@dataclass(frozen=True, kw_only=True)
class SetOptions:
    """What is compared over data sets.

    Args:
        sets: Group whose values are the data sets, of results of `evaluate --by`; by default each
            file is one.
        runs: Text before the run in the names of systems, such as @ in model@1 and model@2; runs
            of a model are averaged, and compared by almost stochastic order. The last such text
            counts.
        metric: An output of the result files; repeat it. By default all.
        bayes: Also compute the probabilities that a system is worse than the base, practically the
            same, or better: by the t distribution and by Bayesian signed ranks.
        rope: With --bayes, the largest difference that is practically none, in units of the scores.
        test_share: With --bayes, for the folds of one data set: records of a fold over all records,
            such as 0.1 for ten folds; 0 for sets that share nothing.
    """

    sets: str | None = None
    runs: str | None = None
    metric: tuple[str, ...] = ()
    bayes: bool = False
    rope: float = 0.0
    test_share: float = 0.0


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
    base: Base = None,
    resampling: ResamplingOptions,
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
    context: typer.Context,
) -> None:
    """Compare systems over data sets."""
    from sacreval.cli.options.unused_options import given
    from sacreval.cli.output import show, targets, write
    from sacreval.features.compare.sets.compare_sets import compare_sets
    from sacreval.features.compare.sets.result import SetSettings
    from sacreval.features.compare.sets.tables import notes, render, tables
    from sacreval.io.files import check_writable
    from sacreval.scoring.sets.set_scores import NamedFile, read_set_scores, results_of_sets

    if paper.style == "plain" and (paper.digits is not None or paper.percent):
        name = "--percent" if paper.percent else "--digits"
        raise UsageError(f"{name} is for --style paper here; add that")
    named = [NamedFile.parse(word) for word in files]
    inputs = [str(one.path) for one in named]
    wanted = paper.checked(targets(output, [plot], force=force, inputs=inputs), formats.form)
    settings = SetSettings(
        base=base,
        bayes=options.bayes,
        rope=options.rope,
        test_share=options.test_share,
        runs=options.runs,
        **vars(resampling),
    ).checked()
    table = read_set_scores(named, group=options.sets, outputs=options.metric, runs=options.runs)
    report = compare_sets(table, settings)
    rendered = paper.renderer(
        lambda form: render(report, form),
        lambda form, choice: _paper(
            results_of_sets(named, group=options.sets, outputs=options.metric), form, choice
        ),
    )
    drawings = _drawings(plot, report)
    for path in drawings.values():
        check_writable(path, force=force, inputs=inputs)
    write(wanted, rendered, spreadsheet=formats.spreadsheet)
    for name, path in drawings.items():
        _draw(report, name, path)
    show(
        formats.form,
        rendered,
        lambda: tables(report),
        notes(report),
        spreadsheet=formats.spreadsheet,
    )
    for text in [*report.notices, *_without_effect(options, set(given(context)))]:
        notice(text, quiet=quiet)


def _paper(results: Sequence[Result], form: PaperFormat, choice: Choice) -> str:
    """Return a table for a paper, with the data sets side by side."""
    from sacreval.features.paper.table import of_results

    return of_results(results, form, choice)


def _without_effect(options: SetOptions, words: set[str]) -> list[str]:
    """Describe options of the command line that have no effect."""
    needs = {} if options.bayes else dict.fromkeys(NEED_BAYES, "--bayes")
    if options.runs is None:
        needs |= {"--resamples": "--runs"} | ({} if options.bayes else {"--seed": "--runs"})
    return [f"without {x}, {name} has no effect" for name, x in needs.items() if name in words]


def _drawings(plot: Path | None, report: SetReport) -> dict[str, Path]:
    """Map each output to the file of its plot."""
    names = [one.output for one in report.ranks]
    if plot is None or len(names) == 1:
        return dict.fromkeys(names, plot) if plot is not None else {}
    if not names:
        raise UsageError("--plot draws ranks over data sets, and this is one set; give more sets")
    return {name: own_path(plot, name) for name in names}


def _draw(report: SetReport, name: str, path: Path) -> None:
    """Draw the ranks by one output."""
    from sacreval.features.compare.sets.critical_difference import critical_difference_plot

    test = next(one for one in report.ranks if one.output == name)
    ranks = {
        one.system_id: one.mean_rank
        for one in report.systems
        if one.output == name and one.mean_rank is not None
    }
    alpha = f"{1 - report.settings.confidence:.4g}"
    critical_difference_plot(
        path,
        mean_ranks=ranks,
        difference=test.critical_difference,
        groups=test.not_distinguished,
        title=f"{name}: mean ranks over {len(test.sets)} data sets, Nemenyi at {alpha}",
    )
