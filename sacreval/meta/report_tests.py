"""Verdicts on pairs of metrics as they are reported, and the ranks that rest on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.meta.all_pairs import Family
from sacreval.meta.correlation_results import MetricTest, Ranked
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.run_test import PairVerdict
from sacreval.meta.test_plan import PERCENTILE, errs, population
from sacreval.stats.arrays import Floats
from sacreval.stats.multiple_testing import Correction, adjust
from sacreval.stats.rank_clusters import rank_clusters

Alternative = Literal["two-sided", "greater"]


@dataclass(frozen=True)
class Style:
    """How verdicts are reported.

    Attributes:
        human: The human score.
        alternative: One test a pair, or one for either direction.
        correction: For the many pairs.
        alpha: Level of significance.
        filters: Signature of the filters.
        references: How references were used, for signatures.
        ranks: Whether ranks rest on these tests, or on one-sided ones without correction, as WMT's.
    """

    human: str
    alternative: Alternative
    correction: Correction
    alpha: float
    filters: str
    references: str | None
    ranks: Literal["adjusted", "wmt"] = "adjusted"


def style_of(options: CorrelationOptions, references: str | None = None) -> Style:
    """Return how the verdicts of a run are reported.

    Args:
        options: The options.
        references: How references were used, for signatures.
    """
    return Style(
        options.human,
        options.alternative,
        Correction(options.correction),
        options.significance,
        options.filters.signature,
        references,
        options.ranks,
    )


def too_coarse(families: Sequence[Family], style: Style) -> list[str]:
    """Note that no test can survive the correction, as p is at least 1 / (draws + 1)."""
    if style.correction not in {Correction.HOLM, Correction.BONFERRONI}:
        return []
    for family in families:
        tests = len(family.verdicts) * (1 if style.alternative == "two-sided" else 2)
        least = _least(family.trial.name, style.alternative) / (family.trial.count + 1)
        if family.trial.is_random and tests * least > style.alpha:
            sides = _least(family.trial.name, style.alternative)
            enough = int(np.ceil(2 * sides * tests / style.alpha))
            note = (
                f"With {family.trial.count} draws p is at least {least:.2g}, which the correction "
                f"for {tests} tests raises to {min(1.0, tests * least):.2g}: nothing can be "
                "significant; "
                f"use --resamples {enough}, or --correction bh."
            )
            return [note]
    return []


def _least(test: str, alternative: Alternative) -> int:
    """Return how often the least p of one draw counts: a percentile p of two sides is twice one."""
    return 2 if test.startswith(PERCENTILE) and alternative == "two-sided" else 1


def erring(tests: Iterable[MetricTest]) -> list[str]:
    """Note the measured size of tests that reject too often, each once."""
    names = dict.fromkeys(name for test in tests for name in test.test.split("+"))
    return [said for name in names if (said := errs(name))]


def tests_of(family: Family, style: Style) -> list[MetricTest]:
    """List the tests of a family, corrected as one family."""
    rows: list[tuple[str, str, PairVerdict, float, float]] = []
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
            correction=style.correction.value,
            n_tests=len(rows),
            alpha=style.alpha,
            test=family.trial.name,
            alternative=style.alternative,
            population=population(family.trial.name),
            chosen=family.trial.chosen,
            reason=verdict.reason,
            signature=signed,
        )
        for (a, b, verdict, delta, p), q in zip(rows, adjusted, strict=True)
    ]


def ranking(family: Family, tests: Sequence[MetricTest], style: Style) -> list[Ranked]:
    """Compute rank clusters from the tests; without a defined test there are none.

    Args:
        family: What was tested.
        tests: From `tests_of`.
        style: Whether ranks rest on these tests, or on one-sided ones without correction as WMT's.

    Returns:
        The rank of every metric with a value.
    """
    if all(np.isnan(test.p_value) for test in tests):
        return []
    first = tests[0]
    kept = np.flatnonzero(~np.isnan(family.values))
    rows = ((t.metric_a, t.metric_b, t.delta, t.p_adjusted) for t in tests)
    p = directed(family.metrics, rows, two_sided=first.alternative == "two-sided")
    sides, correction = first.alternative, first.correction
    if style.ranks == "wmt":
        p, sides, correction = _one_sided(family), "greater", Correction.NONE.value
    return [
        Ranked(
            family.metrics[i],
            family.level,
            family.coefficient,
            float(family.values[i]),
            int(cluster),
            first.test,
            sides,
            correction,
            first.alpha,
        )
        for i, cluster in zip(kept, rank_clusters(p[np.ix_(kept, kept)], first.alpha), strict=True)
    ]


def _one_sided(family: Family) -> Floats:
    """Arrange the raw p that a metric is better than one below it, as mt-metrics-eval does."""
    p = np.full((len(family.metrics), len(family.metrics)), np.nan)
    p[np.triu_indices(len(p), 1)] = [verdict.p.greater for verdict in family.verdicts]
    return p


def directed(
    metrics: Sequence[str], rows: Iterable[tuple[str, str, float, float]], *, two_sided: bool
) -> Floats:
    """Arrange p-values by the metric that they find better.

    Args:
        metrics: Names of rows and columns.
        rows: Metric A, metric B, r(A) - r(B), and p.
        two_sided: Whether p is of either direction; the sign of the difference then decides.

    Returns:
        Shape (metrics, metrics): p that row is better than column, NaN where there is none.
    """
    place = {metric: i for i, metric in enumerate(metrics)}
    table = np.full((len(metrics), len(metrics)), np.nan)
    for a, b, delta, p in rows:
        better, worse = (b, a) if two_sided and delta < 0 else (a, b)
        table[place[better], place[worse]] = p
    return table


def _signed(family: Family, style: Style, tests: int) -> str:
    trial = family.trial
    return write_conditions(
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
        version=version(),
    )
