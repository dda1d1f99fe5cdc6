"""Computation of correlations, and their output to files, plots and the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.meta.options import CorrelationOptions
from sacreval.report.formats import Format

if TYPE_CHECKING:
    from sacreval.cli.correlation_view_options import ViewOptions
    from sacreval.meta.score_set import ScoreSet


class CorrelationRequest(NamedTuple):
    """Scores and judgments, and the correlations to compute of them.

    Args:
        tasks: Task to scores and judgments; without tasks, one task with an empty name.
        options: Options of the correlations.
        names: The metrics; `all` is every metric in the data.
        signature: The signature of the scores, if this run computed them; else the references
            that were chosen.
    """

    tasks: Mapping[str, ScoreSet]
    options: CorrelationOptions
    names: tuple[str, ...]
    signature: str | None = None

    def words(self) -> dict[str, str]:
        """Return each level that was asked for by another name, with that name."""
        from sacreval.meta.lookup import level_named

        asked = {level_named(word).value: word for word in self.options.level}
        return {level: word for level, word in asked.items() if level != word}


def present(
    request: CorrelationRequest,
    *,
    plot: list[str] | None,
    output: list[Path] | None,
    form: Format | None,
    force: bool,
    spreadsheet: bool,
    shown: ViewOptions,
) -> None:
    """Compute correlations, and write, plot and print them.

    Args:
        request: The data, and the correlations to compute.
        plot: Texts KIND=FILE; with tasks, one file for each.
        output: Files to write.
        form: Format of the printed results.
        force: Whether existing files may be replaced.
        spreadsheet: Whether CSV and TSV are written without formulas.
        shown: What tables show.
    """
    from sacreval.cli.correlate_plots import Drawing, draw
    from sacreval.cli.output import show, targets, write
    from sacreval.io.files import check_writable
    from sacreval.meta.analysis import TaskRun, run_one, run_tasks, tasks_with_judgments
    from sacreval.report.correlations import lines, render, tables

    runs = {
        name: TaskRun(data, request.options, request.names, request.signature)
        for name, data in request.tasks.items()
    }
    tasks = tasks_with_judgments(runs) if request.options.tasks_by else runs
    drawings = [
        (kind, _own_path(path, name), name) for kind, path in _plots(plot) for name in tasks
    ]
    taken: dict[Path, str] = {}
    for _, path, name in drawings:
        if path in taken:
            raise UsageError(
                f"the plots of tasks '{taken[path]}' and '{name}' would both be {path}; rename one"
            )
        taken[path] = name
        check_writable(path, force=force)
    answers = run_tasks(runs, tasks) if request.options.tasks_by else run_one(runs[""])
    view = shown.view(request.words())
    seen = view.of(answers)
    wanted = targets(output, [], force=force)
    write(wanted, lambda form: render(answers, form, view), spreadsheet=spreadsheet)
    for kind, path, name in drawings:
        one = tasks[name]
        results, tests = (
            [r for r in answers[part] if r.get("task", "") == name] for part in ("results", "tests")
        )
        draw(kind, Drawing(path, one.data, one.options, one.names, results, tests))
    show(
        form,
        lambda form: render(answers, form, view),
        lambda: tables(seen, matrix=view.matrix),
        lines(seen, matrix=view.matrix),
        spreadsheet=spreadsheet,
    )


def check(
    output: list[Path] | None, plot: list[str] | None, *, force: bool, inputs: Sequence[str]
) -> list[Path]:
    """Check, before any computation, that all files can be written.

    Args:
        output: Files to write.
        plot: Texts KIND=FILE.
        force: Whether existing files may be replaced.
        inputs: Input files, which are never replaced.

    Returns:
        The files to write.
    """
    from sacreval.cli.output import targets

    drawings = [path for _, path in _plots(plot)]
    return [
        *(path for path, _ in targets(output, drawings, force=force, inputs=inputs)),
        *drawings,
    ]


def _plots(plot: list[str] | None) -> list[tuple[str, Path]]:
    made = []
    for entry in plot or ():
        kind, equals, path = entry.partition("=")
        if not equals:
            raise UsageError(f"--plot {entry}: write KIND=FILE, as in scatter=plot.png")
        made.append((kind, Path(path)))
    return made


def _own_path(path: Path, task: str) -> Path:
    """Return the file of a task's plot: plot.png becomes plot-en-de.png."""
    ending = re.sub(r"[^\w.-]+", "-", task)
    return path.with_name(f"{path.stem}-{ending}{path.suffix}") if task else path
