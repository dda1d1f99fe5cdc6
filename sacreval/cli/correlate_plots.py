"""The plots of `sacreval correlate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacreval.errors import UsageError, nearest
from sacreval.meta.correlation_results import to_plain
from sacreval.meta.measures import Measure
from sacreval.meta.metric_pairs import compare_family
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.report_tests import directed, style_of, tests_of
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.selection import human_scores, metric_names, metric_scores, select
from sacreval.meta.sides import Matrices
from sacreval.report import plots
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.coefficients import PAIR_ACCURACY
from sacreval.stats.levels import Level, group, system_means
from sacreval.stats.tie_calibration import MAX_PAIRS, calibrate, count_of_pairs, pair_table


class Drawing(NamedTuple):
    """A plot to draw.

    Args:
        path: The file to write.
        data: The scores and judgments.
        options: The options; a plot of one level and coefficient uses the first named.
        names: The metrics.
        results: The correlations, as in JSON.
        tests: The tests of the run, as in JSON; empty if it has none.
    """

    path: Path
    data: ScoreSet
    options: CorrelationOptions
    names: Sequence[str]
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
        return f"{self.options.human}, {self.level.value} level, {self.measure.name}"

    def of_first(self, **wanted: str) -> list[dict[str, Any]]:
        """Return the results whose fields have certain values."""
        return [r for r in self.results if all(r[k] == v for k, v in wanted.items())]


def scatter(drawing: Drawing) -> None:
    """Plot the first metric's system means against human ones."""
    metric, human = drawing.names[0], drawing.options.human
    captions = [
        f"{r['coefficient']} {r['value']:.3f}"
        + (f" [{r['interval']['low']:.3f}, {r['interval']['high']:.3f}]" if r["interval"] else "")
        for r in drawing.of_first(metric=metric, level="system")
        if r["value"] is not None
    ]
    x, z = metric_scores(drawing.data, metric), human_scores(drawing.data, human)
    if not drawing.options.every_input:
        x, z = jointly_present(x, z)
    plots.scatter(
        drawing.path,
        metric=system_means(x),
        human=system_means(z),
        names=drawing.data.systems,
        metric_name=metric,
        human_name=human,
        caption=captions,
        references=sorted(drawing.data.references),
    )


def forest(drawing: Drawing) -> None:
    """Plot all metrics with their intervals."""
    bars = []
    wanted = {"level": drawing.level.value, "coefficient": drawing.measure.name}
    for r in drawing.of_first(**wanted):
        interval = r["interval"] or {"low": np.nan, "high": np.nan}
        value = np.nan if r["value"] is None else r["value"]
        bars.append(plots.Bar(r["metric"], value, interval["low"], interval["high"]))
    plots.forest(
        drawing.path,
        bars=bars,
        title=drawing.title,
        value_name=drawing.measure.name,
        zero_line=not drawing.measure.is_accuracy,
    )


def significance(drawing: Drawing) -> None:
    """Plot which metrics are significantly better, by the tests of the run or those of `--test`."""
    if len(drawing.names) < 2:  # noqa: PLR2004 - a comparison needs two
        raise UsageError("--plot significance compares metrics and needs two; use --metric all")
    place = drawing.level.value, drawing.measure.name
    tests = [t for t in drawing.tests if (t["level"], t["coefficient"]) == place]
    tests = tests or _tested(drawing)
    first = tests[0]
    names = list(dict.fromkeys(name for t in tests for name in (t["metric_a"], t["metric_b"])))

    def table(p: str) -> Floats:
        rows = ((t["metric_a"], t["metric_b"], t["delta"] or 0.0, number(t[p])) for t in tests)
        return directed(names, rows, two_sided=first["alternative"] == "two-sided")

    def number(value: float | None) -> float:
        return float("nan") if value is None else value

    with np.errstate(invalid="ignore"):
        survives = table("p_adjusted") <= first["alpha"]
    plots.significance_grid(
        drawing.path,
        names=names,
        p_better=table("p_value"),
        survives=survives,
        title=f"{drawing.title}\n{_basis(first)}",
        alpha=first["alpha"],
    )


def _basis(test: dict[str, Any]) -> str:
    """Describe the tests that a plot shows."""
    over = f" over {test['n_tests']} tests" if test["correction"] != "none" else ""
    return f"{test['test']}, {test['alternative']}, correction {test['correction']}{over}"


def _tested(drawing: Drawing) -> list[dict[str, Any]]:
    """Test all pairs of metrics as `--test` would."""
    options = drawing.options
    matrices = Matrices.of(drawing.data, drawing.names, options.human, options.system_scores)
    family = compare_family(matrices, options.cells[0], options.trial)
    style = style_of(options)
    return [to_plain(test) for test in tests_of(family, style)]


def heatmap(drawing: Drawing) -> None:
    """Plot the correlations of metrics with each other and with human judgments."""
    sides = {name: metric_scores(drawing.data, name) for name in drawing.names}
    sides[drawing.options.human] = human_scores(drawing.data, drawing.options.human)
    names = list(sides)
    values = np.array(
        [
            [drawing.measure.of(sides[a], sides[b], drawing.level).value for b in names]
            for a in names
        ]
    )
    plots.heatmap(drawing.path, rows=names, columns=names, values=values, title=drawing.title)


def histogram(drawing: Drawing) -> None:
    """Plot the distribution of the first metric's correlations by input."""
    metric = drawing.names[0]
    x, z = metric_scores(drawing.data, metric), human_scores(drawing.data, drawing.options.human)
    each = drawing.measure.of(x, z, Level.SUMMARY).each
    plots.histogram(
        drawing.path,
        values=each,
        title=f"{metric} and {drawing.options.human}, by input",
        value_name=drawing.measure.name,
    )


def ties(drawing: Drawing) -> None:
    """Plot the first metric's pairwise accuracy by tie threshold."""
    metric = drawing.names[0]
    x, z = metric_scores(drawing.data, metric), human_scores(drawing.data, drawing.options.human)
    groups = group(x, z, drawing.level, PAIR_ACCURACY)
    pairs = count_of_pairs(groups)
    if not 0 < pairs <= MAX_PAIRS:
        raise UsageError(
            f"--plot ties: {pairs} pairs of outputs at {drawing.level.value} level, and a curve "
            f"needs 1 to {MAX_PAIRS}; name another --level first"
        )
    fitted = calibrate(pair_table(groups))
    plots.tie_curve(
        drawing.path,
        epsilons=fitted.epsilons,
        accuracies=fitted.accuracies,
        chosen=fitted.epsilon,
        title=f"{metric} and {drawing.options.human}, {drawing.level.value} level",
    )


PLOTS: dict[str, Callable[[Drawing], None]] = {
    "scatter": scatter,
    "forest": forest,
    "significance": significance,
    "heatmap": heatmap,
    "histogram": histogram,
    "ties": ties,
}


def draw(kind: str, drawing: Drawing) -> None:
    """Draw one plot.

    Args:
        kind: One of `PLOTS`.
        drawing: The plot, with the data before systems are selected.

    Raises:
        UsageError: If there is no such kind of plot.
    """
    if kind not in PLOTS:
        raise UsageError(f"--plot {kind}=...: no such plot; {nearest(kind, PLOTS)}")
    options = drawing.options
    chosen = select(drawing.data, options.human, options.filters)
    names = metric_names(chosen, drawing.names, options.human)
    PLOTS[kind](drawing._replace(data=chosen, names=names))
