"""Trust in a judge or a metric: people's agreement with it, its biases, and its noise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Unpack

import msgspec
import numpy as np

from sacreval.cli.options.option_values import parse_pairs
from sacreval.cli.options.python_options import options_of, with_options
from sacreval.core.options.python_functions import warn
from sacreval.core.records import Scored
from sacreval.errors import UsageError
from sacreval.features.correlate.data.directions import check_names, turned
from sacreval.features.correlate.data.load import load_rows
from sacreval.features.correlate.data.score_grid import JudgedOutputs, judged_outputs
from sacreval.features.correlate.data.score_origins import directions_beside
from sacreval.features.correlate.data.score_set import Row, ScoreSet
from sacreval.features.correlate.measures.coefficient_names import pick
from sacreval.features.correlate.options import (
    CorrelationOptions,
    RatingOptions,
    TrustArguments,
    TrustOptions,
)
from sacreval.features.correlate.public import listed, row_of_scores
from sacreval.features.correlate.trust.result import Trust, TrustReport, TrustSettings
from sacreval.features.correlate.trust.tables import Trusted
from sacreval.features.correlate.trust.trust_agreement import (
    COEFFICIENTS,
    Agreed,
    agreement,
    alternative,
    correlations,
    repetitions,
)
from sacreval.features.correlate.trust.trust_biases import Biased, Biases, biases
from sacreval.stats.arrays import Floats


class Cells(NamedTuple):
    """The outputs of systems that have a score and a human score, as arrays of shape (n,).

    Attributes:
        judge: Scores.
        human: Mean human scores.
        instance: Number of the instance of each.
        system: Number of its system.
        length: Its number of characters; NaN if unknown.
        ratings: Ratings of each annotator, shape (n, annotators), or None.
    """

    judge: Floats
    human: Floats
    instance: np.ndarray
    system: np.ndarray
    length: Floats
    ratings: Floats | None


def cells_of(outputs: JudgedOutputs, name: str, human: str) -> Cells:
    """Return the outputs of systems that have both scores; those of people are left out."""
    data = outputs.data
    peers = np.array([system not in data.references for system in data.systems])
    judge, people = data.scores[name], data.judgments[human]
    both = ~np.isnan(judge) & ~np.isnan(people) & peers[:, None]
    system, instance = np.nonzero(both)
    ratings = data.ratings.get(human)
    return Cells(
        judge[both],
        people[both],
        instance,
        system,
        outputs.lengths[both],
        None if ratings is None else ratings[both],
    )


def means_of_systems(cells: Cells) -> tuple[Floats, Floats]:
    """Return the mean scores and mean human scores of systems, shape (systems,) each."""
    systems = np.unique(cells.system)
    sides = (cells.judge, cells.human)
    first, second = (np.array([x[cells.system == s].mean() for s in systems]) for x in sides)
    return first, second


def _people(cells: Cells) -> Floats:
    return cells.human if cells.ratings is None else cells.ratings


def _range(cells: Cells, settings: TrustSettings) -> tuple[float, float]:
    """Return the human scale."""
    if settings.scale is not None:
        return settings.scale
    people = _people(cells)
    return float(np.nanmin(people)), float(np.nanmax(people))


def is_on_scale(cells: Cells, settings: TrustSettings) -> bool:
    """Return whether all scores are within the human scale, or codes of labels.

    Codes are whole numbers, which people need not have used, and any numbers that they used.
    """
    if settings.alignment == "accuracy" and settings.scale is None:
        whole = cells.judge == np.round(cells.judge)
        return bool((whole | np.isin(cells.judge, _people(cells))).all())
    low, high = _range(cells, settings)
    return bool((cells.judge >= low).all() and (cells.judge <= high).all())


def off_scale(cells: Cells, settings: TrustSettings) -> str:
    """Return the notice on scores that are not on the human scale."""
    if settings.alignment == "accuracy" and settings.scale is None:
        return (
            "scores that people did not give and that are no whole numbers are no codes of labels: "
            "no alternative annotator test, kappa and mean bias"
        )
    low, high = _range(cells, settings)
    return (
        f"scores from {cells.judge.min():.4g} to {cells.judge.max():.4g} are not on the human "
        f"scale from {low:.4g} to {high:.4g}: no alternative annotator test, kappa and mean bias"
    )


ORDER_OUTPUT = "_order_dependent"  # ending of an output that is 1 where an order changes a verdict
FEW_SYSTEMS = 3  # of which means have an order that says something
FEW_INSTANCES = 30  # below which clustered errors are too small


@with_options(TrustOptions, RatingOptions)
def trust(
    scores: Iterable[Scored] | str | Path | Sequence[str | Path],
    *,
    human: str,
    metrics: str | Sequence[str] = (),
    **options: Unpack[TrustArguments],
) -> Trusted:
    """Compute how far judges, or any metrics, can be trusted in the place of people.

    Args:
        scores: The result of `score` for records with judgments, or files of scores and judgments.
        human: Name of the human score, such as coherence.
        metrics: Names of outputs, such as judge_coherence; by default all.
        **options: Annotators, biases and ratings, by the options of the command.

    Returns:
        What is known of each output. It prints as the command prints.

    Raises:
        SacrevalError: If a file, an option or a name is wrong; the message says what to do.
    """
    ratings = options_of(RatingOptions, options)
    judges = options_of(TrustOptions, {**options, "human": human, "metric": metrics})
    settings = settings_of(judges, ratings)
    rows, directions = _rows(scores)
    outputs = judged_outputs(rows, duplicates=ratings.duplicates, directions=directions)
    report = trust_in(outputs, settings, judges.metric)
    for text in report.notices:
        warn(text)
    return Trusted(report)


def _rows(scores: Any) -> tuple[list[Row], dict[str, bool | None]]:
    """Return rows, and the directions that the manifests of files state."""
    inputs = listed(scores)
    if inputs and all(isinstance(x, str | Path) for x in inputs):
        return load_rows(inputs), directions_beside(map(Path, inputs))
    if not inputs or not all(isinstance(x, Scored) for x in inputs):
        raise UsageError("`scores` must be the result of sacreval.score, or files of scores")
    return [row_of_scores(record) for record in inputs], {}


def trust_in(
    outputs: JudgedOutputs, settings: TrustSettings, names: Sequence[str] = ()
) -> TrustReport:
    """Compute what is known of each output of judges and metrics."""
    data = outputs.data
    pick(settings.human, data.judgments, "human score")
    known = [name for name in data.scores if not name.endswith(ORDER_OUTPUT)]
    chosen = list(names or known)
    for name in (*(chosen or [""]), *settings.own):
        pick(name, known, "score")
    for system in settings.own.values():
        pick(system, data.systems, "system")
    lower = _lower_is_better(data, settings)
    is_reversed = {name: (name in lower) != (settings.human in lower) for name in chosen}
    judges = [
        _trust(outputs, name, settings, reverse=reverse) for name, reverse in is_reversed.items()
    ]
    report = TrustReport(settings=settings, judges=judges)
    return msgspec.structs.replace(report, notices=list(_notices(report)))


def settings_of(judges: TrustOptions, ratings: RatingOptions) -> TrustSettings:
    """Return the settings of a computation of trust.

    Raises:
        UsageError: If an option is out of its range, or a value of --own cannot be parsed.
    """
    settings = TrustSettings(
        human=judges.human,
        alignment=judges.alignment,
        epsilon=judges.epsilon,
        least_outputs=judges.least_outputs,
        scale=ratings.scale,
        own=parse_pairs(judges.own, "--own", "OUTPUT=SYSTEM, as in coherence=my-model"),
        confidence=ratings.confidence,
        lower_is_better=list(judges.lower_is_better),
        higher_is_better=list(judges.higher_is_better),
    )
    if not 0 <= settings.epsilon <= 1:
        raise UsageError(f"--epsilon {settings.epsilon:g}: give a share from 0 to 1")
    if settings.least_outputs < 2:  # a spread needs two
        raise UsageError(f"--least-outputs {settings.least_outputs}: give 2 or more")
    if settings.scale is not None:
        low, high = settings.scale
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise UsageError(
                f"--scale {low:g} {high:g}: give the least value and then a greater one"
            )
    return settings


def _trust(outputs: JudgedOutputs, name: str, settings: TrustSettings, *, reverse: bool) -> Trust:
    cells = cells_of(outputs, name, settings.human)
    if not len(cells.judge):
        raise UsageError(
            f"no output has both a score '{name}' and a human score '{settings.human}'; give files "
            "in which they are about the same instances and systems"
        )
    on_scale = is_on_scale(cells, settings)
    notes = [] if on_scale else [off_scale(cells, settings)]
    agreed = Agreed()
    if on_scale and cells.ratings is not None:
        agreed = agreement(cells.judge, cells.ratings, settings.alignment)
    test, why = alternative(cells.judge, cells.ratings, settings, on_scale=on_scale)
    sign = -1.0 if reverse else 1.0
    means = means_of_systems(cells)
    at_system = correlations(sign * means[0], means[1]) if len(means[0]) >= FEW_SYSTEMS else None
    bias = _biases(outputs, cells, name, settings, on_scale=on_scale, reverse=reverse)
    return Trust(
        metric=name,
        n=len(cells.judge),
        instances=len(np.unique(cells.instance)),
        mean=float(cells.judge.mean()),
        human_mean=float(cells.human.mean()),
        on_scale=on_scale,
        alternative=test,
        **agreed._asdict(),
        correlations=correlations(sign * cells.judge, cells.human),
        system_correlations=at_system or dict.fromkeys(COEFFICIENTS),
        **bias._asdict(),
        repetitions=repetitions(outputs.repeats.get(name)),
        order_dependent=_order(outputs, name),
        notes=[*notes, *why, *_unknown(cells, bias, settings.own.get(name))],
    )


def _biases(
    outputs: JudgedOutputs,
    cells: Cells,
    name: str,
    settings: TrustSettings,
    *,
    on_scale: bool,
    reverse: bool,
) -> Biases:
    own_system = settings.own.get(name)
    system = None if own_system is None else outputs.data.systems.index(own_system)
    biased = Biased(cells.judge, cells.human, cells.instance, cells.length)
    favoured = None if system is None else cells.system == system
    return biases(
        biased,
        own=own_system,
        favoured=favoured,
        on_scale=on_scale,
        reverse=reverse,
        confidence=settings.confidence,
    )


def _lower_is_better(data: ScoreSet, settings: TrustSettings) -> frozenset[str]:
    """Return the names of the scores of which smaller values are better."""
    options = CorrelationOptions(
        human=(settings.human,),
        lower_is_better=tuple(settings.lower_is_better),
        higher_is_better=tuple(settings.higher_is_better),
    )
    check_names([data], options)
    return turned(data, options).turned or frozenset()


def _unknown(cells: Cells, bias: Biases, system: str | None) -> Iterator[str]:
    """Yield what is missing of the biases that were asked for."""
    known, n = int((~np.isnan(cells.length)).sum()), len(cells.length)
    if known < n:
        without = "no bias by length" if not known else f"bias by length is of {known} outputs"
        yield f"the lengths of {n - known} of {n} outputs are unknown, so that {without}"
    if system is not None and bias.own is None:
        yield f"no bias for outputs of {system}, as it or all other systems have no scored output"


def _order(outputs: JudgedOutputs, name: str) -> float | None:
    """Return the share of verdicts that depend on the order of two outputs."""
    flags = outputs.data.scores.get(f"{name}{ORDER_OUTPUT}")
    if flags is None or np.isnan(flags).all():
        return None
    return float(np.nanmean(flags))


def _notices(report: TrustReport) -> Iterator[str]:
    for text, names in _grouped(report).items():
        yield f"{', '.join(names)}: {text}"
    few = min((judge.instances for judge in report.judges), default=FEW_INSTANCES)
    if few < FEW_INSTANCES:
        yield (
            f"there are {few} instances: errors that are clustered by instance are too small below "
            f"{FEW_INSTANCES}"
        )


def _grouped(report: TrustReport) -> dict[str, list[str]]:
    """Map each note to the outputs that have it."""
    names: dict[str, list[str]] = {}
    for judge in report.judges:
        for text in judge.notes:
            names.setdefault(text, []).append(judge.metric)
    return names
