"""Means of strata, weighted by their known shares in the population."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError, UsageError
from sacreval.scoring.intervals.known_population import Shares
from sacreval.scoring.intervals.methods._base import SHORT, OfPopulation, around

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_plans import IntervalPart
    from sacreval.scoring.intervals.methods._base import ComputedInterval
    from sacreval.scoring.rows.subset import Subset


class Stratified(OfPopulation):
    """The weighted mean of the means of strata."""

    option = "--strata"
    population = "GROUP:..."

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval of the weighted mean.

        Raises:
            UsageError: If there are no shares, or one is missing.
            InputError: If a stratum has too few records.
        """
        import numpy as np

        from sacreval.stats.intervals.independent_means import by_stratum, stratified_mean

        shares = plan.options.shares
        if shares is None:
            raise UsageError(
                "a stratified interval needs shares; give --strata GROUP:VALUE=SHARE,..."
            )
        values = plan.part.values(shares.group)
        names, counts = np.unique(values, return_counts=True)
        _check_strata(dict(zip(names.tolist(), counts.tolist(), strict=True)), shares, plan.part)
        strata = by_stratum(plan.records[output], values)
        estimate = stratified_mean(strata, [shares.shares[name] for name in names.tolist()])
        return around(plan, output, estimate, shares.group, shares.shares)

    def doubts(self, plan: IntervalPart, output: str, /) -> Iterator[str]:
        """Yield that few records have the rarer score, or that those of a stratum have one."""
        yield from super().doubts(plan, output)
        if _even_stratum(plan, output):
            yield f"the scores of one of the strata do not vary; {SHORT}"

    def options(self, by: str, known: dict[str, float], /) -> dict[str, Any]:
        """Return the shares."""
        return {"shares": Shares(by, known)}


def _check_strata(counts: dict[str, int], shares: Shares, part: Subset) -> None:
    """Check that strata and shares are the same, and that each has two records."""
    missing = [name for name in counts if name not in shares.shares]
    if missing:
        raise UsageError(
            f"--strata {shares.group}: there is no share for '{missing[0]}'; give one, or 0"
        )
    for name, share in shares.shares.items():
        if share > 0 and counts.get(name, 0) < 2:  # one record has no spread
            raise InputError(
                f"--strata {shares.group}: {counts.get(name, 0)} records have the value '{name}' "
                f"by {part.entry.name}; an interval needs two of each stratum"
            )


def _even_stratum(plan: IntervalPart, output: str) -> bool:
    """Return whether the scores of a stratum with a share are all the same."""
    from sacreval.stats.intervals.independent_means import by_stratum

    shares = plan.options.shares
    if shares is None:
        return False
    values = plan.part.values(shares.group)
    variances = by_stratum(plan.records[output], values).variance
    names = sorted(set(values.tolist()))
    return any(v == 0 and shares.shares[x] > 0 for x, v in zip(names, variances, strict=True))


METHOD = Stratified()
