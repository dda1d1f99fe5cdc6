"""Summaries of groups, as --summary names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from sacreval.core.metric import Metric
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.rows.subset import Subset
from sacreval.stats.robustness import cohens_h, drop_rate, hedges_g

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.entries.run_metrics import Entry

SummaryKind = Literal[
    "mean", "weighted", "worst", "max", "min", "sequential-success",
    "only", "drop-rate", "cohens-h", "hedges-g",
]  # fmt: skip
SEQUENCE = "sequential-success"
PLAIN = ("mean", "weighted", "worst", "max", "min")
CHANGES: dict[str, Callable[[Array, Array], float]] = {
    "drop-rate": drop_rate,
    "cohens-h": cohens_h,
    "hedges-g": hedges_g,
}
BY_RECORD: dict[str, Callable[[Any], Any]] = {"max": max, "min": min, SEQUENCE: len}
"""Summaries of the scores of the records in each group, whose mean over groups is taken."""


class Summary(msgspec.Struct, frozen=True):
    """A summary of the scores of groups.

    Args:
        how: `mean`; `weighted`, a mean weighted by the sizes of groups; `worst`; `max` or `min`,
            the mean over groups of the largest or smallest score of a record;
            `sequential-success`, that of the share of records before the first failure; `only`,
            the mean over original records only; or the mean change from originals to variants.
        variant: The group that distinguishes originals from variants, or has the places of records
            in their sequence.
        value: Its value for originals.
    """

    how: SummaryKind
    variant: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        if self.variant is None:
            return self.how
        return f"{self.how}:{self.variant}" + ("" if self.value is None else f"={self.value}")


def summary(text: str) -> Summary:
    """Parse a summary, such as `mean` or `drop-rate:variant=original`.

    Raises:
        UsageError: If the text is not a summary.
    """
    how, colon, rest = text.partition(":")
    variant, equals, value = rest.partition("=")
    known = [*PLAIN, SEQUENCE, "only", *CHANGES]
    if how not in known:
        raise UsageError(f"--summary {text}: {nearest(how, known)}")
    if how == SEQUENCE:
        if (colon and not variant) or equals:
            raise UsageError(f"--summary {text}: write it like {SEQUENCE} or {SEQUENCE}:turn")
    elif (how in PLAIN) != (not colon) or bool(equals) != bool(colon):
        example = how if how in PLAIN else f"{how}:variant=original"
        raise UsageError(f"--summary {text}: write it like {example}")
    return Summary(how, variant or None, value or None)  # type: ignore[arg-type]


def has_success(metric: Metric, output: str) -> bool:
    """Return whether scores are above or below the middle of a range, above which is better."""
    low, high = metric.score_range(output)
    return metric.is_higher_better(output) is True and isfinite(high - low)


def turns(part: Subset, chosen: Summary) -> Array:
    """Return the places of records in the order of their sequence, array (n,).

    Args:
        part: The records of a group, in the order of their ids.
        chosen: The summary; its variant has the place of each record, a number.

    Raises:
        InputError: If a place is not a number, or two records have the same.
    """
    import numpy as np

    if chosen.variant is None:
        return np.arange(len(part))
    values = part.values(chosen.variant).tolist()
    try:
        numbers = np.array([float(value) for value in values])
    except ValueError:
        wrong = next(value for value in values if not _is_number(value))
        raise InputError(
            f"--summary {chosen}: '{wrong}' is no place in a sequence; give every record a number"
        ) from None
    if len(np.unique(numbers)) < len(numbers):
        raise InputError(
            f"--summary {chosen}: two records of a group have the same place; give each its own"
        )
    return np.argsort(numbers)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def without_summaries(entries: Sequence[Entry], summaries: Sequence[Summary]) -> list[str]:
    """Describe which outputs have no worst group, or no success."""
    kinds = {summary.how for summary in summaries}
    notices = []
    if "worst" in kinds:
        every = (pair for entry in entries for pair in entry.directions().items())
        names = ", ".join(name for name, better in every if better is None)
        text = f"no worst group by {names}: neither larger nor smaller is better"
        notices += [text] if names else []
    if SEQUENCE in kinds:
        without = [
            f"{entry.alias}_{x}" if entry.alias else x
            for entry in entries
            for x in entry.metric.outputs
            if not has_success(entry.metric, x)
        ]
        text = f"no {SEQUENCE} by {', '.join(without)}: larger scores are not better, or have no "
        notices += [f"{text}limit"] if without else []
    return notices
