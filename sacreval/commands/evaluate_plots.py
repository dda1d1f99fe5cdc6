"""The plots of `sacreval evaluate`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sacreval.cli.options.plot_options import (
    Drawn,
    Plot,
    first_panels,
    parse_plots,
    save_all,
)
from sacreval.errors import UsageError
from sacreval.report.result_tables import by_output

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.cli.run_context import PreparedSets
    from sacreval.core.results import Result
    from sacreval.report.plots.matplotlib_figures import Look
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.length_bins import ReferenceLengths
    from sacreval.scoring.sets.data_sets import DataSet

LENGTHS, GROUPS, PRECISIONS = KINDS = ("lengths", "groups", "precisions")
KINDS_HELP = (
    "the scores by length of reference (lengths) or by group of --by (groups), or the precisions "
    "of n-grams of BLEU (precisions)"
)
_PRECISION = r"precision_\d+"


class EvaluatePlots(NamedTuple):
    """The plots of a run.

    Args:
        plots: What is drawn.
        look: Title, size and text.
        lengths: Data set to the lengths of its references; empty if no plot needs them.
    """

    plots: Sequence[Plot]
    look: Look
    lengths: dict[str | None, ReferenceLengths]

    @property
    def need_rows(self) -> bool:
        """Whether the rows of single records are needed."""
        return any(plot.kind == LENGTHS for plot in self.plots)

    @property
    def files(self) -> list[Path]:
        """The files to write."""
        return [plot.path for plot in self.plots]

    @classmethod
    def of(
        cls,
        texts: Sequence[str] | None,
        look: Look,
        sets: Sequence[DataSet],
        by: Sequence[str] | None,
    ) -> Self:
        """Parse the values of --plot, and check that the run has what the plots show.

        Args:
            texts: The values of --plot.
            look: Title, size and text.
            sets: The data sets of the run, with their metrics.
            by: The values of --by.

        Raises:
            UsageError: If it does not.
        """
        from sacreval.scoring.rows.subset import has_details

        plots = parse_plots(texts, KINDS, [data_set.name or "" for data_set in sets])
        entries = [entry for data_set in sets for entry in data_set.entries]
        kinds = {plot.kind for plot in plots}
        if GROUPS in kinds and not (by or any(entry.by for entry in entries)):
            raise UsageError("--plot groups shows the groups of --by; give that too")
        if PRECISIONS in kinds and not any(has_details(entry.metric) for entry in entries):
            raise UsageError(_NO_PRECISIONS)
        return cls(plots, look, {})

    def watching(self, ready: PreparedSets) -> PreparedSets:
        """Return the data sets, whose lengths of references are kept if a plot needs them."""
        if not self.need_rows:
            return ready
        from msgspec.structs import replace

        from sacreval.scoring.length_bins import ReferenceLengths

        sets = []
        for prepared in ready.sets:
            kept = self.lengths[prepared.dataset] = ReferenceLengths()
            sets.append(replace(prepared, batches=kept.watch(prepared.batches)))
        return replace(ready, sets=sets)

    def draw(
        self,
        evaluations: Mapping[str | None, Evaluation],
        results: Sequence[Result],
        notices: list[str],
    ) -> list[Drawn]:
        """Draw the plots.

        Args:
            evaluations: Data set to its rows.
            results: The results of all data sets.
            notices: What is left out is appended here.

        Raises:
            UsageError: If there is nothing to draw.
        """
        drawn = []
        for plot in self.plots:
            shown = [result for result in results if (result.dataset or "") == plot.part]
            match plot.kind:
                case "lengths":
                    figure = self._lengths(plot, evaluations[plot.part or None], shown, notices)
                case "groups":
                    figure = self._groups(plot, shown, notices)
                case _:
                    figure = self._precisions(plot, shown, notices)
            drawn.append(Drawn(plot, figure))
        return drawn

    def save(self, drawn: Sequence[Drawn]) -> None:
        """Write the figures to their files."""
        save_all(drawn, self.look)

    def _lengths(
        self, plot: Plot, evaluation: Evaluation, results: Sequence[Result], notices: list[str]
    ) -> Any:
        import numpy as np

        from sacreval.report.display_names import display_names
        from sacreval.report.plots.score_plots import Panel, PlotLine, lengths
        from sacreval.scoring.length_bins import range_label, scores_by_length

        names = display_names(results)
        bins = self.lengths[plot.part or None].bins()
        scores = by_output(scores_by_length(evaluation, bins))
        shown = first_panels(plot, list(scores.items()), "outputs", notices)
        counts = [x.counts for _, systems in shown for x in systems]
        panels = [
            Panel(
                names[output],
                [PlotLine(x.system, np.array(x.values, dtype=float)) for x in systems],
            )
            for output, systems in shown
        ]
        numbers = [range_label(column) for column in zip(*counts, strict=True)]
        return lengths(panels, bins=bins.labels, counts=numbers, unit=bins.unit, look=self.look)

    def _groups(self, plot: Plot, results: Sequence[Result], notices: list[str]) -> Any:
        from sacreval.report.display_names import display_names
        from sacreval.report.plots.score_plots import groups

        names = display_names(results)
        broken_down = {result.output for result in results if result.group}
        results_of = by_output(result for result in results if result.output in broken_down)
        if not results_of:
            raise UsageError("--plot groups: no metric has scores of groups")
        panels = [(names[output], those) for output, those in results_of.items()]
        shown = first_panels(plot, panels, "outputs", notices)
        return groups(shown, look=self.look)

    def _precisions(self, plot: Plot, results: Sequence[Result], notices: list[str]) -> Any:
        import numpy as np

        from sacreval.report.display_names import display_names
        from sacreval.report.plots.score_plots import Panel, PlotLine, precisions

        names = display_names(results)
        panels = []
        for output, members in by_output(r for r in results if r.group is None).items():
            lines = []
            for result in members:
                values = [y.value for x, y in result.details.items() if re.fullmatch(_PRECISION, x)]
                if values:
                    lines.append(PlotLine(result.system_id, np.array(values)))
            if lines:
                panels.append(Panel(names[output], lines))
        if not panels:
            raise UsageError(_NO_PRECISIONS)
        return precisions(first_panels(plot, panels, "outputs", notices), look=self.look)


def wrong_plots(texts: Sequence[str]) -> list[str]:
    """Return what is wrong with the values of --plot in a config, a sentence each."""
    from sacreval.cli.config_mistakes import fault

    faults = (fault(lambda value: parse_plots([value], KINDS), text) for text in texts)
    return [sentence for sentence in faults if sentence]


_NO_PRECISIONS = "--plot precisions shows the precisions of n-grams of BLEU; add the metric bleu"
