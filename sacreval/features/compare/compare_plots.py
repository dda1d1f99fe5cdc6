"""The plots of `sacreval compare`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sacreval.cli.options.plot_options import Drawn, Plot, first_panels
from sacreval.errors import UsageError
from sacreval.report.result_tables import by_output

if TYPE_CHECKING:
    from sacreval.features.compare.result import Comparison, ComparisonReport
    from sacreval.report.plots.matplotlib_figures import Look

KINDS = ("forest", "outcomes")
KINDS_HELP = (
    "the differences from the base with their intervals (forest), or the records on which systems "
    "win, tie and lose (outcomes)"
)


def draw(
    plots: Sequence[Plot], report: ComparisonReport, look: Look, notices: list[str]
) -> list[Drawn]:
    """Draw the plots of a comparison."""
    return [Drawn(plot, _figure(plot, report.comparisons, look, notices)) for plot in plots]


def _figure(plot: Plot, comparisons: Sequence[Comparison], look: Look, notices: list[str]) -> Any:
    from sacreval.features.compare import comparison_plots
    from sacreval.report.display_names import display_names

    names = display_names(comparisons)
    shown = [c for c in comparisons if (c.dataset or "") == plot.part]
    if plot.kind == "outcomes":
        without = dict.fromkeys(c.output for c in shown if c.wins is None)
        if without:
            listed = ", ".join(names[output] for output in without)
            notices.append(f"{plot.path}: {listed} left out, of which neither direction is better")
        shown = [c for c in shown if c.wins is not None]
    if not shown and (tasks := list(dict.fromkeys(x.dataset for x in comparisons if x.dataset))):
        from sacreval.scoring.rows.tasks_apart import choose

        problem = "systems without a common instance are compared on each task; leave it out"
        raise UsageError(f"--plot {plot.kind}: {problem}{choose(tasks)}")
    if not shown:
        raise UsageError(f"--plot {plot.kind}: no systems were compared; give two or more")
    panels = [(names[output], rows) for output, rows in by_output(shown).items()]
    panels = list(first_panels(plot, panels, "outputs", notices))
    return getattr(comparison_plots, plot.kind)(panels, look=look)
