"""Human labels of records: which outputs they correct, and whether both are on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.core.records import Judgment
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.entries.output_names import known
from sacreval.scoring.entries.run_metrics import Entry

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.rows.collected_rows import Collected

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
    values = np.array([_mean((one or {}).get(dimension)) for one in judgments], dtype=np.float64)
    if np.isnan(values).all():
        there = dict.fromkeys(name for one in judgments for name in one or ())
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
    """Return the main output of the only metric.

    Raises:
        UsageError: If there are several metrics.
    """
    example = entries[0].main or entries[0].name
    if len(entries) == 1:
        return example
    raise UsageError(
        f"--humans {text}: the run has several metrics; name the output, as in {example}={text}"
    )


def _check_mean(output: str, entries: Sequence[Entry]) -> None:
    entry = next(one for one in entries if output in one.outputs)
    metric = entry.metric
    own = metric.outputs[entry.outputs.index(output)]
    if not entry.has_rows or not (metric.is_mean or metric.highest_score(own) is not None):
        raise UsageError(
            f"--humans: {output} is not a mean of scores of records, which alone can be corrected; "
            "choose another output"
        )


def _mean(value: Any) -> float:
    """Average over raters; NaN without any."""
    listed = value if isinstance(value, list) else [value]
    given = [float(one) for one in listed if one is not None]
    return sum(given) / len(given) if given else float("nan")
