"""What `sacreval correlate` found, and the way from there to files, plots and the screen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.meta.options import CorrelationOptions
from sacreval.report.formats import Format

if TYPE_CHECKING:
    from sacreval.meta.score_set import ScoreSet


class Found(NamedTuple):
    """What questions are asked of.

    Args:
        tasks: Task to scores and judgments; without tasks, one without a name.
        asked: The questions.
        names: The metrics; `all` is every metric in the data.
        signature: Of the scores, where they were made here; else the references chosen.
    """

    tasks: Mapping[str, ScoreSet]
    asked: CorrelationOptions
    names: tuple[str, ...]
    signature: str | None = None


def present(
    found: Found,
    *,
    plot: list[str] | None,
    output: list[Path] | None,
    form: Format | None,
    force: bool,
    spreadsheet: bool,
) -> None:
    """Answer, write, draw and print.

    Args:
        found: What questions are asked of.
        plot: KIND=FILE; each task has a file of its own.
        output: Files to write.
        form: What is printed.
        force: Replace files that exist.
        spreadsheet: Write CSV and TSV without formulas.
    """
    from sacreval.cli.correlate_plots import Drawing, draw
    from sacreval.cli.output import show, targets, write
    from sacreval.io.files import check_writable
    from sacreval.meta.analysis import TaskRun, run_one, run_tasks, tasks_with_judgments
    from sacreval.report.meta_report import lines, render, tables

    runs = {
        name: TaskRun(data, found.asked, found.names, found.signature)
        for name, data in found.tasks.items()
    }
    tasks = tasks_with_judgments(runs) if found.asked.tasks_by else runs
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
    answers = run_tasks(runs, tasks) if found.asked.tasks_by else run_one(runs[""])
    wanted = targets(output, [], force=force)
    write(wanted, lambda form: render(answers, form), spreadsheet=spreadsheet)
    for kind, path, name in drawings:
        one = tasks[name]
        results, tests = (
            [r for r in answers[part] if r.get("task", "") == name] for part in ("results", "tests")
        )
        draw(kind, Drawing(path, one.data, one.options, one.names, results, tests))
    show(
        form,
        lambda form: render(answers, form),
        lambda: tables(answers),
        lines(answers),
        spreadsheet=spreadsheet,
    )


def check(
    output: list[Path] | None, plot: list[str] | None, *, force: bool, inputs: Sequence[str]
) -> list[Path]:
    """Refuse files that cannot be written before anything is computed.

    Args:
        output: Files to write.
        plot: KIND=FILE.
        force: Replace files that exist.
        inputs: Files that are read, and never replaced.

    Returns:
        The files.
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
    """Return the file of the plot of a task: plot.png becomes plot-en-de.png."""
    ending = re.sub(r"[^\w.-]+", "-", task)
    return path.with_name(f"{path.stem}-{ending}{path.suffix}") if task else path
