"""What a plot of `sacreval correlate` shows: the data, the options and the results of its run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sacreval.cli.options.plot_options import Plot, first_panels
from sacreval.features.correlate.analysis import asked_levels
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.measures.measures import Measure
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.report.plots.plot_look import Look
from sacreval.stats.association.levels import Level


class Drawing(NamedTuple):
    """A plot to draw.

    Args:
        plot: Its kind and file.
        data: The scores and judgments.
        options: The options; a plot of one level and coefficient uses the first named.
        names: The metrics.
        look: Title, size and text.
        notices: What is left out is appended here.
        results: The correlations, as in JSON.
        tests: The tests of the run, as in JSON; empty if it has none.
    """

    plot: Plot
    data: ScoreSet
    options: CorrelationOptions
    names: Sequence[str]
    look: Look
    notices: list[str]
    results: Sequence[dict[str, Any]]
    tests: Sequence[dict[str, Any]] = ()

    @property
    def level(self) -> Level:
        """The first level."""
        return self.options.cells[0].level

    @property
    def measure(self) -> Measure:
        """The first coefficient."""
        return self.options.cells[0].measure

    @property
    def title(self) -> str:
        """The title of the plot."""
        return f"{self.options.human_score}, {self.at(self.level)}, {self.measure.name}"

    def at(self, level: Level) -> str:
        """Return a level in the word with which it was asked for, as `segment level`."""
        return f"{asked_levels(self.options).get(level.value, level.value)} level"

    def of_first(self, **wanted: str) -> list[dict[str, Any]]:
        """Return the results whose fields have certain values."""
        return [r for r in self.results if all(r[k] == v for k, v in wanted.items())]

    def with_panels(self) -> Sequence[str]:
        """Return the metrics that have a panel."""
        return first_panels(self.plot, self.names, "metrics", self.notices)
