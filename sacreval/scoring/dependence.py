"""Dependence: which groups make records alike, so that intervals must be over groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.scoring.collected_rows import NO_GROUP
from sacreval.scoring.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array

LEAST_RECORDS = 1.5  # of a group on average; below, groups change nothing
MOST_RECORDS = 50  # above, groups are parts of the data set, such as subjects, not samples of more
LEAST_GROUPS = 6  # fewer cannot stand for others
LEAST_ICC = 0.02


class Dependence(NamedTuple):
    """How alike the records of a group are, at most over systems and outputs.

    Args:
        group: Name of the group, such as passage.
        values: Number of its values.
        size: Mean number of records of a value.
        icc: Intraclass correlation of the scores.
        effect: Design effect: factor of the variance of the mean.
        effective: Number of independent records with the same variance of the mean.
    """

    group: str
    values: int
    size: float
    icc: float
    effect: float
    effective: float

    @property
    def matters(self) -> bool:
        """Whether intervals are over this group unless another unit is named."""
        return self.size <= MOST_RECORDS

    def __str__(self) -> str:
        return (
            f"records of one {self.group} are alike ({self.values} values of {self.size:.3g} "
            f"records, intraclass correlation {self.icc:.2f}, design effect {self.effect:.2g}, "
            f"effective n {self.effective:.0f})"
        )


def strongest(parts: Sequence[Subset], besides: Sequence[str | None] = ()) -> list[Dependence]:
    """Measure every group whose records are alike, the strongest first.

    Args:
        parts: The records of each system, by metrics that score single records.
        besides: Names of groups that are used otherwise.

    Returns:
        Groups that every record has, with six values or more, more than 1.5 records a value on
        average, and an intraclass correlation above .02 in some system and output.
    """
    if not any(part.collected.groups for part in parts):
        return []
    return strongest_of(((part, _record_scores(part)) for part in parts if len(part)), besides)


def strongest_of(
    scored: Iterable[tuple[Subset, Array]], besides: Sequence[str | None] = ()
) -> list[Dependence]:
    """Measure groups as `strongest` does, by scores of the records such as differences of two runs.

    Args:
        scored: Records with scores, array (n, outputs).
        besides: Names of groups that are used otherwise.
    """
    found = list(scored)
    names = dict.fromkeys(name for part, _ in found for name in part.collected.groups)
    measured = (_measured(found, group) for group in names if group not in besides)
    return sorted((one for one in measured if one is not None), key=lambda one: -one.effect)


def _record_scores(part: Subset) -> Array:
    import numpy as np

    metric = part.entry.for_instances().metric
    return np.column_stack([*metric.reduce(part.rows).values()])


def _measured(parts: Sequence[tuple[Subset, Array]], group: str) -> Dependence | None:
    """Measure one group; None where a record lacks it, or records are independent of it."""
    measured = (
        alike(scores, members.values(group), group)
        for members, scores in parts
        if group in members.collected.groups
    )
    found = [one for one in measured if one is not None]
    return max(found, key=lambda one: one.icc, default=None)


def alike(scores: Array, values: Array, group: str) -> Dependence | None:
    """Measure how alike the records of a group are.

    Args:
        scores: Scores, or differences of scores, array (n, outputs).
        values: The group of each record, array (n,) of text.
        group: Its name.

    Returns:
        The strongest dependence over outputs; None where a record lacks the group, its values are
        too few or too small, or the records of one are not alike.
    """
    import numpy as np

    from sacreval.stats.clusters import likeness

    count = len(np.unique(values))
    if NO_GROUP in values or count < LEAST_GROUPS or len(values) <= LEAST_RECORDS * count:
        return None
    alike = likeness(scores, values)
    icc = np.nan_to_num(alike.icc, nan=-1.0)
    top = int(np.argmax(icc))
    if icc[top] <= LEAST_ICC:
        return None
    effect = float(alike.design_effect[top])
    return Dependence(
        group, count, len(values) / count, float(icc[top]), effect, len(values) / effect
    )


class Chosen(NamedTuple):
    """The unit of intervals or tests, and what the user should know of it."""

    unit: str | None
    notices: list[str]


def choose_unit(
    found: Sequence[Dependence],
    what: str = "intervals",
    for_records: str = "--interval percentile",
) -> Chosen:
    """Choose the group whose values are the units.

    Args:
        found: From `strongest`.
        what: What is computed, for the notice.
        for_records: The option that takes records instead, for the notice.

    Returns:
        The group that matters most; None where none does, with a notice on a group whose values
        have many records: intervals hold for these values, but not for others like them.
    """
    first = next((one for one in found if one.matters), None)
    if first is not None:
        return Chosen(
            first.group,
            [f"{first}: {what} are over {first.group}; {for_records} takes records"],
        )
    return Chosen(
        None,
        [
            f"{one}: {what} hold for these values of {one.group}; for others like them give "
            f"--resample-by {one.group}"
            for one in found[:1]
        ],
    )


def as_independent(found: Sequence[Dependence]) -> Chosen:
    """Take records as units, with a notice on the group that matters most.

    Args:
        found: From `strongest`.
    """
    return Chosen(
        None,
        [
            f"{one}: intervals take records as independent, and may be too short"
            for one in found
            if one.matters
        ][:1],
    )
