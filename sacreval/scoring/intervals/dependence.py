"""Dependence: which groups make records alike, so that intervals and tests must be over groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from sacreval.core.contract.declarations import highest_score
from sacreval.core.group_names import NO_GROUP
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_options import IntervalOptions

LEAST_RECORDS = 1.5  # of a group on average; below, groups change nothing
MOST_RECORDS = 50  # above, groups are parts of the data set, such as subjects, not samples of more
LEAST_GROUPS = 6  # fewer cannot stand for others
LEAST_ICC = 0.02
FEW_RARER = 10  # of 0/1 scores; fewer records with the rarer one do not show whether records are
# alike: taken as independent, 95 % intervals of passages near 0 or 1 cover in 87 to 91 %
FEW_TO_ASSUME = 10  # groups; fewer are more often kinds of records than samples of more


class Dependence(NamedTuple):
    """How alike the records of a group are, at most over systems and outputs.

    Args:
        group: Name of the group, such as passage.
        values: Number of its values.
        size: Mean number of records of a value.
        icc: Intraclass correlation of the scores.
        effect: Design effect: factor of the variance of the mean.
        effective: Number of independent records with the same variance of the mean.
        unseen: Whether 0/1 scores have too few records of the rarer one to see it.
    """

    group: str
    values: int
    size: float
    icc: float
    effect: float
    effective: float
    unseen: bool = False

    @property
    def matters(self) -> bool:
        """Whether intervals are over this group unless another unit is named."""
        return self.size <= MOST_RECORDS

    @property
    def for_records(self) -> str:
        """The option that takes records as units instead."""
        return "--interval wilson" if self.unseen else "--interval percentile"

    def __str__(self) -> str:
        if self.unseen:
            return (
                f"fewer than {FEW_RARER} records have the rarer score, too few to see whether "
                f"records of one {self.group} are alike ({self.values} values of {self.size:.3g} "
                "records)"
            )
        return (
            f"records of one {self.group} are alike ({self.values} values of {self.size:.3g} "
            f"records, intraclass correlation {self.icc:.2f}, design effect {self.effect:.2g}, "
            f"effective n {self.effective:.0f})"
        )


class GroupedScores(NamedTuple):
    """Scores of records, or differences of scores, and the groups of the records.

    Args:
        scores: Array (n, outputs).
        groups: Names of the groups.
        values: Returns the value of a group of each record, array (n,) of text.
    """

    scores: Array
    groups: Collection[str]
    values: Callable[[str], Array]

    @classmethod
    def of(cls, part: Subset, scores: Array) -> Self:
        """Return scores of the records of a part."""
        return cls(scores, part.collected.groups, part.values)


def strongest(parts: Sequence[Subset], besides: Sequence[str | None] = ()) -> list[Dependence]:
    """Measure every group whose records are alike, the strongest first.

    Args:
        parts: The records of each system, by metrics that score single records.
        besides: Names of groups that are used otherwise.

    Returns:
        Groups that every record has, with six values or more, more than 1.5 records a value on
        average, and an intraclass correlation above .02 in some system and output, or ten values
        or more and too few records of the rarer score to see it.
    """
    if not any(part.collected.groups for part in parts):
        return []
    scored = [(part, _record_scores(part)) for part in parts if len(part)]
    dependences = strongest_of([GroupedScores.of(*rows) for rows in scored], besides)
    seen = {x.group for x in dependences}
    unseen = [x for x in _unseen(scored) if x.group not in (*seen, *besides)]
    return [*dependences, *unseen]


def _unseen(scored: Sequence[tuple[Subset, Array]]) -> Iterator[Dependence]:
    """Yield the groups of 0/1 scores with too few records of the rarer one, each once."""
    import numpy as np

    names = dict.fromkeys(name for part, _ in scored for name in part.collected.groups)
    for group in names:
        for part, scores in scored:
            if group not in part.collected.groups or not (_rarer(part, scores) < FEW_RARER).any():
                continue
            values = part.values(group)
            count, n = len(np.unique(values)), len(values)
            grouped = NO_GROUP not in values and LEAST_RECORDS * count < n <= MOST_RECORDS * count
            if grouped and count >= FEW_TO_ASSUME:
                yield Dependence(group, count, n / count, 0.0, 1.0, n, unseen=True)
                break


def _rarer(part: Subset, scores: Array) -> Array:
    """Count the records with the rarer score, array (outputs,); infinite if scores are not 0/1."""
    import numpy as np

    metric = part.entry.metric
    highest = [highest_score(metric, output) or np.inf for output in metric.outputs]
    binary = ((scores == 0) | (scores == highest)).all(axis=0)
    right = (scores == highest).sum(axis=0)
    return np.where(binary & np.isfinite(highest), np.minimum(right, len(scores) - right), np.inf)


def strongest_of(
    samples: Iterable[GroupedScores], besides: Collection[str | None] = ()
) -> list[Dependence]:
    """Measure groups as `strongest` does, by the scores or the differences of some samples.

    Args:
        samples: The samples, each with some of the groups.
        besides: Names of groups that are used otherwise.
    """
    listed = list(samples)
    names = dict.fromkeys(name for sample in listed for name in sample.groups)
    measured = (_measured(listed, group) for group in names if group not in besides)
    return sorted((x for x in measured if x is not None), key=lambda x: -x.effect)


def _record_scores(part: Subset) -> Array:
    import numpy as np

    metric = part.entry.for_instances().metric
    return np.column_stack([*metric.reduce(part.rows).values()])


def _measured(samples: Sequence[GroupedScores], group: str) -> Dependence | None:
    """Measure one group; None where a record lacks it, or records are independent of it."""
    measured = (_alike(sample, group) for sample in samples if group in sample.groups)
    return max(filter(None, measured), key=lambda x: x.icc, default=None)


def _alike(sample: GroupedScores, group: str) -> Dependence | None:
    """Measure how alike the records of a group are, by the output where they are most.

    None where a record lacks the group, its values are too few or too small, or the records of one
    are not alike.
    """
    import numpy as np

    from sacreval.stats.clusters import likeness

    values = sample.values(group)
    count = len(np.unique(values))
    if NO_GROUP in values or count < LEAST_GROUPS or len(values) <= LEAST_RECORDS * count:
        return None
    alike = likeness(sample.scores, values)
    icc = np.nan_to_num(alike.icc, nan=-1.0)
    top = int(np.argmax(icc))
    if icc[top] <= LEAST_ICC:
        return None
    effect = float(alike.design_effect[top])
    return Dependence(
        group, count, len(values) / count, float(icc[top]), effect, len(values) / effect
    )


class ChosenUnit(NamedTuple):
    """The unit of intervals or tests, and what the user should know of it."""

    unit: str | None
    notices: list[str]


def choose_unit(
    dependences: Sequence[Dependence],
    what: str = "intervals",
    for_records: str | None = None,
) -> ChosenUnit:
    """Choose the group whose values are the units.

    Args:
        dependences: The groups whose records are alike, the strongest first.
        what: What is computed, for the notice.
        for_records: The option that takes records instead, for the notice; None for that of
            intervals.

    Returns:
        The group that matters most; None where none does, with a notice on a group whose values
        have many records: intervals hold for these values, but not for others like them.
    """
    first = next((x for x in dependences if x.matters), None)
    if first is not None:
        option = for_records or first.for_records
        return ChosenUnit(
            first.group,
            [
                f"{first}: {what} are over {first.group}; {option} takes records",
            ],
        )
    return ChosenUnit(
        None,
        [
            f"{x}: {what} hold for these values of {x.group}; for others like them give "
            f"--resample-by {x.group}"
            for x in dependences[:1]
        ],
    )


def unit_of_intervals(
    options: IntervalOptions, parts: Iterable[Subset], besides: Sequence[str | None]
) -> ChosenUnit:
    """Choose the units of intervals: as named, or a group whose records are alike.

    Args:
        options: How intervals are computed.
        parts: The records of each system, by metrics that score single records.
        besides: Names of groups that are used otherwise.
    """
    from sacreval.scoring.intervals.methods._base import method_of

    by_data = options.method == "auto"
    if options.unit is not None or not (by_data or method_of(options.method).independent):
        return ChosenUnit(options.unit, [])
    dependences = strongest(list(parts), besides)
    if by_data:
        return choose_unit(dependences)
    text = "intervals take records as independent, and may be too short"
    return ChosenUnit(
        None,
        [
            f"{dependence}: {text}"
            for dependence in dependences
            if dependence.matters and not dependence.unseen
        ][:1],
    )
