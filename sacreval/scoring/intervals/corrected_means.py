"""Means of systems corrected by few human labels, and notices on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sacreval.core.contract.declarations import highest_score
from sacreval.core.results import Corrected, Result
from sacreval.core.signature import write_conditions
from sacreval.errors import InputError, UsageError
from sacreval.scoring.interval_plans import units_of
from sacreval.scoring.intervals.interval_notices import some
from sacreval.scoring.intervals.labelled_samples import (
    RANDOM,
    Humans,
    Labels,
    check_scale,
    doubts,
    labels_of,
    random_doubts,
    too_few,
)
from sacreval.scoring.intervals.methods._base import method_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_options import IntervalOptions
    from sacreval.scoring.rows.subset import Subset
    from sacreval.stats.intervals.prediction_powered import Labelled


class Part(NamedTuple):
    """Records of a system, or of one of its groups, as one metric sees them.

    Attributes:
        system: The system.
        group: `name=value`, or None for all records.
        over: The records.
    """

    system: str
    group: str | None
    over: Subset


class Means(NamedTuple):
    """The results with their corrected means, and notices on these."""

    results: list[Result]
    notices: list[str]


def check_options(options: IntervalOptions) -> None:
    """Check that intervals are of the mean that labels correct.

    Raises:
        UsageError: If intervals of another kind are requested.
    """
    if options.guarantee or (options.method != "auto" and method_of(options.method).option):
        name = "clopper-pearson" if options.guarantee else options.method
        raise UsageError(
            f"--humans corrects the mean of all records, with an interval of its own; drop the "
            f"option that asks for {name} intervals, or --humans"
        )


def with_corrected(
    results: Sequence[Result], parts: Sequence[Part], humans: Humans, options: IntervalOptions
) -> Means:
    """Add corrected means to results."""
    means: dict[tuple[str, str | None, str], Corrected] = {}
    cases: dict[str, list[str]] = {RANDOM: []}
    signatures = {(r.system_id, r.group, r.output): r.signature for r in results}
    for part in parts:
        for output, dimension in humans.dimensions.items():
            if output not in part.over.entry.outputs:
                continue
            key = (part.system, part.group, output)
            where = f"{output} of {key[0]}" + (f" in {part.group}" if part.group else "")
            labels = labels_of(part.over.collected, dimension)
            sample = _sample(part, output, labels, options)
            if sample.text is not None:
                cases.setdefault(sample.text, []).append(where)
                continue
            means[key] = _corrected(sample, labels, signatures[key], options)
            for text in _notices(sample, means[key]):
                cases.setdefault(text, []).append(where)
    notices = [f"{some(names)}: {text}" if names else text for text, names in cases.items()]
    return Means([_with(result, means) for result in results], notices)


class Sample(NamedTuple):
    """The labels and scores of a part.

    Attributes:
        data: Labels with scores, and scores without labels.
        places: Indices of the labelled records in the input.
        highest: The largest score, where the lowest is 0.
        lost: Number of labelled records that the metric could not score.
        text: Why a group has no corrected mean; None if it has.
    """

    data: Labelled
    places: Array
    highest: float | None
    lost: int = 0
    text: str | None = None


def scores_of_records(part: Subset, output: str) -> tuple[Array, float | None]:
    """Return the scores of records by an output of the run, and the largest that there can be."""
    import numpy as np

    metric = part.entry.metric
    name = metric.outputs[part.entry.outputs.index(output)]
    scores = np.asarray(metric.reduce(part.rows)[name], dtype=np.float64)
    return scores, highest_score(metric, name)


def _sample(part: Part, output: str, labels: Labels, options: IntervalOptions) -> Sample:
    import numpy as np

    from sacreval.stats.intervals.prediction_powered import Labelled

    over = part.over
    scores, highest = scores_of_records(over, output)
    values = labels.values[over.places]
    has = ~np.isnan(values)
    units = units_of(over, options.unit).of
    data = Labelled(
        values[has],
        scores[has],
        scores[~has],
        None if units is None else np.concatenate([units[has], units[~has]]),
    )
    scored = np.zeros(len(labels.values), dtype=bool)
    scored[over.places] = True
    lost = 0 if part.group else int((~np.isnan(labels.values) & ~scored).sum())
    text = too_few(data, options.unit)
    if text is not None and part.group is None:
        raise InputError(f"{output} of {part.system}: {text}")
    if text is None:
        check_scale(output, data.labels, scores, labels.dimension, highest)
    return Sample(data, over.places[has], highest, lost, text)


def _corrected(
    sample: Sample, labels: Labels, signature: str, options: IntervalOptions
) -> Corrected:
    from sacreval.stats.intervals.prediction_powered import corrected_mean

    mean = corrected_mean(sample.data, highest=sample.highest)
    level = options.confidence
    ends, single = mean.bounds(level), mean.bounds(2 * level - 1) if level > 0.5 else None  # noqa: PLR2004
    return Corrected(
        dimension=labels.dimension,
        value=mean.value,
        low=float(ends.low),
        high=float(ends.high),
        lower=float(single.low) if single else mean.value,
        upper=float(single.high) if single else mean.value,
        level=level,
        method=mean.method,
        labels=len(sample.data.labels),
        others=len(sample.data.others),
        weight=mean.weight,
        unit=options.unit,
        signature=_signature(signature, labels, sample.places, mean.method, options),
    )


def _signature(
    signature: str, labels: Labels, places: Array, method: str, options: IntervalOptions
) -> str:
    """Add to the signature of a score what its corrected mean depends on."""
    conditions = write_conditions(
        humans=labels.dimension,
        corrected=method if options.unit is None else f"{method}-{options.unit}",
        conf=options.confidence,
        labels=labels.digest(places),
    )
    return f"{signature}|{conditions}"


def _notices(sample: Sample, mean: Corrected) -> Iterator[str]:
    """Yield what is wrong with a corrected mean."""
    yield from doubts(sample.data, mean.method, mean.unit)
    if sample.lost:
        yield f"{sample.lost} labelled records could not be scored and do not correct the mean"
    if len(sample.data.others) and mean.weight == 0:
        yield "scores do not rise with the labels, so the corrected mean is that of the labels"
    yield from random_doubts(sample.data)


def _with(result: Result, means: Mapping[tuple[str, str | None, str], Corrected]) -> Result:
    mean = means.get((result.system_id, result.group, result.output))
    return result if mean is None else replace(result, corrected=mean)
