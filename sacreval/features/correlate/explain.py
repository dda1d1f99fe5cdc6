"""Values of a correlation under other choices, to explain differences from published values."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.features.correlate.correlation_results import to_plain
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import (
    Matrices,
    Sides,
    SystemScores,
    human_scores,
    metric_scores,
    select,
)
from sacreval.features.correlate.data.whole_systems import resolved
from sacreval.features.correlate.measures.coefficient_names import LevelMeasure, measures
from sacreval.features.correlate.measures.measures import Measure, Plain
from sacreval.features.correlate.options import CorrelationOptions, Filters
from sacreval.stats.arrays import Floats, jointly_present, round_significant
from sacreval.stats.association.levels import Average, Level

TAU_VARIANTS = ("tau-a", "tau-b", "tau-c", "tau-10", "tau-13", "tau-14")
P_FILTER = 0.05


@dataclass(frozen=True)
class Alternative:
    """The value under one choice.

    Attributes:
        choice: The kind of choice, such as level, coefficient, systems or human score.
        option: The option.
        value: NaN (null) where undefined.
        is_current: Whether the explained value has this option.
        note: Where the option is common, or its effect.
    """

    choice: str
    option: str
    value: float
    is_current: bool
    note: str

    def to_json(self) -> dict[str, object]:
        """Plain values; NaN becomes null."""
        plain: dict[str, object] = to_plain(self)
        return plain


class _Case(NamedTuple):
    """The correlation that is explained."""

    data: ScoreSet
    metric: str
    human: str
    level: Level
    measure: Measure
    filters: Filters
    system_scores: SystemScores = "mean"

    @property
    def value(self) -> float:
        """The correlation, NaN where undefined or where there are no official scores."""
        try:
            x, z = self.sides
        except (ValueError, UsageError):
            return float("nan")
        return self.measure.of(x, z, self.level).value

    @property
    def sides(self) -> Sides:
        """The scores that are correlated."""
        chosen = select(self.data, self.human, self.filters)
        matrices = Matrices.of(chosen, [self.metric], self.human, self.system_scores)
        return matrices.of_measure(self.metric, LevelMeasure(self.level, self.measure))

    @property
    def official(self) -> bool:
        """Whether official scores of whole systems are correlated, which have no inputs."""
        return self.level is Level.SYSTEM and self.system_scores == "files"

    @property
    def of_vectors(self) -> bool:
        """Whether scores of systems are correlated that are no means of scores of outputs."""
        return self.official or (self.level is Level.SYSTEM and self.system_scores == "metric")


def explain(data: ScoreSet, metric: str, options: CorrelationOptions) -> list[Alternative]:
    """List the value of one correlation under every other common choice."""
    options = resolved([data], options, [metric]).options
    human, filters = options.human_score, options.filters
    case = _Case(data, metric, human, *options.cells[0], filters, options.system_scores)
    metric_scores(data, metric)
    human_scores(data, human)
    steps = (_levels, _coefficients, _systems, _other_outputs, _judgments, _policies, _of_systems)
    return [alternative for step in steps for alternative in step(case)]


def _levels(case: _Case) -> Iterator[Alternative]:
    notes = {
        Level.SUMMARY: "mean over inputs; most papers on summaries, WMT's group-by-item",
        Level.SYSTEM: "over scores of systems from files"
        if case.system_scores == "files"
        else "over metrics' own scores of systems"
        if case.system_scores == "metric"
        else "over means of systems; SummEval's Table 2, WMT system level",
        Level.GLOBAL: "over all outputs; WMT's no grouping, dialogue papers",
        Level.GROUP_BY_SYSTEM: "mean over systems; WMT's group-by-system",
    }
    for level, note in notes.items():
        if level in case.measure.levels:
            value = case._replace(level=level).value
            yield Alternative("level", level.value, value, level is case.level, note)


def _coefficients(case: _Case) -> Iterator[Alternative]:
    current = "tau-b" if case.measure.name == "kendall" else case.measure.name
    common = measures(["pearson", "spearman", *TAU_VARIANTS, "pairwise-accuracy"])
    other = [] if current in {measure.name for measure in common} else [case.measure]
    for measure in [*other, *common]:
        value = case._replace(measure=measure).value
        note = {"tau-b": "SciPy's kendalltau", "tau-c": "Flickr8k captions", "tau-10": "WMT10-12"}
        yield Alternative(
            "coefficient", measure.name, value, measure.name == current, note.get(measure.name, "")
        )


def _systems(case: _Case) -> Iterator[Alternative]:
    others = sorted(set(case.data.other_types.values()))
    kinds = ("peer", *(["reference"] if case.data.references else []), *others)
    for kind in (*kinds, "all") if len(kinds) > 1 else kinds:
        value = case._replace(filters=replace(case.filters, systems=kind)).value
        yield Alternative("systems", kind, value, (kind,) == case.filters.chosen.systems, "")
    without = replace(case.filters, outliers=2.5)
    yield Alternative(
        "systems",
        "without outliers",
        case._replace(filters=without).value,
        False,
        "MAD rule of WMT20",
    )
    if case.official:
        return
    common = replace(case.filters, common_inputs=True)
    yield Alternative(
        "inputs",
        "common to all systems",
        case._replace(filters=common).value,
        False,
        "WMT's .true scores",
    )


def _other_outputs(case: _Case) -> Iterator[Alternative]:
    """List other outputs of the metric, such as precision for F1, or jackknifed scores."""
    stem = case.metric.replace("_jk", "").split("_")[0]
    family = [n for n in case.data.scores if n.replace("_jk", "").split("_")[0] == stem]
    for name in family if len(family) > 1 else []:
        note = "jackknifed over references" if "_jk" in name else ""
        value = case._replace(metric=name).value
        yield Alternative("score of the metric", name, value, name == case.metric, note)


def _judgments(case: _Case) -> Iterator[Alternative]:
    for name in case.data.judgments:
        yield Alternative(
            "human score", name, case._replace(human=name).value, name == case.human, ""
        )
    ratings = case.data.ratings.get(case.human)
    if ratings is None or case.official:
        return
    seen = np.asarray(~np.isnan(ratings).all(axis=2))
    median = np.nanmedian(np.where(seen[..., None], ratings, 0.0), axis=2)
    options = {"median of raters": np.where(seen, median, np.nan), "first rater": ratings[..., 0]}
    for option, scores in options.items():
        changed = replace(case.data, judgments={**case.data.judgments, case.human: scores})
        yield Alternative("raters", option, case._replace(data=changed).value, False, "")


def _policies(case: _Case) -> Iterator[Alternative]:
    if not isinstance(case.measure, Plain):
        return
    for average in Average if not case.of_vectors else ():
        value = case._replace(measure=replace(case.measure, average=average)).value
        yield Alternative(
            "mean of groups", average.value, value, average is case.measure.average, ""
        )
    x, z = jointly_present(*case.sides)
    for digits in (3, 4):
        rounded = case.measure.of(round_significant(x, digits), z, case.level).value
        yield Alternative(
            "rounding", f"{digits} digits of the metric", rounded, False, "makes ties"
        )
    if case.of_vectors:
        return
    if case.level is Level.SUMMARY and case.measure.name in {"kendall", "tau-b"}:
        note = "REALSumm's published tau: inputs with p > .05 dropped"
        yield Alternative(
            "filter", "significant inputs only", _mean_of_significant(x, z), False, note
        )
    scaled = case.measure.of(_z_scores(x), _z_scores(z), Level.GLOBAL).value
    yield Alternative("scaling", "z-scores within inputs, then global", scaled, False, "both sides")


def _mean_of_significant(x: Floats, z: Floats) -> float:
    """Average Kendall's tau over the inputs where it is significant."""
    from scipy.stats import kendalltau

    taus = []
    for column in range(x.shape[1]):
        seen = ~np.isnan(z[:, column])
        tau = kendalltau(x[seen, column], z[seen, column]) if seen.sum() > 1 else None
        if tau is not None and tau.pvalue <= P_FILTER:
            taus.append(tau.statistic)
    return float(np.mean(taus)) if taus else float("nan")


