"""Agreement of a judge with people and with itself, and the alternative annotator test.

The alternative annotator test: whether a judge may take the place of one of several people. Each
annotator in turn is compared with the judge by how well both agree with the other annotators. The
judge wins against an annotator if the annotator is surely not better by more than `epsilon`, and
passes if it wins against at least half of them.

Source: Calderon, Reichart and Dror (2025).
"""

from __future__ import annotations

import math
from enum import Enum
from typing import NamedTuple

import numpy as np

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.measures.coefficient_names import measures
from sacreval.features.correlate.measures.measures import Plain
from sacreval.features.correlate.options import AlignmentName
from sacreval.features.correlate.trust.result import (
    Against,
    AlternativeAnnotatorTest,
    Repetitions,
    TrustSettings,
)
from sacreval.stats.arrays import Bools, Floats, round_significant
from sacreval.stats.association.rater_agreement import (
    Measurement,
    cohen_kappa,
    cohen_kappas,
    krippendorff_alpha,
)
from sacreval.stats.rounding import rounded
from sacreval.stats.significance.multiple_testing import Correction, adjust

LEAST_OUTPUTS = 30  # outputs that an annotator must have rated, as in the paper
PASS = 0.5  # winning rate from which a judge passes


class Alignment(Enum):
    """How a rating is compared with those of other people."""

    ACCURACY = "accuracy"  # share of them that are equal
    NEG_RMSE = "neg-rmse"  # root of the mean squared difference, with a minus sign


class AgainstAnnotator(NamedTuple):
    """The judge against one annotator.

    Attributes:
        annotator: Column of the annotator.
        n: Number of outputs that both rated, with one more annotator at least.
        judge_as_good: Number of outputs on which the judge agrees with the others as well or
            better.
        human_as_good: The same of the annotator.
        t: Student's t of the mean difference of the two less `epsilon`.
        p: One-sided p-value that this is below 0.
        p_adjusted: The same by Benjamini and Yekutieli over annotators.
        won: Whether the judge wins.
    """

    annotator: int
    n: int
    judge_as_good: int
    human_as_good: int
    t: float
    p: float
    p_adjusted: float
    won: bool


class AltTest(NamedTuple):
    """The result of the test.

    Attributes:
        annotators: One for each annotator with enough outputs.
        skipped: Columns of annotators with too few.
        unused: Number of outputs that the judge or fewer than two annotators rated.
        winning_rate: Share of annotators that the judge wins against; NaN without any.
        advantage: Mean over annotators of the share of outputs on which the judge is as good or
            better; NaN without any.
    """

    annotators: tuple[AgainstAnnotator, ...]
    skipped: tuple[int, ...]
    unused: int
    winning_rate: float
    advantage: float

    @property
    def passed(self) -> bool:
        """Whether the judge wins against at least half of the annotators."""
        return self.winning_rate >= PASS


def alt_test(
    judge: Floats,
    ratings: Floats,
    *,
    alignment: Alignment,
    epsilon: float = 0.2,
    level: float = 0.05,
    least: int = LEAST_OUTPUTS,
) -> AltTest:
    """Test whether a judge may take the place of an annotator.

    Args:
        judge: Ratings of the judge, or codes of its labels, shape (outputs,); NaN where missing.
        ratings: Those of people, shape (outputs, annotators); NaN where missing.
        alignment: How ratings are compared.
        epsilon: By how much, as a share of outputs, an annotator may be better than the judge; what
            a person costs more. The paper has 0.2 for experts, 0.15 for skilled people and 0.1 for
            crowd workers.
        level: Bound on the share of false wins.
        least: Fewest outputs of an annotator that takes part.

    Returns:
        The result. A t without spread is infinite, as in the paper's code. Where the spread and the
        numerator are both 0, t is 0 and p is 1, which is never a win; the paper's code has NaN.

    Raises:
        InputError: If the shapes do not fit, or there are fewer than two annotators.
        UsageError: If `epsilon` is not in [0, 1].
    """
    if ratings.ndim != 2 or len(judge) != len(ratings) or ratings.shape[1] < 2:
        raise InputError(
            f"ratings of the shape {ratings.shape} do not fit {len(judge)} outputs of the judge: "
            "give one row for each, with two annotators at least"
        )
    if not 0 <= epsilon <= 1:
        raise UsageError(f"epsilon is {epsilon:g}: give a share from 0 to 1")
    usable = ~np.isnan(judge) & ((~np.isnan(ratings)).sum(axis=1) > 1)
    table, judged = ratings[usable], judge[usable]
    counts = (~np.isnan(table)).sum(axis=0)
    chosen = [int(h) for h in np.flatnonzero(counts >= max(least, 2))]
    results = [_compared(judged, table, h, alignment, epsilon) for h in chosen]
    adjusted = adjust(np.array([r.p for r in results]), Correction.BENJAMINI_YEKUTIELI)
    results = [
        r._replace(p_adjusted=float(p), won=bool(p <= level))
        for r, p in zip(results, adjusted, strict=True)
    ]
    skipped = tuple(int(h) for h in np.flatnonzero(counts < max(least, 2)))
    nothing = float("nan")
    return AltTest(
        tuple(results),
        skipped,
        int((~usable).sum()),
        float(np.mean([r.won for r in results])) if results else nothing,
        float(np.mean([r.judge_as_good / r.n for r in results])) if results else nothing,
    )


