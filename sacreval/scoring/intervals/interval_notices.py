"""Notices on intervals: where no method helps, or there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import formula_owner, highest_score
from sacreval.core.results import Around, Interval
from sacreval.errors import comma_list
from sacreval.scoring.intervals.methods._base import SHORT, method_of
from sacreval.scoring.intervals.zero_one import are_ends, has_unknown_range

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_plans import IntervalPart

FEW_RECORDS = 12  # below, no interval of a mean of bounded scores holds what it states
FEW_GROUPS = 10  # the same for groups, whose sums vary more evenly
FEW_FOR_OTHERS = 20  # the same for scores that are no means
FEW_IF_UNBOUNDED = 500  # records whose scores have no highest value; fewer may hold none of a long
# tail, and then nothing in them says so: lognormal scores were covered in .73 to .91 of such data
# sets without another notice, and in .94 from here on
FEW_FOR_THRESHOLD = 1000  # the same for the best of several thresholds: measured .87 at 30 records,
# .92 at 100, .90 at 300, .94 at 1000, where a threshold chosen on other folds has no more
MOST_SKEWED = 0.1  # squared skewness by n, above which an interval of a mean may be too short
MOST_SKEWED_IF_BOUNDED = 0.3  # the same for scores that have a lowest and a highest value
LARGEST_SHARE = 0.1  # of the sum, above which one record decides the mean; not if scores are
# bounded, as among few records each has much of it, and their intervals hold
EQUAL_SHARES = 3  # how often a share must be that of equal scores to be the work of one record
UNKNOWN = "; if they are always 0 or 1, --interval wilson, or declare highest=1"


def interval_notices(planned: Sequence[IntervalPart], arounds: Sequence[Around]) -> list[str]:
    """Describe where intervals may not hold, each kind of case in one sentence."""
    cases: dict[str, list[str]] = {}
    for plan, around in zip(planned, arounds, strict=True):
        names = plan.part.entry.named({name: name for name in plan.choices})
        bounds = plan.part.entry.named(around.intervals)
        for shown, output in names.items():
            text = next(_cases(plan, output, bounds.get(shown)), None)
            if text is not None:
                cases.setdefault(text, []).append(shown)
    return [f"{comma_list(dict.fromkeys(outputs))}: {text}" for text, outputs in cases.items()]


def _no_interval(undefined_where: str) -> str:
    also = f", or are undefined for resamples ({undefined_where})" if undefined_where else ""
    return f"no interval, as the scores do not vary{also}"


def _cases(plan: IntervalPart, output: str, interval: Interval | None) -> Iterator[str]:
    """Yield what is wrong with the interval of an output, the worst first."""
    n, unit, method = plan.units.n, plan.options.unit, method_of(plan.choices[output].method)
    units = "records" if unit is None else f"values of {unit}"
    few = FEW_RECORDS if unit is None else FEW_GROUPS
    metric = plan.part.entry.metric
    mean = metric.score_scale.mean
    bounded = mean and (metric.score_scale.bounded or highest_score(metric, output) is not None)
    if interval is None:
        yield _no_interval(metric.undefined_where) + (
            UNKNOWN if _may_be_share(plan, output) else ""
        )
    if n < few and method.other_items and not method.short_if_few:
        yield f"{n} {units} are few to judge a system by"
    if n < (few if mean else FEW_FOR_OTHERS) and method.short_if_few:
        yield f"{n} {units} are few; {SHORT}"
    if getattr(formula_owner(metric), "optimistic", False) and n < FEW_FOR_THRESHOLD:
        yield f"the threshold is the best for {n} {units}, which are few; {SHORT}"
    yield from method.doubts(plan, output)
    if mean and method.short_if_few:
        yield from _tails(plan.records[output], bounded=bounded)


def _may_be_share(plan: IntervalPart, output: str) -> bool:
    """Return whether scores are all 0 or all 1, and no range is declared."""
    metric, scores = plan.part.entry.metric, plan.records.get(output)
    undeclared = has_unknown_range(metric) and highest_score(metric, output) is None
    return (
        metric.score_scale.mean
        and undeclared
        and scores is not None
        and are_ends(scores, highest=1.0)
    )


def _tails(scores: Array, *, bounded: bool) -> Iterator[str]:
    from sacreval.stats.significance.paired import largest_share, squared_skewness

    share = 0.0 if bounded else largest_share(scores)
    if share > max(LARGEST_SHARE, EQUAL_SHARES / len(scores)):
        yield "one record has more than a tenth of the sum and decides the mean; its " + SHORT[4:]
    if squared_skewness(scores) > (MOST_SKEWED_IF_BOUNDED if bounded else MOST_SKEWED):
        yield "few records decide the mean; its " + SHORT[4:]
    if not bounded and len(scores) < FEW_IF_UNBOUNDED:
        yield (
            f"scores without a highest value: fewer than {FEW_IF_UNBOUNDED} records can hide a "
            f"long tail; {SHORT}"
        )
