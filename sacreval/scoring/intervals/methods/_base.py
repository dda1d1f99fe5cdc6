"""Base classes of the methods of intervals, and `method_of`, which finds them by name."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.core.contract.declarations import highest_score
from sacreval.core.interval_names import INTERVALS
from sacreval.errors import InputError, nearest

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_options import Scores
    from sacreval.scoring.intervals.interval_plans import IntervalPart
    from sacreval.stats.intervals.bounds import Bounds, Estimate

SHORT = "the interval may be too short"
FEW_RARER = 10  # records with the rarer of 0 and 1, below which a t interval of a mean is too short


class ComputedInterval(NamedTuple):
    """What a method computes.

    Args:
        bounds: The ends of the interval.
        estimate: The mean that it is around, where that is not the score.
        by: The covariate or the group of the strata.
        known: What is known of the population.
    """

    bounds: Bounds
    estimate: float | None = None
    by: str | None = None
    known: dict[str, float] | None = None


class Method(ABC):
    """A method of intervals of a system's score.

    Attributes:
        option: The option that asks for it; empty for `--interval NAME` alone.
        population: The value of that option, which states what is known of all records that the
            scored ones stand for; empty where nothing is.
        reason: The reason that its intervals name where an option asks for it.
        drawn: Whether it needs the scores of resamples.
        independent: Whether it is computed over records even where those of a group are alike, with
            a notice, as it has no form for groups.
        other_items: Whether it is for other items like these; if not, for these sampled again.
        short_if_few: Whether its intervals may be too short for few records.
        keeps_equal_ends: Whether an interval whose ends are equal is kept.
        over_sets: What the interval of a mean over data sets is derived from: `share` inverts
            Wilson's formula, `t` and `normal` divide the width by a quantile, of t with n - 1
            degrees of freedom or of the normal distribution; None where there is no such interval.
    """

    option: ClassVar[str] = ""
    population: ClassVar[str] = ""
    reason: ClassVar[str] = "requested"
    drawn: ClassVar[bool] = False
    independent: ClassVar[bool] = False
    other_items: ClassVar[bool] = True
    short_if_few: ClassVar[bool] = True
    keeps_equal_ends: ClassVar[bool] = False
    over_sets: ClassVar[Literal["share", "t", "normal"] | None] = None

    def misfit(self, _: Scores, /) -> str:
        """Describe why the method does not fit scores; empty where it does."""
        return ""

    @abstractmethod
    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval of one output.

        Args:
            plan: The records, with their units and options.
            output: Name of the output.
        """

    def intervals(self, plan: IntervalPart, outputs: Sequence[str]) -> dict[str, ComputedInterval]:
        """Compute the intervals of several outputs; see `interval`."""
        return {name: self.interval(plan, name) for name in outputs}

    def doubts(self, _plan: IntervalPart, _output: str, /) -> Iterator[str]:
        """Yield why the interval of an output may not hold, where that is the method's own."""
        return iter(())

    def options(self, _by: str, _known: dict[str, float], /) -> dict[str, Any]:
        """Return the fields of `IntervalOptions` that a computed interval states."""
        return {}


class OfShares(Method):
    """An interval of a share, on the scale of the scores."""

    short_if_few = False

    def misfit(self, scores: Scores, /) -> str:
        """Describe why scores are no shares."""
        if scores.may_be_share:
            return ""
        return (
            f"is for means of scores that are 0 or 1 for every record, which {scores.output} is not"
        )

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval of the share of records above 0, times the highest score."""
        from sacreval.stats.intervals.bounds import Bounds

        highest = highest_score(plan.part.entry.metric, output) or 1.0
        share = self.of_share(plan, plan.records[output] > 0)
        return ComputedInterval(Bounds(share.low * highest, share.high * highest))

    @abstractmethod
    def of_share(self, plan: IntervalPart, right: Array) -> Bounds:
        """Compute the interval of the share of True, array (records,)."""


class OfPopulation(Method):
    """A t interval around a mean over the population."""

    independent = True

    def misfit(self, scores: Scores, /) -> str:
        """Describe why there is no mean over records."""
        if scores.records is not None and scores.is_mean:
            return ""
        return f"is for means over records, which {scores.output} is not"

    def doubts(self, plan: IntervalPart, output: str, /) -> Iterator[str]:
        """Yield that few records have the rarer score."""
        if _rarer(plan.records[output]) < FEW_RARER:
            yield f"fewer than {FEW_RARER} records have the rarer score; {SHORT}"


def around(
    plan: IntervalPart, output: str, estimate: Estimate, by: str, known: dict[str, float]
) -> ComputedInterval:
    """Return the interval around an estimate, within what a score can be.

    Args:
        plan: The records and options.
        output: Name of the output.
        estimate: The mean over the population, with its error.
        by: The covariate or the group.
        known: What is known of it.
    """
    highest = highest_score(plan.part.entry.metric, output)
    bounds = inside(estimate.bounds(plan.options.confidence), highest)
    return ComputedInterval(bounds, float(estimate.value), by, known)


def _rarer(scores: Array) -> float:
    """Count the records with the rarer of two scores; infinite for more than two."""
    import numpy as np

    values, counts = np.unique(scores, return_counts=True)
    two = len(values) <= 2
    return float(counts.min() if len(values) > 1 else 0) if two else float("inf")


@cache
def method_of(name: str) -> Method:
    """Return the method of a name other than `auto`.

    Raises:
        InputError: If there is none, as in a result file of a later version.
    """
    if name not in INTERVALS:
        raise InputError(f"there is no interval '{name}'; {nearest(name, INTERVALS)}")
    module = import_module(f"{__package__}.{re.sub('[-.]', '_', name)}")
    method: Method = module.METHOD
    return method


def inside(bounds: Bounds, highest: float | None) -> Bounds:
    """Cut bounds at 0 and at the highest score, if there is one."""
    return bounds if highest is None else bounds.within(0.0, highest)
