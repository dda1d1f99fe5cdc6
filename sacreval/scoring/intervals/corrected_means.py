"""Means of systems corrected by few human labels, and notices on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from sacreval.core.contract.declarations import highest_score
from sacreval.core.records import Judgment
from sacreval.core.results import Corrected, Result
from sacreval.core.signature import write_conditions
from sacreval.errors import InputError, UsageError, comma_list, nearest
from sacreval.scoring.entries.output_names import known
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.interval_notices import MOST_SKEWED
from sacreval.scoring.intervals.interval_plans import units_of
from sacreval.scoring.intervals.methods._base import method_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_options import IntervalOptions
    from sacreval.scoring.rows.collected_rows import Collected
    from sacreval.scoring.rows.subset import Subset
    from sacreval.stats.intervals.prediction_powered import Labelled


FIELD = "judgments"
TENFOLD = 10.0  # labels up to 1 beside scores up to 10 or more are on another scale


class Humans(msgspec.Struct, frozen=True):
    """The human labels that correct means.

    Args:
        dimensions: Output of the run to the dimension of `judgments` with its labels.
    """

    dimensions: Mapping[str, str]


class Labels(NamedTuple):
    """The labels of a system by one dimension.

    Attributes:
        values: Array (records,) in input order; NaN where a record has no label.
        dimension: The dimension.
    """

    values: Array
    dimension: str

    def digest(self, places: Array) -> str:
        """Return a hash of the labels of some records, for signatures."""
        import numpy as np

        data = np.ascontiguousarray(self.values[places], dtype="<f8").tobytes()
        return blake2b(data, digest_size=6).hexdigest()


def humans_of(texts: Sequence[str], entries: Sequence[Entry]) -> Humans | None:
    """Parse `--humans DIMENSION` and `--humans OUTPUT=DIMENSION`.

    Args:
        texts: The values of the option.
        entries: The metrics of the run, with all options set.

    Returns:
        None without any.

    Raises:
        UsageError: If an output is unknown, repeated, missing in a suite, or not a mean.
    """
    dimensions: dict[str, str] = {}
    for text in texts:
        output, equals, dimension = text.rpartition("=")
        if not equals:
            output = _only_main(entries, text)
        name = known(output.strip(), "--humans", entries)
        if not dimension.strip():
            raise UsageError(f"--humans {text}: name a dimension of `judgments`, as in quality")
        if name in dimensions:
            raise UsageError(f"--humans {text}: '{name}' is repeated; keep one")
        _check_mean(name, entries)
        dimensions[name] = dimension.strip()
    return Humans(dimensions) if dimensions else None


def labels_of(collected: Collected, dimension: str) -> Labels:
    """Return the labels of a system: means over raters.

    Args:
        collected: Its records.
        dimension: The dimension.

    Raises:
        UsageError: If no record has the dimension.
    """
    import numpy as np

    judgments: Sequence[Mapping[str, Judgment] | None] = collected.carried[FIELD]
    values = np.array([_mean((x or {}).get(dimension)) for x in judgments], dtype=np.float64)
    if np.isnan(values).all():
        there = dict.fromkeys(name for x in judgments for name in x or ())
        raise UsageError(
            f"--humans {dimension}: no record of '{collected.system}' has judgments.{dimension}; "
            f"{nearest(dimension, there, 'label some of its records')}"
        )
    return Labels(values, dimension)


def check_scale(
    output: str, labels: Array, scores: Array, dimension: str, highest: float | None
) -> None:
    """Check that labels and scores are on one scale.

    Args:
        output: Name of the output.
        labels: Labels, array (n,).
        scores: Scores of all records.
        dimension: The dimension of the labels.
        highest: The largest score, where the lowest is 0; None if there is none.

    Raises:
        InputError: If labels lie outside the range of the scores, or reach far less or further.
    """
    low, high = float(labels.min()), float(labels.max())
    least, most = (0.0, highest) if highest else (float(scores.min()), float(scores.max()))
    outside = highest is not None and (low < 0 or high > highest)
    apart = highest is None and (high < least or low > most)
    reach, other = max(abs(low), abs(high)), max(abs(least), abs(most))
    far = 0 < reach <= 1 and other >= TENFOLD * reach
    far |= highest is None and 0 < other <= 1 and reach >= TENFOLD * other
    if outside or apart or far:
        raise InputError(
            f"judgments.{dimension} has labels from {low:g} to {high:g}, and {output} has scores "
            f"from {least:g} to {most:g}; a mean is corrected on one scale: write the labels on "
            "that of the scores"
        )


def _only_main(entries: Sequence[Entry], text: str) -> str:
    """Return the main output of the only metric."""
    example = entries[0].main or entries[0].name
    if len(entries) == 1:
        return example
    raise UsageError(
        f"--humans {text}: the run has several metrics; name the output, as in {example}={text}"
    )


def _check_mean(output: str, entries: Sequence[Entry]) -> None:
    entry = next(entry for entry in entries if output in entry.outputs)
    metric = entry.metric
    name = metric.outputs[entry.outputs.index(output)]
    if not entry.has_rows or not (
        metric.score_scale.mean or highest_score(metric, name) is not None
    ):
        raise UsageError(
            f"--humans: {output} is not a mean of scores of records, which alone can be corrected; "
            "choose another output"
        )


def _mean(value: Any) -> float:
    """Average over raters; NaN without any."""
    listed = value if isinstance(value, list) else [value]
    scores = [float(score) for score in listed if score is not None]
    return sum(scores) / len(scores) if scores else float("nan")


FEWEST_LABELS = 30  # below, 95 % intervals of PPI++ cover in as few as .85 of samples; refused
FEW_LABELS = 50  # below, those of ratings cover in .85 to .95; a notice
FEWEST_UNITS = 10  # values of a group with labels; below, their spread is unknown
FEW_UNITS = 30  # below, intervals over groups may be too short
APART = 3.5  # standard errors between scores of labelled and other records of a random sample
RANDOM = (
    "corrected means take the labelled records as a random sample of all; records that were chosen "
    "for another reason bias them"
)


def too_few(data: Labelled, unit: str | None) -> str | None:
    """Describe that there are too few labels for a corrected mean; None if there are enough."""
    import numpy as np

    n = len(data.labels)
    if n < FEWEST_LABELS:
        return (
            f"{n} labelled records are too few to correct a mean; label {FEWEST_LABELS} or more, "
            "drawn at random"
        )
    count = n if data.units is None else len(np.unique(data.units[:n]))
    if data.units is not None and count < FEWEST_UNITS:
        return (
            f"the labelled records are of {count} values of {unit}, too few to correct a mean; "
            f"label records of {FEWEST_UNITS} or more"
        )
    return None


def doubts(data: Labelled, method: str, unit: str | None) -> Iterator[str]:
    """Yield why an interval may be too short.

    Args:
        data: The labels and scores.
        method: Name of the interval.
        unit: The group whose values are the units, or None.
    """
    import numpy as np

    from sacreval.stats.intervals.prediction_powered import (
        FEW_EFFECTIVE,
        effective_labels,
        residuals_of,
    )
    from sacreval.stats.significance.paired import squared_skewness

    n = len(data.labels)
    count = n if data.units is None else len(np.unique(data.units[:n]))
    if n < FEW_LABELS:
        yield f"{n} labels are few; the corrected interval may be too short"
    elif data.units is not None and count < FEW_UNITS:
        yield f"labels of {count} values of {unit} are few; the corrected interval may be too short"
    elif method == "t" and (
        effective_labels(data) < FEW_EFFECTIVE or squared_skewness(residuals_of(data)) > MOST_SKEWED
    ):
        yield "few of the labelled records decide; the corrected interval may be too short"


def random_doubts(data: Labelled) -> Iterator[str]:
    """Yield that labelled records are no random sample, if their scores show it."""
    if _differs(data):
        yield (
            "scores of labelled records differ from those of the others by more than chance, so "
            "they are no random sample; what is corrected by them may be biased"
        )


def _differs(data: Labelled) -> bool:
    """Whether the scores of labelled and other records differ more than those of random samples."""
    if data.units is not None or not len(data.others):
        return False
    error = sqrt(data.scores.var() / len(data.scores) + data.others.var() / len(data.others))
    return bool(abs(data.scores.mean() - data.others.mean()) > APART * error > 0)


class CorrectedPart(NamedTuple):
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
    results: Sequence[Result],
    parts: Sequence[CorrectedPart],
    humans: Humans,
    options: IntervalOptions,
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
    notices = [
        f"{comma_list(dict.fromkeys(names))}: {text}" if names else text
        for text, names in cases.items()
    ]
    return Means([_with(result, means) for result in results], notices)


class LabelledSample(NamedTuple):
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


def _sample(
    part: CorrectedPart, output: str, labels: Labels, options: IntervalOptions
) -> LabelledSample:
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
    return LabelledSample(data, over.places[has], highest, lost, text)


def _corrected(
    sample: LabelledSample, labels: Labels, signature: str, options: IntervalOptions
) -> Corrected:
    from sacreval.stats.intervals.prediction_powered import corrected_mean

    mean = corrected_mean(sample.data, highest=sample.highest)
    level = options.confidence
    ends, single = mean.bounds(level), mean.bounds(2 * level - 1) if level > 0.5 else None
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


def _notices(sample: LabelledSample, mean: Corrected) -> Iterator[str]:
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
