"""`plan` as a Python function: from result files or guesses to a printable plan and its plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, Unpack

import msgspec

from sacreval.cli.options.python_options import options_of, with_options
from sacreval.core.options.python_functions import warn
from sacreval.errors import UsageError
from sacreval.features.plan import plan_guesses
from sacreval.features.plan.options import (
    GuessOptions,
    PlanArguments,
    PowerOptions,
    QuestionOptions,
    ReadOptions,
)
from sacreval.features.plan.plan_guesses import Guesses, spread_of
from sacreval.features.plan.plan_records import PlanSelection, read_cases
from sacreval.features.plan.plan_rows import Case, Planning, best_samples, curve, plannings, rows
from sacreval.features.plan.plan_sentences import answer, assumptions
from sacreval.features.plan.result import BestSamples, Curve, Plan, PlanRow, PlanSettings
from sacreval.features.plan.tables import Planned
from sacreval.report.plots.matplotlib_figures import (
    DARK,
    MUTED,
    PALETTE,
    literal,
    new_figure,
    plain,
    plain_axes,
    save,
)

LEAST_CURVE = 10  # items at the left end of a curve


@with_options(ReadOptions, GuessOptions, QuestionOptions, PowerOptions)
def plan(
    results: str | Path | Sequence[str | Path] = (),
    *,
    plot: str | Path | None = None,
    **options: Unpack[PlanArguments],
) -> Planned:
    """Compute how many items, samples, groups and raters find a difference, and how often.

    Args:
        results: Result files with scores of records; a system in several files was run several
            times. Without files, guesses describe how scores vary.
        plot: A file for a plot of power by number of items: .png, .svg, .pdf or .html.
        **options: What is read, guesses, sizes and costs, by the options of the command.

    Returns:
        The plan. It prints as the command prints.

    Raises:
        SacrevalError: If a file, an option or a guess is wrong; the message says what to do.
    """
    files = [results] if isinstance(results, str | Path) else results
    computed = make_plan(
        [Path(path) for path in files],
        options_of(ReadOptions, options),
        options_of(GuessOptions, options),
        options_of(QuestionOptions, options),
        options_of(PowerOptions, options),
    )
    if plot is not None:
        draw(computed, Path(plot))
    for notice in computed.plan.notices:
        warn(notice)
    return Planned(computed.plan)


class PlanOfCases(NamedTuple):
    """A plan, and the cases that it is for."""

    plan: Plan
    cases: list[Case]


def make_plan(
    paths: Sequence[Path],
    read: ReadOptions,
    guessed: GuessOptions,
    question: QuestionOptions,
    how: PowerOptions,
) -> PlanOfCases:
    """Compute a plan."""
    wanted = PlanSelection(read.metric, read.base, tuple(read.other or ()), read.resample_by)
    guesses = Guesses(**vars(guessed))
    settings = msgspec.convert(
        {name: x for name, x in {**vars(question), **vars(how)}.items() if x is not None},
        PlanSettings,
    )
    plan_guesses.check_settings(settings)
    plan_guesses.check_guesses(guesses)
    if paths:
        cases, notices = read_cases(paths, wanted, guesses, settings)
    else:
        _refuse_unread(wanted)
        cases, notices = [Case("", spread_of(guesses, settings))], []
    by_case = [(case, list(rows(case, settings))) for case in cases]
    every = [row for _, listed in by_case for row in listed]
    plan = Plan(
        settings=settings,
        answers=[answer(case, listed, settings) for case, listed in by_case],
        assumptions=list(assumptions(cases, every, settings)),
        rows=every,
        spreads={case.systems: case.spread for case in cases},
        best_samples=_best(cases, settings),
        notices=notices,
    )
    return PlanOfCases(plan, cases)


def _refuse_unread(wanted: PlanSelection) -> None:
    for option, value in (
        ("--metric", wanted.output),
        ("--base", wanted.base),
        ("--other", wanted.other),
        ("--resample-by", wanted.unit),
    ):
        if value:
            raise UsageError(f"{option} names a part of a result file; name the file too")


def _best(cases: Sequence[Case], settings: PlanSettings) -> list[BestSamples]:
    if settings.cost_item is None:
        return []
    return [best_samples(case, settings) for case in cases if case.spread.within > 0]


def draw(computed: PlanOfCases, path: Path) -> None:
    """Draw power, or the smallest difference or half-width, by the number of items."""
    settings = computed.plan.settings
    sizes = [row.items for row in computed.plan.rows]
    low, high = min(LEAST_CURVE, *sizes), 2 * max(sizes)
    lines = [
        curve(planning, _name(planning), low, high)
        for case in computed.cases
        for planning in plannings(case, settings)
    ]
    power_curve(path, Curves(lines, computed.plan.rows, settings, computed.plan.answers))


def _name(planning: Planning) -> str:
    """Name a line by what differs between lines."""
    settings, scenario = planning.settings, planning.scenario
    parts = [planning.case.systems] if planning.case.systems else []
    for number, several, what in (
        (scenario.samples, settings.samples or settings.cost_sample, "samples"),
        (scenario.raters, settings.raters[1:], "raters"),
        (scenario.comparisons, settings.comparisons[1:], "comparisons"),
    ):
        parts += [f"{number} {what}"] if several else []
    return ", ".join(parts)


LINE = 105  # characters of a line of the title
TITLE_LINES = 3  # a longer answer is cut


class Curves(NamedTuple):
    """What a plot shows.

    Args:
        lines: The lines.
        rows: The rows of the plan; simulated powers are drawn as points with their errors.
        settings: What was asked.
        answers: Sentences, the first of which is the title.
    """

    lines: Sequence[Curve]
    rows: Sequence[PlanRow]
    settings: PlanSettings
    answers: Sequence[str]


def power_curve(path: str | Path, curves: Curves) -> Path:
    """Draw the lines of a plan over a logarithmic number of items."""
    figure, axes = new_figure(6.6, 4.0)
    named = any(line.name for line in curves.lines)
    for j, line in enumerate(curves.lines):
        values = [float("nan") if value is None else value for value in line.values]
        colour = PALETTE[j % len(PALETTE)]
        axes.plot(line.items, values, color=colour, lw=1.6, label=plain(line.name) or None)
    _draw_simulated(axes, curves)
    what, goal = _axis(curves)
    if goal is not None:
        axes.axhline(goal, color=MUTED, lw=1, ls="--")
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    if named and len(curves.lines) > 1:
        axes.legend(frameon=False, fontsize=8)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.xaxis.set_minor_formatter("")
    title = curves.answers[0] if curves.answers else what
    lines = wrap(title, LINE, max_lines=TITLE_LINES, placeholder=" …")
    axes.set_title("\n".join(map(literal, lines)), loc="left", fontsize=8)
    plain_axes(axes, x="items", y=what)
    return save(figure, path, title)


def _axis(curves: Curves) -> tuple[str, float | None]:
    """Return the label of the vertical axis, and the value that is asked for."""
    settings = curves.settings
    if settings.goal == "interval":
        return "half-width of the interval", settings.half_width
    if any(row.difference is not None for row in curves.rows):
        return "power", settings.power
    return f"smallest difference at power {settings.power:g}", None


def _draw_simulated(axes: object, curves: Curves) -> None:
    from matplotlib.axes import Axes

    drawn = [row for row in curves.rows if row.power_error is not None]
    if drawn and isinstance(axes, Axes):
        axes.errorbar(
            [row.items for row in drawn],
            [row.power or 0.0 for row in drawn],
            yerr=[row.power_error or 0.0 for row in drawn],
            fmt="o", ms=4, color=DARK, lw=1, label="simulated",
        )  # fmt: skip
