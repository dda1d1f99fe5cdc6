"""Choice: which interval fits the scores of some records, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec
from msgspec import Struct

from sacreval.core.interval_names import IntervalName
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.known_population import Covariate, Shares

METHODS: tuple[IntervalName, ...] = get_args(IntervalName)[1:]  # all but auto
SEED = 12345  # sacrebleu's default, so that intervals of the same data are the same
FEW_UNITS = 100  # below, percentiles of the bootstrap are too narrow
FEW_IF_SKEWED = 1000  # the same for scores whose resamples are skewed
FEW_GROUPS = 20  # below, resampled groups vary too little; the jackknife's t interval holds
REQUESTED = "requested"
ZERO_ONE = "0/1 scores"
REASONS: dict[IntervalName, str] = {
    "anytime": "holds at every look",
    "fixed-items": "for the same items sampled again",
    "rouge-1.5.5": "as the script prints them",
}
DRAWN: frozenset[IntervalName] = frozenset({"expanded", "percentile", "shifted", "bca"})
OPTIONS: dict[IntervalName, str] = {
    "adjusted": "--covariate",
    "stratified": "--strata",
    "anytime": "--anytime",
    "fixed-items": "--fixed-items",
}
NOISY = "avg-at-k of k 2 or more, and pass-at-k and g-pass-at-k of 2 k samples a record,"
INDEPENDENT: tuple[IntervalName, ...] = ("adjusted", "stratified", "anytime")  # take records so
BINARY: frozenset[IntervalName] = frozenset({"wilson", "clopper-pearson"})


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


class Choice(Struct, frozen=True):
    """A method and the reason for it."""

    method: IntervalName
    reason: str


def choose(scores: Scores, options: IntervalOptions) -> Choice:
    """Choose the interval of one output.

    0/1 scores have Wilson intervals. Other means and corpus scores have bootstrap percentiles,
    expanded for fewer than 100 units; fewer than 20 groups have a jackknife interval. The best
    over thresholds has shifted percentiles, and a skewed score of fewer than 1,000 units
    accelerated ones.

    Args:
        scores: The scores.
        options: What the user asked for.

    Raises:
        UsageError: If the named method does not fit the scores.
    """
    if options.method != "auto":
        if problem := misfit(scores, options.method):
            option = OPTIONS.get(options.method, f"--interval {options.method}")
            raise UsageError(f"{option} {problem}; use --interval auto")
        return Choice(options.method, REASONS.get(options.method, REQUESTED))
    units = f"{scores.n_units} {'records' if scores.unit is None else f'values of {scores.unit}'}"
    if scores.optimistic:
        return Choice("shifted", "threshold chosen on the same records")
    if scores.skewed and scores.n_units < FEW_IF_SKEWED:
        return Choice("bca", f"a skewed score, {units}")
    if scores.binary:
        exact = options.guarantee and scores.unit is None
        return Choice(
            "clopper-pearson" if exact else "wilson",
            ZERO_ONE if scores.unit is None else f"{ZERO_ONE}, {units}",
        )
    if scores.unit is not None and scores.n_units < FEW_GROUPS and scores.records is not None:
        return Choice("jackknife", units)
    return Choice("expanded" if scores.n_units < FEW_UNITS else "percentile", units)


def misfit(scores: Scores, method: IntervalName) -> str:
    """Describe why a method does not fit scores; empty where it does."""
    single, bounded = scores.records is not None, scores.highest is not None
    output, known = scores.output, method in ("adjusted", "stratified")
    cases = (
        (
            method in BINARY and not scores.may_be_share,
            f"is for means of scores that are 0 or 1 for every record, which {output} is not",
        ),
        (
            method == "clopper-pearson" and scores.unit is not None,
            f"takes records as independent, but intervals are over '{scores.unit}'",
        ),
        (
            method == "jackknife" and not single,
            f"leaves units out of sums of rows, which {output} has not",
        ),
        (
            known and not (single and scores.is_mean),
            f"is for means over records, which {output} is not",
        ),
        (
            method == "anytime" and not (single and bounded),
            f"is for means of scores with a lowest and a highest value, which {output} is not",
        ),
        (
            method == "fixed-items" and not scores.sampled,
            f"needs the noise of samples, which {output} does not show; {NOISY} do",
        ),
        (
            method == "rouge-1.5.5" and not (scores.own and scores.unit is None),
            f"is the script's, over records of the metric rouge-1.5.5, and {output} is not",
        ),
    )
    return next((text for holds, text in cases if holds), "")
