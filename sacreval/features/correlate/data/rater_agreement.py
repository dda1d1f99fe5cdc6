"""Agreement among the raters of a human score, from lists of ratings."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sacreval.features.correlate.correlation_results import to_plain
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selection import select
from sacreval.features.correlate.measures.coefficients import measures
from sacreval.features.correlate.measures.lookup import pick
from sacreval.features.correlate.measures.measures import Plain
from sacreval.features.correlate.options import Filters, Systems
from sacreval.stats.arrays import Floats
from sacreval.stats.association.rater_agreement import (
    Measurement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    rater_correlations,
)

UNDEFINED = "undefined: fewer than two ratings of an output, or all of them equal"


@dataclass(frozen=True)
class Agreement:
    """A measure of the agreement of raters on one human score.

    Attributes:
        human: Name of the human score.
        measure: `krippendorff-alpha`, `fleiss-kappa`, `cohen-kappa` or `rater-correlation`.
        measurement: Scale of the ratings, or the coefficient of a correlation.
        value: NaN (null) where undefined.
        n_items: Number of outputs that take part.
        n_raters: Largest number of ratings of an output.
        n_pairs: Number of averaged pairs of raters (Cohen, correlation), else None.
        note: A caveat, or None.
    """

    human: str
    measure: str
    measurement: str
    value: float
    n_items: int
    n_raters: int
    n_pairs: int | None
    note: str | None

    def to_json(self) -> dict[str, object]:
        """Plain values; NaN becomes null."""
        plain: dict[str, object] = to_plain(self)
        return plain


def agreement(
    data: ScoreSet,
    *,
    human: str,
    measurements: tuple[Literal["nominal", "ordinal", "interval"], ...] = (
        "nominal",
        "ordinal",
        "interval",
    ),
    coefficients: tuple[str, ...] = ("pearson", "spearman", "kendall"),
    systems: Systems = "all",
) -> list[Agreement]:
    """Compute measures of the agreement of raters.

    Args:
        data: Scores and judgments, from `load_tasks`.
        human: Flat name of a human score with lists of ratings, one number for each rater.
        measurements: Scales of Krippendorff's alpha and Cohen's kappa. Fleiss' kappa is nominal.
        coefficients: Coefficients of pairs of raters over all outputs that both rated.
        systems: `peer`, `reference` or `all`.

    Returns:
        One entry for each measure.

    Raises:
        UsageError: A human score without lists of ratings.
    """
    pick(human, data.ratings, "human score with a list of ratings", _remedy(data))
    data = select(data, human, Filters(systems=systems))
    ratings = data.ratings[human]
    table = ratings.reshape(-1, ratings.shape[-1])
    table = table[~np.isnan(table).all(axis=1)]
    return [
        *(_alpha(human, table, Measurement(m)) for m in measurements),
        _fleiss(human, table),
        *(_cohen(human, table, Measurement(m)) for m in measurements),
        *(
            _correlated(human, table, plain)
            for plain in measures(coefficients)
            if isinstance(plain, Plain)
        ),
    ]


def _remedy(data: ScoreSet) -> str:
    names = ", ".join(data.ratings) or "none"
    return f"give judgments as lists, one number for each rater (scores with lists: {names})."


def _alpha(human: str, table: Floats, scale: Measurement) -> Agreement:
    value = krippendorff_alpha(table, scale)
    paired = int(((~np.isnan(table)).sum(axis=1) > 1).sum())
    note = UNDEFINED if np.isnan(value) else None
    return Agreement(
        human, "krippendorff-alpha", scale.value, value, paired, table.shape[1], None, note
    )


def _fleiss(human: str, table: Floats) -> Agreement:
    kappa, raters, skipped = fleiss_kappa(table)
    if np.isnan(kappa):
        note: str | None = UNDEFINED
        return Agreement(human, "fleiss-kappa", "nominal", kappa, 0, raters, None, note)
    note = f"{skipped} outputs without exactly {raters} ratings were left out" if skipped else None
    return Agreement(
        human, "fleiss-kappa", "nominal", kappa, len(table) - skipped, raters, None, note
    )


def _position_note(table: Floats) -> str | None:
    if not np.isnan(table).any():
        return "the place in the list is taken for the rater"
    return (
        "lists differ in length, and the place in the list is taken for the rater: check that it is"
    )


def _cohen(human: str, table: Floats, scale: Measurement) -> Agreement:
    n = table.shape[1]
    values = [
        cohen_kappa(table[:, i], table[:, k], scale) for i in range(n) for k in range(i + 1, n)
    ]
    return _mean(human, "cohen-kappa", scale.value, values, table)


def _correlated(human: str, table: Floats, measure: Plain) -> Agreement:
    found = rater_correlations(table, measure.coefficient)
    values = found[np.triu_indices(len(found), 1)].tolist()
    return _mean(human, "rater-correlation", measure.name, values, table)


def _mean(human: str, measure: str, scale: str, values: list[float], table: Floats) -> Agreement:
    defined = [v for v in values if not np.isnan(v)]
    value = float(np.mean(defined)) if defined else float("nan")
    note = _position_note(table) if defined else UNDEFINED
    return Agreement(
        human,
        measure,
        scale,
        value,
        len(table),
        table.shape[1],
        len(defined),
        note,
    )