def _z_scores(values: Floats) -> Floats:
    """Standardize each column; a constant column becomes zero."""
    seen = ~np.isnan(values)
    n = np.maximum(seen.sum(axis=0), 1)
    centred = np.where(seen, values, 0.0) - np.where(seen, values, 0.0).sum(axis=0) / n
    spread = np.sqrt(np.where(seen, centred**2, 0.0).sum(axis=0) / n)
    return np.where(seen, centred / np.where(spread > 0, spread, 1.0), np.nan)


def _of_systems(case: _Case) -> Iterator[Alternative]:
    """Correlate a metric's own scores of systems, means of their outputs, and official scores."""
    if Level.SYSTEM not in case.measure.levels or case.measure.needs_inputs:
        return
    at_system = case._replace(level=Level.SYSTEM)
    sources: dict[SystemScores, tuple[str, str]] = {
        "mean": ("means of outputs, system level", "SacreROUGE's choice")
    }
    if case.metric in case.data.own:
        sources["metric"] = "the metric's own, system level", "corpus scores of judged outputs"
    if case.metric in case.data.system_scores and case.human in case.data.system_judgments:
        sources["files"] = "official files, system level", "corpus scores"
    if len(sources) == 1:
        return
    for source, (option, note) in sources.items():
        value = at_system._replace(system_scores=source).value
        current = case.level is Level.SYSTEM and source == case.system_scores
        yield Alternative("system scores", option, value, current, note)
