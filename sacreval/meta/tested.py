"""Verdicts on pairs of metrics as they are reported: corrected as one family, each signed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sacreval.meta.family import Family
from sacreval.meta.results import MetricTest
from sacreval.meta.signature import sacreval_version, signature
from sacreval.meta.trials import population
from sacreval.meta.verdicts import Verdict
from sacreval.stats.multiplicity import Correction, adjust

Alternative = Literal["two-sided", "greater"]


@dataclass(frozen=True)
class Style:
    """How verdicts are put.

    Attributes:
        human: The human score.
        alternative: One test a pair, or one for either direction.
        correction: For the many pairs.
        alpha: Level of significance.
        filters: Who took part, for signatures.
        references: How references were used, likewise.
    """

    human: str
    alternative: Alternative
    correction: Correction
    alpha: float
    filters: str
    references: str | None


def too_coarse(families: Sequence[Family], style: Style) -> list[str]:
    """Say so if no test could survive the correction, as p cannot be below 1 / (draws + 1)."""
    if style.correction not in {Correction.HOLM, Correction.BONFERRONI}:
        return []
    for family in families:
        tests = len(family.verdicts) * (1 if style.alternative == "two-sided" else 2)
        least = 1 / (family.trial.count + 1)
        if family.trial.is_random and tests * least > style.alpha:
            enough = int(np.ceil(2 * tests / style.alpha))
            note = (
                f"With {family.trial.count} draws p is at least {least:.2g}, which the correction "
                f"for {tests} tests raises to {min(1.0, tests * least):.2g}: nothing can be "
                "significant; "
                f"use --resamples {enough}, or --correction bh."
            )
            return [note]
    return []


def tests_of(family: Family, style: Style) -> list[MetricTest]:
    """Spell the verdicts of a family out, corrected as one family."""
    rows: list[tuple[str, str, Verdict, float, float]] = []
    pairs = zip(*np.triu_indices(len(family.metrics), 1), strict=True)
    for (i, k), verdict in zip(pairs, family.verdicts, strict=True):
        a, b = family.metrics[i], family.metrics[k]
        if style.alternative == "two-sided":
            rows.append((a, b, verdict, verdict.delta, verdict.p.two_sided))
        else:
            rows.append((a, b, verdict, verdict.delta, verdict.p.greater))
            rows.append((b, a, verdict, -verdict.delta, verdict.p.less))
    adjusted = adjust(np.array([p for *_, p in rows]), style.correction)
    signed = _signed(family, style, len(rows))
    return [
        MetricTest(
            metric_a=a,
            metric_b=b,
            human=style.human,
            level=family.level,
            coefficient=family.coefficient,
            delta=delta,
            p_value=p,
            p_adjusted=float(q),
            significant=bool(q <= style.alpha),
            test=family.trial.name,
            alternative=style.alternative,
            population=population(family.trial.name),
            reason=verdict.reason,
            signature=signed,
        )
        for (a, b, verdict, delta, p), q in zip(rows, adjusted, strict=True)
    ]


def _signed(family: Family, style: Style, tests: int) -> str:
    trial = family.trial
    return signature(
        level=family.level,
        coef=family.coefficient,
        over=family.over,
        test=trial.signature,
        alternative=style.alternative,
        correction=f"{style.correction.value}-{tests}",
        alpha=style.alpha,
        nan="skip",
        missing="common-cells",
        systems=style.filters,
        refs=style.references,
        resamples=trial.count if trial.is_random else None,
        seed=trial.seed if trial.is_random else None,
        version=sacreval_version(),
    )