def _compared(
    judge: Floats, table: Floats, annotator: int, alignment: Alignment, epsilon: float
) -> AgainstAnnotator:
    seen = ~np.isnan(table[:, annotator])
    scores, human = judge[seen], table[seen, annotator]
    others = np.delete(table[seen], annotator, axis=1)
    judged = _agreement(scores, others, alignment)
    person = _agreement(human, others, alignment)
    as_good, human_as_good = judged >= person, person >= judged
    t, p = _t_below(_differences(human_as_good, as_good), epsilon)
    return AgainstAnnotator(
        annotator, len(scores), int(as_good.sum()), int(human_as_good.sum()), t, p, p, won=False
    )


def _differences(first: Bools, second: Bools) -> Floats:
    return first.astype(np.float64) - second.astype(np.float64)


def _agreement(rating: Floats, others: Floats, alignment: Alignment) -> Floats:
    """Compute how well a rating agrees with those of other people, shape (outputs,)."""
    if alignment is Alignment.ACCURACY:
        equal = np.where(np.isnan(others), np.nan, rating[:, None] == others)
        return round_significant(np.nanmean(equal, axis=1))
    neg_rmse: Floats = -np.sqrt(np.nanmean((rating[:, None] - others) ** 2, axis=1))
    return round_significant(neg_rmse)


def _t_below(differences: Floats, epsilon: float) -> tuple[float, float]:
    """Compute Student's t of a mean less `epsilon`, and the chance of one as small."""
    from scipy.special import stdtr

    n, gap = len(differences), float(differences.mean()) - epsilon
    spread = float(differences.std(ddof=1))
    if spread == 0:
        return (0.0, 1.0) if gap == 0 else (math.copysign(math.inf, gap), float(gap > 0))
    t = gap / (spread / math.sqrt(n))
    return t, float(stdtr(n - 1, t))


COEFFICIENTS = ("pearson", "spearman", "kendall")
_MEASUREMENTS = {"neg-rmse": Measurement.INTERVAL, "accuracy": Measurement.NOMINAL}
NO_LISTS = (
    "no alternative annotator test and kappa, as judgments are not lists with one number for each "
    "annotator"
)


class Agreed(NamedTuple):
    """Agreement of a judge and annotators; see `Trust` for the fields."""

    kappa: float | None = None
    kappa_people: float | None = None
    alpha: float | None = None
    alpha_people: float | None = None


def agreement(judge: Floats, ratings: Floats, alignment: AlignmentName) -> Agreed:
    """Compute how well a judge agrees with annotators, and they with each other.

    Args:
        judge: Scores, shape (n,).
        ratings: Those of annotators, shape (n, annotators); NaN where missing.
        alignment: Whether ratings are numbers or codes of labels.
    """
    scale = _MEASUREMENTS[alignment]
    return Agreed(
        _mean([cohen_kappa(judge, person, scale) for person in ratings.T]),
        _mean(cohen_kappas(ratings, scale)),
        _number(krippendorff_alpha(np.column_stack([ratings, judge]), scale)),
        _number(krippendorff_alpha(ratings, scale)),
    )


def _mean(values: list[float]) -> float | None:
    defined = [value for value in values if not math.isnan(value)]
    return math.fsum(defined) / len(defined) if defined else None


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def correlations(judge: Floats, human: Floats) -> dict[str, float | None]:
    """Correlate scores with mean human scores over all outputs, by the name of the coefficient."""
    x, z = round_significant(judge), round_significant(human)
    return {
        plain.name: _number(float(plain.coefficient.of(x, z)))
        for plain in measures(COEFFICIENTS)
        if isinstance(plain, Plain)
    }


def alternative(
    judge: Floats, ratings: Floats | None, settings: TrustSettings, *, on_scale: bool
) -> tuple[AlternativeAnnotatorTest | None, list[str]]:
    """Compute the alternative annotator test."""
    if not on_scale:
        return None, []
    if ratings is None or ratings.shape[1] < 2:  # one annotator has no others
        return None, [NO_LISTS]
    test = alt_test(
        judge,
        ratings,
        alignment=Alignment(settings.alignment),
        epsilon=settings.epsilon,
        level=rounded(1 - settings.confidence),
        least=settings.least_outputs,
    )
    if not test.annotators:
        least = settings.least_outputs
        return None, [f"no alternative annotator test, as no annotator shares {least} outputs"]
    return AlternativeAnnotatorTest(
        passed=test.passed,
        winning_rate=test.winning_rate,
        advantage=test.advantage,
        annotators=[_against(result) for result in test.annotators],
        skipped=[place + 1 for place in test.skipped],
        unused=test.unused,
    ), []


def _against(result: AgainstAnnotator) -> Against:
    fields = result._asdict() | {"annotator": result.annotator + 1}
    return Against(**fields | {"t": result.t if math.isfinite(result.t) else None})


def repetitions(scores: Floats | None) -> Repetitions | None:
    """Compute how well a judge agrees with itself.

    Args:
        scores: Shape (systems, instances, repetitions), NaN where missing; or None.

    Returns:
        None where no output has two scores.
    """
    if scores is None or not scores.size:
        return None
    table = scores.reshape(-1, scores.shape[-1])
    table = table[(~np.isnan(table)).sum(axis=1) > 1]
    if not len(table):
        return None
    numbers = (~np.isnan(table)).sum(axis=1)
    squares = np.nanvar(table, axis=1) * numbers
    within = math.sqrt(float(squares.sum()) / float((numbers - 1).sum()))
    return Repetitions(
        n=len(table),
        alpha=_number(krippendorff_alpha(table, Measurement.INTERVAL)),
        within=within,
        equal=float((np.nanmax(table, axis=1) == np.nanmin(table, axis=1)).mean()),
    )
