"""Samples of labelled records: whether they are large enough, hold an interval, and look random."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from sacreval.scoring.intervals.interval_notices import MOST_SKEWED

if TYPE_CHECKING:
    from sacreval.stats.intervals.prediction_powered import Labelled

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
    from sacreval.stats.significance.skew import squared_skewness

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
