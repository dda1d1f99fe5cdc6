"""Agreement of a judge with people and with itself."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.measures.coefficients import measures
from sacreval.features.correlate.measures.measures import Plain
from sacreval.features.correlate.trust.alt_test import AgainstAnnotator, Alignment, alt_test
from sacreval.features.correlate.trust.result import (
    Against,
    AlignmentName,
    Alternative,
    Repetitions,
    TrustSettings,
)
from sacreval.stats.arrays import Floats, round_significant
from sacreval.stats.association.rater_agreement import Measurement, cohen_kappa, krippendorff_alpha
from sacreval.stats.rounding import rounded

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
    scale, people = _MEASUREMENTS[alignment], ratings.T
    with_judge = [cohen_kappa(judge, one, scale) for one in people]
    between = [
        cohen_kappa(people[i], people[k], scale)
        for i in range(len(people))
        for k in range(i + 1, len(people))
    ]
    return Agreed(
        _mean(with_judge),
        _mean(between),
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
) -> tuple[Alternative | None, list[str]]:
    """Compute the alternative annotator test.

    Returns:
        The test, or None with the reason as a sentence.
    """
    if not on_scale:
        return None, []
    if ratings is None or ratings.shape[1] < 2:  # noqa: PLR2004 - one annotator has no others
        return None, [NO_LISTS]
    found = alt_test(
        judge,
        ratings,
        alignment=Alignment(settings.alignment),
        epsilon=settings.epsilon,
        level=rounded(1 - settings.confidence),
        least=settings.least_outputs,
    )
    if not found.annotators:
        least = settings.least_outputs
        return None, [f"no alternative annotator test, as no annotator shares {least} outputs"]
    return Alternative(
        passed=found.passed,
        winning_rate=found.winning_rate,
        advantage=found.advantage,
        annotators=[_against(one) for one in found.annotators],
        skipped=[place + 1 for place in found.skipped],
        unused=found.unused,
    ), []


def _against(one: AgainstAnnotator) -> Against:
    fields = one._asdict() | {"annotator": one.annotator + 1}
    return Against(**fields | {"t": one.t if math.isfinite(one.t) else None})


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
