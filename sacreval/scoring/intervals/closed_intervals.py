"""Closed intervals: those of methods that need no resampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import InputError, UsageError
from sacreval.scoring.intervals.interval_choice import Choice
from sacreval.stats.intervals.bounds import Bounds, Estimate

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.interval_plans import Plan
    from sacreval.scoring.intervals.known_population import Shares
    from sacreval.scoring.rows.subset import Subset


class Found(NamedTuple):
    """An interval.

    Args:
        bounds: Its ends.
        estimate: The mean that it is around, where that is not the score.
        by: The covariate or the group of the strata.
        known: What is known of the population.
    """

    bounds: Bounds
    estimate: float | None = None
    by: str | None = None
    known: dict[str, float] | None = None


def closed(plan: Plan, output: str, choice: Choice) -> Found:
    """Compute the interval of one output.

    Args:
        plan: The records, with their units and options.
        output: Name of the output.
        choice: Its method.
    """
    highest = plan.part.entry.metric.highest_score(output)
    match choice.method:
        case "jackknife":
            return Found(_inside(_jackknife(plan, output), highest))
        case "adjusted":
            return _adjusted(plan, output, highest)
        case "stratified":
            return _stratified(plan, output, highest)
        case "anytime":
            return Found(_anytime(plan, output, highest or 1.0))
        case "fixed-items":
            from sacreval.scoring.intervals.repeated_samples import fixed_items

            scores, confidence = plan.records[output], plan.options.confidence
            return Found(fixed_items(scores, plan.noise[output], highest or 1.0, confidence))
    return Found(_share(plan, output, choice, highest or 1.0))


def _share(plan: Plan, output: str, choice: Choice, highest: float) -> Bounds:
    from sacreval.stats.intervals.binomial import clopper_pearson, wilson
    from sacreval.stats.intervals.clustered_binomial import clustered_wilson

    confidence, right = plan.options.confidence, plan.records[output] > 0
    if choice.method == "clopper-pearson":
        share = clopper_pearson(right.sum(), len(right), confidence)
    elif plan.units.of is None:
        share = wilson(right.sum(), len(right), confidence)
    else:
        share = clustered_wilson(right, plan.units.of, confidence)
    return Bounds(share.low * highest, share.high * highest)


def _jackknife(plan: Plan, output: str) -> Bounds:
    from sacreval.scoring.interval_plans import rows_by_unit
    from sacreval.stats.intervals.jackknife_t import jackknife_t

    metric = plan.part.entry.metric
    table = rows_by_unit(plan.part.rows, plan.units)
    found = jackknife_t([table], lambda sums: metric.reduce(sums)[output])
    return found.bounds(plan.options.confidence)


def _adjusted(plan: Plan, output: str, highest: float | None) -> Found:
    import numpy as np

    from sacreval.stats.intervals.control_variates import adjusted_mean

    given = plan.options.covariate
    if given is None or given.mean is None:
        raise UsageError("an adjusted interval needs a covariate; give --covariate NAME=MEAN")
    values = np.array(plan.part.collected.covariate)[plan.part.places]
    found = adjusted_mean(plan.records[output], values, given.mean)
    known = {"mean": given.mean, "explained": found.explained}
    return _around(plan, found.estimate, highest, given.name, known)


def _stratified(plan: Plan, output: str, highest: float | None) -> Found:
    import numpy as np

    from sacreval.stats.intervals.strata import by_stratum, stratified_mean

    given = plan.options.shares
    if given is None:
        raise UsageError("a stratified interval needs shares; give --strata GROUP:VALUE=SHARE,...")
    values = plan.part.values(given.group)
    names, counts = np.unique(values, return_counts=True)
    _check_strata(dict(zip(names.tolist(), counts.tolist(), strict=True)), given, plan.part)
    found = by_stratum(plan.records[output], values)
    estimate = stratified_mean(found, [given.shares[name] for name in names.tolist()])
    return _around(plan, estimate, highest, given.group, given.shares)


def _check_strata(counts: dict[str, int], given: Shares, part: Subset) -> None:
    """Check that strata and shares are the same, and that each has two records.

    Raises:
        UsageError: If a share is missing.
        InputError: If a stratum has too few records.
    """
    missing = [name for name in counts if name not in given.shares]
    if missing:
        raise UsageError(
            f"--strata {given.group}: there is no share for '{missing[0]}'; give one, or 0"
        )
    for name, share in given.shares.items():
        if share > 0 and counts.get(name, 0) < 2:  # noqa: PLR2004 - one record has no spread
            raise InputError(
                f"--strata {given.group}: {counts.get(name, 0)} records have the value '{name}' by "
                f"{part.entry.name}; an interval needs two of each stratum"
            )


def _around(
    plan: Plan, estimate: Estimate, highest: float | None, by: str, known: dict[str, float]
) -> Found:
    bounds = estimate.bounds(plan.options.confidence)
    return Found(_inside(bounds, highest), float(estimate.value), by, known)


def _anytime(plan: Plan, output: str, highest: float) -> Bounds:
    from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence

    scores: Array = plan.records[output] / highest
    confidence = plan.options.confidence
    if ((scores == 0) | (scores == 1)).all():
        now = proportion_sequence(scores.sum(), len(scores), confidence)
    else:
        every = mean_sequence(scores.clip(0, 1), confidence)
        now = Bounds(every.low[-1], every.high[-1])
    return Bounds(now.low * highest, now.high * highest)


def _inside(bounds: Bounds, highest: float | None) -> Bounds:
    return bounds if highest is None else bounds.within(0.0, highest)
