"""Reported tests of pairs of metrics, and the ranks that follow from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.features.correlate.correlation_results import MetricTest, Ranked
from sacreval.features.correlate.data.score_origins import Signatures, origin
from sacreval.features.correlate.measures.orders import rank_clusters
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.significance.metric_pairs import Family
from sacreval.features.correlate.significance.run_test import PairVerdict
from sacreval.features.correlate.significance.test_plan import PERCENTILE, population, size_note
from sacreval.report.numbers import p_text
from sacreval.stats.arrays import Floats
from sacreval.stats.significance.multiple_testing import Correction, adjust

Alternative = Literal["two-sided", "greater"]


@dataclass(frozen=True)
class Style:
    """The options and labels of reported tests.

    Attributes:
        human: Name of the human score.
        alternative: One test for each pair, or one for either direction.
        correction: Correction for multiple tests.
        alpha: Significance level, in (0, 1).
        filters: Signature of the filters.
        signatures: How scores were made.
        ranks: `adjusted` ranks by these tests, `wmt` by one-sided tests without correction.
    """

    human: str
    alternative: Alternative
    correction: Correction
    alpha: float
    filters: str
    signatures: Signatures
    ranks: Literal["adjusted", "wmt"] = "adjusted"


def style_of(options: CorrelationOptions, signatures: Signatures) -> Style:
    """Return the options and labels of the tests of a run.

    Args:
        options: The options.
        signatures: How scores were made.
    """
    return Style(
        options.human_score,
        options.alternative,
        Correction(options.correction),
        options.significance,
        options.filters.signature,
        signatures,
        options.ranks,
    )


def few_draws_notes(families: Sequence[Family], style: Style) -> list[str]:
    """Note that no corrected test can be significant, as p is at least 1 / (draws + 1)."""
    if style.correction not in {Correction.HOLM, Correction.BONFERRONI}:
        return []
    for family in families:
        tests = len(family.verdicts) * (1 if style.alternative == "two-sided" else 2)
        sides = _sides_of_least_p(family.trial.name, style.alternative)
        least = sides / (family.trial.count + 1)
        if family.trial.is_random and tests * least > style.alpha:
            enough = int(np.ceil(2 * sides * tests / style.alpha))
            corrected = p_text(min(1.0, tests * least))
            note = (
                f"With {family.trial.count} draws p is at least {p_text(least)}, which the "
                f"correction for {tests} tests raises to {corrected}: nothing can be significant; "
                f"use --resamples {enough}, or --correction bh."
            )
            return [note]
    return []


def _sides_of_least_p(test: str, alternative: Alternative) -> int:
    """Return 2 if the smallest p is that of two sides, as in two-sided percentile tests, else 1."""
    return 2 if test.startswith(PERCENTILE) and alternative == "two-sided" else 1


def size_notes(tests: Iterable[MetricTest]) -> list[str]:
    """Note, once for each test, the measured size of tests that reject too often."""
    names = dict.fromkeys(name for test in tests for name in test.test.split("+"))
    return [note for name in names if (note := size_note(name))]


def tests_of(family: Family, style: Style) -> list[MetricTest]:
    """Return the tests of a family, with p-values corrected over the family."""
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
    signature = _signature(family, style, len(rows))
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
            signature=signature,
        )
        for (a, b, verdict, delta, p), q in zip(rows, adjusted, strict=True)
    ]


def ranking(family: Family, tests: Sequence[MetricTest], style: Style) -> list[Ranked]:
    """Compute rank clusters from the tests.

    Args:
        family: The tested metrics.
        tests: Their tests, from `tests_of`.
        style: Whether ranks follow from these tests or from those of WMT.

    Returns:
        The rank of every metric with a value; empty if no test is defined.
    """
    if all(np.isnan(test.p_value) for test in tests):
        return []
    first = tests[0]
    valued = np.flatnonzero(~np.isnan(family.values))
    rows = ((t.metric_a, t.metric_b, t.delta, t.p_adjusted) for t in tests)
    p = directed(family.metrics, rows, two_sided=first.alternative == "two-sided")
    sides, correction = first.alternative, first.correction
    if style.ranks == "wmt":
        p, sides, correction = _one_sided(family), "greater", Correction.NONE.value
    clusters = rank_clusters(p[np.ix_(valued, valued)], first.alpha)
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
        for i, cluster in zip(valued, clusters, strict=True)
    ]


def _one_sided(family: Family) -> Floats:
    """Arrange uncorrected one-sided p-values, as mt-metrics-eval does: row better than column."""
    p = np.full((len(family.metrics), len(family.metrics)), np.nan)
    p[np.triu_indices(len(p), 1)] = [verdict.p.greater for verdict in family.verdicts]
    return p


def directed(
    metrics: Sequence[str], rows: Iterable[tuple[str, str, float, float]], *, two_sided: bool
) -> Floats:
    """Arrange p-values in a matrix by the better metric.

    Args:
        metrics: Names of rows and columns.
        rows: Metric A, metric B, r(A) - r(B), and p.
        two_sided: Whether p-values are two-sided; the sign of the difference then decides which
            metric is better.

    Returns:
        p-values that row is better than column, shape (metrics, metrics), NaN where there is none.
    """
    place = {metric: i for i, metric in enumerate(metrics)}
    table = np.full((len(metrics), len(metrics)), np.nan)
    for a, b, delta, p in rows:
        better, worse = (b, a) if two_sided and delta < 0 else (a, b)
        table[place[better], place[worse]] = p
    return table


def _signature(family: Family, style: Style, tests: int) -> str:
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
        scores=family.scores,
        **origin(style.signatures.of(family.scores)),
        resamples=trial.count if trial.is_random else None,
        seed=trial.seed if trial.is_random else None,
        version=version(),
    )
