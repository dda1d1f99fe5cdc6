"""The plots of `sacreval correlate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacreval.cli.options.plot_options import Plot, first_panels
from sacreval.errors import UsageError
from sacreval.features.correlate.analysis import asked_levels
from sacreval.features.correlate.correlation_results import to_plain
from sacreval.features.correlate.data.score_origins import Signatures
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import (
    Matrices,
    human_scores,
    metric_names,
    metric_scores,
    select,
)
from sacreval.features.correlate.data.whole_systems import METRIC, has_whole_systems, whole_systems
from sacreval.features.correlate.measures.coefficient_names import LevelMeasure
from sacreval.features.correlate.measures.measures import Measure
from sacreval.features.correlate.measures.orders import similarity_order
from sacreval.features.correlate.measures.tie_calibration import (
    MAX_PAIRS,
    calibrate,
    count_of_pairs,
    pair_table,
)
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.significance.compare_metrics import directed, style_of, tests_of
from sacreval.features.correlate.significance.metric_pairs import compare_family
from sacreval.features.correlate.tables import correlation_plots
from sacreval.report.plots.matplotlib_figures import Look
from sacreval.stats.arrays import jointly_present
from sacreval.stats.association.coefficients import PAIR_ACCURACY
from sacreval.stats.association.levels import Level, group, system_means


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


ONE_GROUP = (Level.SYSTEM, Level.GLOBAL)


def scatter(drawing: Drawing) -> Any:
    """Plot the metrics' scores of systems against human ones, as they are in the input."""
    matrices, what = _matrices(drawing), "means of systems"
    if has_whole_systems(drawing.options):
        what = "scores of systems from files"
    elif drawing.options.system_scores == METRIC:
        what = "scores of systems"
    panels, turned = [], matrices.data.turned or frozenset()
    every_input = drawing.options.every_input
    for metric in drawing.with_panels():
        x, z = matrices.at(metric, Level.SYSTEM, every_input=every_input)
        x = -x if metric in turned else x
        if not every_input:
            x, _ = jointly_present(x, z)
        lines = [
            f"{r['coefficient']} {r['value']:.3f}"
            + (
                f" [{r['interval']['low']:.3f}, {r['interval']['high']:.3f}]"
                if r["interval"]
                else ""
            )
            for r in drawing.of_first(metric=metric, level="system")
            if r["value"] is not None
        ]
        panels.append(correlation_plots.Points(metric, system_means(x), lines))
    z = matrices.at(matrices.metrics[0], Level.SYSTEM).z
    return correlation_plots.scatter(
        panels,
        human=system_means(-z if matrices.human in turned else z),
        systems=drawing.data.systems,
        human_name=drawing.options.human_score,
        what=what,
        references=sorted(drawing.data.references),
        look=drawing.look,
    )


def forest(drawing: Drawing) -> Any:
    """Plot all metrics with their intervals."""
    bars = []
    wanted = {"level": drawing.level.value, "coefficient": drawing.measure.name}
    shown = drawing.of_first(**wanted)
    confidence = {r["interval"]["confidence"] for r in shown if r["interval"]}
    intervals = "".join(f", {100 * level:g} % intervals" for level in confidence)
    for r in shown:
        interval = r["interval"] or {"low": np.nan, "high": np.nan}
        value = np.nan if r["value"] is None else r["value"]
        bars.append(correlation_plots.Bar(r["metric"], value, interval["low"], interval["high"]))
    return correlation_plots.forest(
        bars,
        title=f"{drawing.title}{intervals}",
        value_name=drawing.measure.name,
        look=drawing.look,
    )


def significance(drawing: Drawing) -> Any:
    """Plot which metrics are significantly better, by the tests of the run or those of `--test`."""
    if len(drawing.names) < 2:  # a comparison needs two
        raise UsageError("--plot significance compares metrics and needs two; use --metric all")
    place = drawing.level.value, drawing.measure.name
    tests = [t for t in drawing.tests if (t["level"], t["coefficient"]) == place]
    tests = tests or _tested(drawing)
    first = tests[0]
    names = list(dict.fromkeys(name for t in tests for name in (t["metric_a"], t["metric_b"])))

    def number(value: float | None) -> float:
        return float("nan") if value is None else value

    rows = (
        (t["metric_a"], t["metric_b"], t["delta"] or 0.0, number(t["p_adjusted"])) for t in tests
    )
    return correlation_plots.significance_grid(
        names=names,
        p_adjusted=directed(names, rows, two_sided=first["alternative"] == "two-sided"),
        title=f"{drawing.title}\n{_basis(first)}",
        alpha=first["alpha"],
        look=drawing.look,
    )


