"""Options of intervals, facts about the scores, and the method chosen by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from sacreval.core.interval_names import IntervalName

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.known_population import Covariate, Shares

SEED = 12345  # sacrebleu's default, so that intervals of the same data are the same
REQUESTED = "requested"


class IntervalOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How confidence intervals are computed.

    Args:
        method: The method; auto chooses by the data.
        guarantee: Whether 0/1 scores get Clopper-Pearson intervals, which cover at least as often
            as stated, instead of Wilson intervals, which do so on average.
        resamples: Number of resamples of the bootstrap.
        confidence: Confidence level in (0, 1).
        seed: Seed of the random numbers.
        unit: The group whose values are the units; None for records.
        where_it_fits: Whether outputs that the named method does not fit have no interval, instead
            of an error; for `verify`, where each result names its method.
        covariate: What adjusts means, for `adjusted`.
        shares: What weights the means of strata, for `stratified`.
        item_cost: Cost of an item, in samples, for the best number of samples.
    """

    method: IntervalName = "auto"
    guarantee: bool = False
    resamples: int = 1000
    confidence: float = 0.95
    seed: int = SEED
    unit: str | None = None
    where_it_fits: bool = False
    covariate: Covariate | None = None
    shares: Shares | None = None
    item_cost: float = 1.0


class Scores(Struct, frozen=True):
    """What the choice for one output looks at.

    Args:
        output: Name of the output.
        records: Scores of the records, array (n,); None where single records have none.
        highest: Largest score of a record if the system's score is the mean of bounded scores.
        n_units: Number of records or groups that are drawn.
        unit: The group; None for records.
        optimistic: Whether the score is the best over thresholds chosen on the same records.
        is_mean: Whether the system's score is the mean of those of its records.
        sampled: Whether it is known how scores of records vary over samples.
        own: Whether the metric's own program has intervals.
        skewed: Whether resamples of the score are biased and skewed.
        unknown_range: Whether the range of the scores of records is not declared.
    """

    output: str
    records: Array | None
    highest: float | None
    n_units: int
    unit: str | None = None
    optimistic: bool = False
    is_mean: bool = False
    sampled: bool = False
    own: bool = False
    skewed: bool = False
    unknown_range: bool = False

    @property
    def binary(self) -> bool:
        """Whether every record has the lowest or the highest score.

        Where the range is not declared, all scores are 0 or 1, and both occur.
        """
        from sacreval.scoring.intervals.zero_one import are_ends, are_zero_and_one

        if self.records is None:
            return False
        if self.highest is None:
            return self.is_mean and self.unknown_range and are_zero_and_one(self.records)
        return are_ends(self.records, highest=self.highest)

    @property
    def may_be_share(self) -> bool:
        """Whether the score may be a share where a method for shares is named."""
        from sacreval.scoring.intervals.zero_one import are_ends

        if self.records is None or not (self.is_mean and self.highest is None):
            return self.binary
        return are_ends(self.records, highest=1.0)


class IntervalChoice(Struct, frozen=True):
    """A method and the reason for it."""

    method: IntervalName
    reason: str
