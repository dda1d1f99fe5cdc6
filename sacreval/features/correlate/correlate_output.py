"""Computation of correlations, and their output to files, plots and the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.cli.options.plot_options import LookOptions, parse_plots
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.report.formats import Format

if TYPE_CHECKING:
    from sacreval.cli.options.option_groups import FormatOptions
    from sacreval.cli.options.plot_options import Drawn, Plot
    from sacreval.features.correlate.analysis import TaskRun
    from sacreval.features.correlate.data.score_set import ScoreSet
    from sacreval.features.correlate.tables.correlations import View
    from sacreval.features.paper.captioned_table import PaperFormat
    from sacreval.features.paper.layout import Choice
    from sacreval.features.paper.paper_options import CorrelationPaperOptions
    from sacreval.report.numbers import Numbers
    from sacreval.report.plots.matplotlib_figures import Look


Sort = Annotated[
    str,
    typer.Option(
        metavar="<given|name|coefficient>",
        help="Order of metrics in tables: as given, by name, or by a coefficient, the largest "
        "values first.",
    ),
]
Top = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Show only this number of metrics of each level, by --sort, or by the first "
        "coefficient. Ranks and tests are those among all; JSON, CSV and TSV have all.",
    ),
]
Matrix = Annotated[
    bool,
    typer.Option(
        "--matrix",
        help="Show tests of pairs of metrics as a matrix for each level, which is the default for "
        "more than 20 pairs.",
    ),
]
NoMatrix = Annotated[
    bool, typer.Option("--no-matrix", help="List tests of pairs of metrics, however many.")
]
Notes = Annotated[
    bool,
    typer.Option("--notes", help="Print all notes and signatures below tables, not three lines."),
]


class ViewOptions(OptionGroup):
    """What tables of correlations show."""

    section = "Output"

    sort: Sort = "given"
    top: Top = None
    matrix: Matrix = False
    no_matrix: NoMatrix = False
    notes: Notes = False

    def check(self, test: str | None) -> None:
        """Check that the options have an effect.

        Args:
            test: The test of pairs of metrics, if there is one.

        Raises:
            UsageError: If there are no tests that a matrix could show, or both forms are named.
        """
        if self.matrix and self.no_matrix:
            raise UsageError("--matrix and --no-matrix exclude each other; drop one")
        if (self.matrix or self.no_matrix) and test is None:
            name = "--matrix" if self.matrix else "--no-matrix"
            raise UsageError(f"{name} shows tests of pairs of metrics; add --test, as --test auto")

    def view(self, words: Mapping[str, str], numbers: Numbers) -> View:
        """Return what tables show.

        Args:
            words: Level to the word for it, where the user asked in another word.
            numbers: How numbers are shown.
        """
        from sacreval.features.correlate.tables.correlations import View

        return View(
            sort=self.sort,
            top=self.top,
            matrix=self.matrix or (False if self.no_matrix else None),
            words=words,
            notes=self.notes,
            numbers=numbers,
        )


PLOTS = ("scatter", "forest", "significance", "heatmap", "histogram", "ties")


class CorrelationRequest(NamedTuple):
    """Scores and judgments, and the correlations to compute of them.

    Args:
        tasks: Task to scores and judgments; without tasks, one task with an empty name.
        options: Options of the correlations.
        names: The metrics; `main` stands for the main outputs in the data, `all` for all.
        signature: The signature of the scores, if this run computed them; else the references
            that were chosen.
        of_systems: The signature of metrics' own scores of systems.
        workers: Number of threads.
        progress: Whether progress is shown.
    """

    tasks: Mapping[str, ScoreSet]
    options: CorrelationOptions
    names: tuple[str, ...]
    signature: str | None = None
    of_systems: str | None = None
    workers: int = 1
    progress: bool = True


def present(
    request: CorrelationRequest,
    *,
    plot: list[str] | None,
    looks: LookOptions,
    output: list[Path] | None,
    formats: FormatOptions,
    force: bool,
    shown: ViewOptions,
    paper: CorrelationPaperOptions,
) -> None:
    """Compute correlations, and write, plot and print them."""
    from sacreval.cli.notices import notice
    from sacreval.cli.options.plot_options import save_all
    from sacreval.cli.output import targets, write_and_show
    from sacreval.features.correlate.analysis import ASKED, ready, runs_of, tasks_with_judgments
    from sacreval.features.correlate.data.directions import check_names
    from sacreval.features.correlate.tables.correlations import brief, lines, render, tables
    from sacreval.features.paper.paper_options import OF_FIELD
    from sacreval.io.files import check_writable

    check_names(request.tasks.values(), request.options)
    options = request.options
    runs = runs_of(request.tasks, options, request.names, request.signature, request.of_systems)
    runs = ready(runs)
    tasks = tasks_with_judgments(runs) if options.has_tasks else runs
    plots, look = parse_plots(plot, PLOTS, list(tasks)), looks.look()
    for drawing in plots:
        check_writable(drawing.path, force=force)
    answers = _computed(request, runs, tasks)
    view = shown.view(answers.get(ASKED, {}), paper.numbers)
    view = replace(view, ranked=paper.style in OF_FIELD and options.has_tasks)
    seen = view.of(answers)
    wanted = targets(output, [], force=force)
    notices = looks.without_effect(plots)
    drawn = [_drawn(drawing, tasks[drawing.part], answers, look, notices) for drawing in plots]
    written = paper.renderer(
        lambda form: render(answers, form, view),
        lambda form, choice: _paper(answers, form, choice, view),
    )
    save_all(drawn, look)
    shown_lines = (lines if view.notes else brief)(seen, view)
    write_and_show(wanted, formats, written, lambda: tables(seen, view), shown_lines)
    for text in notices:
        notice(text, quiet=False)


def _computed(
    request: CorrelationRequest, runs: Mapping[str, TaskRun], tasks: Mapping[str, TaskRun]
) -> dict[str, Any]:
    """Compute the correlations and tests, and show the progress."""
    from sacreval.features.correlate.analysis import run_one, run_tasks
    from sacreval.features.correlate.correlate import Execution
    from sacreval.io.progress import bar

    def total() -> int:
        return sum(run.steps() for run in tasks.values())

    with bar("correlations", total, unit="steps", shown=request.progress, lines=True) as advance:
        execution = Execution(request.workers, advance)
        executed = {name: run._replace(execution=execution) for name, run in tasks.items()}
        if request.options.has_tasks:
            return run_tasks(runs, executed)
        return run_one(executed[""])


def _paper(answers: Mapping[str, Any], form: PaperFormat, choice: Choice, view: View) -> str:
    from sacreval.features.correlate.tables.paper_correlations import table_of

    return table_of(answers, form, choice, view)


def _drawn(
    plot: Plot,
    run: TaskRun,
    answers: Mapping[str, Sequence[dict[str, Any]]],
    look: Look,
    notices: list[str],
) -> Drawn:
    """Draw one plot of one task."""
    from sacreval.cli.options.plot_options import Drawn
    from sacreval.features.correlate.correlate_plots import Drawing, draw

    results, tests = (
        [row for row in answers[part] if row.get("task", "") == plot.part]
        for part in ("results", "tests")
    )
    drawing = Drawing(plot, run.data, run.options, run.names, look, notices, results, tests)
    return Drawn(plot, draw(drawing))


def check(
    output: list[Path] | None,
    plot: list[str] | None,
    *,
    force: bool,
    inputs: Sequence[str],
    paper: CorrelationPaperOptions,
    form: Format | None,
) -> list[Path]:
    """Check, before any computation, that all files can be written."""
    from sacreval.cli.output import targets

    drawings = [drawing.path for drawing in parse_plots(plot, PLOTS)]
    wanted = targets(output, drawings, force=force, inputs=inputs)
    return [*(path for path, _ in paper.checked(wanted, form)), *drawings]