def _basis(test: dict[str, Any]) -> str:
    """Describe the tests that a plot shows."""
    over = f" over {test['n_tests']} tests" if test["correction"] != "none" else ""
    return f"{test['test']}, {test['alternative']}, correction {test['correction']}{over}"


def _tested(drawing: Drawing) -> list[dict[str, Any]]:
    """Test all pairs of metrics as `--test` would."""
    options = drawing.options
    family = compare_family(_matrices(drawing), options.cells[0], options.trial)
    style = style_of(options, Signatures())
    return [to_plain(test) for test in tests_of(family, style)]


def _matrices(drawing: Drawing) -> Matrices:
    """Return the scores that the run correlates."""
    options = drawing.options
    return Matrices.of(drawing.data, drawing.names, options.human_score, options.system_scores)


def heatmap(drawing: Drawing) -> Any:
    """Plot the correlations of metrics with each other and with human judgments, which are first.

    Metrics are in the order of their similarity, from the end that is closer to the judgments.
    """
    human, matrices = drawing.options.human_score, _matrices(drawing)
    sides = {human: matrices.z, **matrices.x}
    if drawing.level is Level.SYSTEM:
        cell = LevelMeasure(drawing.level, drawing.measure)
        of_systems = {name: matrices.of_measure(name, cell) for name in drawing.names}
        sides = {human: next(iter(of_systems.values())).z}
        sides |= {name: side.x for name, side in of_systems.items()}
    names = list(sides)
    values = np.array(
        [
            [drawing.measure.of(sides[a], sides[b], drawing.level).value for b in names]
            for a in names
        ]
    )
    order = [0, *(1 + place for place in similarity_order(values[1:, 1:], values[1:, 0]))]
    shown = [names[place] for place in order]
    return correlation_plots.heatmap(
        rows=shown,
        columns=shown,
        values=values[np.ix_(order, order)],
        title=drawing.title,
        look=drawing.look,
    )


def histogram(drawing: Drawing) -> Any:
    """Plot the distribution of the metrics' correlations by group of the first level with groups.

    Raises:
        UsageError: If no level has groups.
    """
    cell = next((cell for cell in drawing.options.cells if cell.level not in ONE_GROUP), None)
    if cell is None:
        raise UsageError(
            f"--plot histogram shows one value for each group, and {drawing.at(drawing.level)} has "
            "one group; add --level summary"
        )
    z = human_scores(drawing.data, drawing.options.human_score)
    return correlation_plots.histograms(
        [
            (metric, cell.measure.of(metric_scores(drawing.data, metric), z, cell.level).each)
            for metric in drawing.with_panels()
        ],
        title=f"{drawing.options.human_score}, {drawing.at(cell.level)}, {cell.measure.name}",
        value_name=cell.measure.name,
        look=drawing.look,
    )


def ties(drawing: Drawing) -> Any:
    """Plot the metrics' pairwise accuracy by tie threshold."""
    return correlation_plots.tie_curves(
        [_tie_curve(drawing, metric) for metric in drawing.with_panels()],
        title=f"{drawing.options.human_score}, {drawing.at(drawing.level)}",
        look=drawing.look,
    )


def _tie_curve(drawing: Drawing, metric: str) -> correlation_plots.TieCurve:
    x, z = _matrices(drawing).at(metric, drawing.level)
    groups = group(x, z, drawing.level, PAIR_ACCURACY)
    pairs = count_of_pairs(groups)
    if not 0 < pairs <= MAX_PAIRS:
        raise UsageError(
            f"--plot ties: {pairs} pairs of outputs at {drawing.at(drawing.level)}, and a curve "
            f"needs 1 to {MAX_PAIRS}; name another --level first"
        )
    fitted = calibrate(pair_table(groups))
    return correlation_plots.TieCurve(metric, fitted.epsilons, fitted.accuracies, fitted.epsilon)


PLOTS: dict[str, Callable[[Drawing], Any]] = {
    "scatter": scatter,
    "forest": forest,
    "significance": significance,
    "heatmap": heatmap,
    "histogram": histogram,
    "ties": ties,
}


def draw(drawing: Drawing) -> Any:
    """Draw one plot."""
    options = drawing.options
    chosen = select(drawing.data, options.human_score, options.filters)
    names = metric_names(
        drawing.data,
        drawing.names,
        options.human_score,
        whole_systems=whole_systems(options),
        systems=options.systems,
    )
    return PLOTS[drawing.plot.kind](drawing._replace(data=chosen, names=names))
