"""Notices on intervals: where no method helps, or there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.core.results import Interval
from sacreval.scoring.interval_choice import BINARY

if TYPE_CHECKING:
    from sacreval.scoring.intervals import Plan

FEW = 10  # units; below, no interval holds what it states
FEW_FOR_CORPUS = 20  # the same for scores that are no means
MOST_SKEWED = 0.1  # squared skewness by n, above which an interval of a mean may be too short
NAMED = 6  # systems that a notice names one by one


def interval_notices(planned: Sequence[Plan], found: Sequence[Mapping[str, Interval]]) -> list[str]:
    """Describe where intervals may not hold, each kind of case in one sentence.

    Args:
        planned: The parts with their methods.
        found: Their intervals.
    """
    cases: dict[str, list[str]] = {}
    for plan, bounds in zip(planned, found, strict=True):
        for output, text in _cases(plan, plan.part.entry.named(bounds)):
            cases.setdefault(text, []).append(output)
    return [f"{some(outputs)}: {text}" for text, outputs in cases.items()]


def _cases(plan: Plan, bounds: Mapping[str, Interval]) -> Iterator[tuple[str, str]]:
    """Yield outputs with what is wrong with their intervals."""
    from sacreval.stats.skew import squared_skewness

    units = "records" if plan.options.unit is None else f"values of {plan.options.unit}"
    mean = plan.part.entry.metric.is_mean
    names = plan.part.entry.named({name: name for name in plan.choices})
    for shown, output in names.items():
        exact = plan.choices[output].method in BINARY
        if shown not in bounds:
            yield shown, "no interval, as all records have the same score"
        elif plan.units.n < FEW and exact:
            yield shown, f"{plan.units.n} {units} are few to judge a system by"
        elif plan.units.n < (FEW if mean else FEW_FOR_CORPUS):
            yield shown, f"{plan.units.n} {units} are few; the interval may be too short"
        elif mean and not exact and squared_skewness(plan.records[output]) > MOST_SKEWED:
            yield shown, "few records decide the mean; its interval may be too short"


def some(names: Sequence[str]) -> str:
    """Name the first of some names, each once, and count the others."""
    shown = list(dict.fromkeys(names))
    more = f" and {len(shown) - NAMED} more" if len(shown) > NAMED else ""
    return ", ".join(shown[:NAMED]) + more
