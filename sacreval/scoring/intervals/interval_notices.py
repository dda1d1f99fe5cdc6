"""Notices on intervals: where no method helps, or there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sacreval.core.results import Around, Interval
from sacreval.scoring.intervals.interval_choice import BINARY
from sacreval.scoring.intervals.zero_one import are_ends, has_unknown_range

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.interval_plans import Plan

FEW_RECORDS = 12  # below, no interval of a mean of bounded scores holds what it states
FEW_GROUPS = 10  # the same for groups, whose sums vary more evenly
FEW_FOR_OTHERS = 20  # the same for scores that are no means
FEW_IF_UNBOUNDED = 500  # records whose scores have no highest value; fewer may hold none of a long
# tail, and then nothing in them says so: lognormal scores were covered in .73 to .91 of such data
# sets without another notice, and in .94 from here on
FEW_FOR_THRESHOLD = 1000  # the same for the best of several thresholds: measured .87 at 30 records,
# .92 at 100, .90 at 300, .94 at 1000, where a threshold chosen on other folds has no more
FEW_WITH_RARER = 5  # groups with the rarer of 0 and 1, below which Wilson's interval is too short
FEW_RARER = 10  # records with the rarer of 0 and 1, below which a t interval of a mean is too short
FEWEST_SAMPLES = 4  # times k, below which the noise of pass@k is known too badly
MOST_SKEWED = 0.1  # squared skewness by n, above which an interval of a mean may be too short
MOST_SKEWED_IF_BOUNDED = 0.3  # the same for scores that have a lowest and a highest value
LARGEST_SHARE = 0.1  # of the sum, above which one record decides the mean; not if scores are
# bounded, as among few records each has much of it, and their intervals hold
EQUAL_SHARES = 3  # how often a share must be that of equal scores to be the work of one record
NAMED = 6  # systems that a notice names one by one
KNOWN = ("adjusted", "stratified")  # t intervals
SHORT = "the interval may be too short"
UNKNOWN = "; if they are always 0 or 1, --interval wilson, or declare highest=1"


def interval_notices(planned: Sequence[Plan], found: Sequence[Around]) -> list[str]:
    """Describe where intervals may not hold, each kind of case in one sentence.

    Args:
        planned: The parts with their methods.
        found: What is said around their scores.
    """
    cases: dict[str, list[str]] = {}
    for plan, around in zip(planned, found, strict=True):
        names = plan.part.entry.named({name: name for name in plan.choices})
        bounds = plan.part.entry.named(around.intervals)
        for shown, output in names.items():
            text = next(_cases(plan, output, bounds.get(shown)), None)
            if text is not None:
                cases.setdefault(text, []).append(shown)
    return [f"{some(outputs)}: {text}" for text, outputs in cases.items()]


def _no_interval(undefined_where: str) -> str:
    also = f", or are undefined for resamples ({undefined_where})" if undefined_where else ""
    return f"no interval, as the scores do not vary{also}"


def _cases(plan: Plan, output: str, interval: Interval | None) -> Iterator[str]:
    """Yield what is wrong with the interval of an output, the worst first."""
    n, unit, method = plan.units.n, plan.options.unit, plan.choices[output].method
    units = "records" if unit is None else f"values of {unit}"
    exact, few = method in BINARY, FEW_RECORDS if unit is None else FEW_GROUPS
    metric = plan.part.entry.metric
    mean = metric.is_mean
    bounded = mean and (metric.bounded or metric.highest_score(output) is not None)
    if interval is None:
        yield _no_interval(metric.undefined_where) + (
            UNKNOWN if _may_be_share(plan, output) else ""
        )
    if n < few and (exact or method == "anytime"):
        yield f"{n} {units} are few to judge a system by"
    if n < (few if mean else FEW_FOR_OTHERS) and method != "fixed-items" and not exact:
        yield f"{n} {units} are few; {SHORT}"
    if metric.optimistic and n < FEW_FOR_THRESHOLD:
        yield f"the threshold is the best for {n} {units}, which are few; {SHORT}"
    if exact and plan.units.of is not None and _with_rarer(plan, output) < FEW_WITH_RARER:
        yield f"fewer than {FEW_WITH_RARER} {units} have records of the rarer score; {SHORT}"
    if method in KNOWN and _rarer(plan.records[output]) < FEW_RARER:
        yield f"fewer than {FEW_RARER} records have the rarer score; {SHORT}"
    if method == "stratified" and _even_stratum(plan, output):
        yield f"the scores of one of the strata do not vary; {SHORT}"
    if method == "fixed-items" and _few_samples(plan, output):
        yield f"there are fewer than {FEWEST_SAMPLES} k samples of a record; {SHORT}"
    if mean and not exact and method not in ("anytime", "fixed-items"):
        yield from _tails(plan.records[output], bounded=bounded)


def _may_be_share(plan: Plan, output: str) -> bool:
    """Return whether scores are all 0 or all 1, and no range is declared."""
    metric, scores = plan.part.entry.metric, plan.records.get(output)
    undeclared = has_unknown_range(metric) and metric.highest_score(output) is None
    return metric.is_mean and undeclared and scores is not None and are_ends(scores, highest=1.0)


def _tails(scores: Array, *, bounded: bool) -> Iterator[str]:
    from sacreval.stats.significance.skew import largest_share, squared_skewness

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


def _rarer(scores: Array) -> float:
    """Count the records with the rarer of two scores; infinite for more than two."""
    import numpy as np

    values, counts = np.unique(scores, return_counts=True)
    two = len(values) <= 2  # noqa: PLR2004 - such as 0 and 1
    return float(counts.min() if len(values) > 1 else 0) if two else float("inf")


def _even_stratum(plan: Plan, output: str) -> bool:
    from sacreval.stats.intervals.strata import by_stratum

    shares = plan.options.shares
    if shares is None:
        return False
    values = plan.part.values(shares.group)
    variances = by_stratum(plan.records[output], values).variance
    names = sorted(set(values.tolist()))
    return any(v == 0 and shares.shares[x] > 0 for x, v in zip(names, variances, strict=True))


def _with_rarer(plan: Plan, output: str) -> int:
    """Count the units that have records of the rarer of the scores 0 and 1."""
    import numpy as np

    right = plan.records[output] > 0
    rarer = right if right.mean() < 0.5 else ~right  # noqa: PLR2004 - half of the records
    return len(np.unique(plan.units.of[rarer])) if plan.units.of is not None else 0


def _few_samples(plan: Plan, output: str) -> bool:
    noise = plan.noise[output]
    return not noise.is_mean and bool((noise.most * FEWEST_SAMPLES > 1).any())


def some(names: Sequence[str]) -> str:
    """Name the first of some names, each once, and count the others."""
    shown = list(dict.fromkeys(names))
    more = f" and {len(shown) - NAMED} more" if len(shown) > NAMED else ""
    return ", ".join(shown[:NAMED]) + more
