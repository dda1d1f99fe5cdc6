"""Human labels of records, and whether a sample of them can correct means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.core.contract.declarations import highest_score
from sacreval.core.records import Judgment
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.entries.output_names import known
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.interval_notices import MOST_SKEWED

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.rows.collected_rows import Collected
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
