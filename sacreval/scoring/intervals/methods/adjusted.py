"""Means adjusted to the known mean of a covariate, by regression (control variates)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sacreval.errors import UsageError
from sacreval.scoring.intervals.known_population import Covariate
from sacreval.scoring.intervals.methods._base import OfPopulation, around

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_plans import IntervalPart
    from sacreval.scoring.intervals.methods._base import ComputedInterval


class AdjustedInterval(OfPopulation):
    """The mean where the covariate has its mean over all records."""

    option = "--covariate"
    population = "NAME=MEAN"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval of the adjusted mean.

        Raises:
            UsageError: If there is no covariate with a mean.
        """
        import numpy as np

        from sacreval.stats.intervals.independent_means import adjusted_mean

        covariate = plan.options.covariate
        if covariate is None or covariate.mean is None:
            raise UsageError("an adjusted interval needs a covariate; give --covariate NAME=MEAN")
        values = np.array(plan.part.collected.covariate)[plan.part.places]
        adjusted = adjusted_mean(plan.records[output], values, covariate.mean)
        known = {"mean": covariate.mean, "explained": adjusted.explained}
        return around(plan, output, adjusted.estimate, covariate.name, known)

    def options(self, by: str, known: dict[str, float], /) -> dict[str, Any]:
        """Return the covariate."""
        return {"covariate": Covariate(by, known.get("mean"))}


METHOD = AdjustedInterval()
