"""Comparison of metrics by their correlation with human scores: tests of pairs, and ranks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.features.correlate.correlate import SERIAL, Execution, correlations, prepare
from sacreval.features.correlate.correlation_results import (
    Correlation,
    CorrelationReport,
    MetricTest,
    RankedMetric,
)
from sacreval.features.correlate.data.score_origins import Signatures, origin
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import Matrices
from sacreval.features.correlate.intervals.correlation_intervals import (
    FEW_SYSTEMS,
    few_systems_notes,
)
from sacreval.features.correlate.measures.coefficient_names import first_names
from sacreval.features.correlate.measures.orders import rank_clusters
from sacreval.features.correlate.options import AlternativeName, CorrelationOptions
from sacreval.features.correlate.significance.metric_pairs import Family, compare_family
from sacreval.features.correlate.significance.run_test import PairVerdict
from sacreval.features.correlate.significance.trials import (
    AUTO,
    DRAWN,
    PERCENTILE,
    population,
    size_note,
)
from sacreval.report.numbers import p_text
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.association.levels import Level
from sacreval.stats.significance.multiple_testing import Correction, adjust


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
    alternative: AlternativeName
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


def _sides_of_least_p(test: str, alternative: AlternativeName) -> int:
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


def ranking(family: Family, tests: Sequence[MetricTest], style: Style) -> list[RankedMetric]:
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
        RankedMetric(
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


_MOST_SETS, _MOST_EXCLUDED = 3, 3


class _Set(NamedTuple):
    """Outputs with human scores that some metrics have scores of, shape (systems, inputs)."""

    there: Bools
    metrics: list[str]


def common_cell_notes(
    matrices: Matrices,
    levels: Iterable[Level],
    results: Sequence[Correlation],
    tests: Sequence[MetricTest],
) -> list[str]:
    """Note that tests compare metrics on common outputs, where these are not those of the table."""
    by_level = (_sets(matrices, level) for level in dict.fromkeys(levels))
    uneven = next((sets for sets in by_level if len(sets) > 1), None)
    if uneven is None:
        return []
    neither = matrices.data.undirected
    signed = [t for t in tests if not neither & {t.metric_a, t.metric_b}]
    return [_note(matrices.data.systems, uneven), *_contradicting(results, signed)]


def _sets(matrices: Matrices, level: Level) -> list[_Set]:
    """Group metrics by the outputs that have both scores, the most frequent first."""
    sets: dict[bytes, _Set] = {}
    for metric in matrices.metrics:
        x, z = matrices.outputs(metric, level)
        there: Bools = ~np.isnan(x) & ~np.isnan(z)
        if there.ndim > 2:  # pairs of outputs and human texts
            there = np.asarray(there.any(axis=2))
        sets.setdefault(there.tobytes(), _Set(there, [])).metrics.append(metric)
    return sorted(sets.values(), key=lambda group: -len(group.metrics))


def _note(systems: Sequence[str], sets: Sequence[_Set]) -> str:
    shown = [
        f"{int(group.there.sum())} of {int(group.there.any(axis=1).sum())} systems "
        f"({first_names(group.metrics)})"
        for group in sets[:_MOST_SETS]
    ]
    rest = len(sets) - _MOST_SETS
    more = f", and {rest} other set{'s' * (rest > 1)}" if rest > 0 else ""
    return (
        f"Metrics have scores of different judged outputs: {', '.join(shown)}{more}. The table is "
        "over the outputs of each metric, but a test over those that both metrics have, and may "
        f"contradict it; {_remedy(systems, sets)}."
    )


def _remedy(systems: Sequence[str], sets: Sequence[_Set]) -> str:
    """Return what makes the outputs the same: without systems that some metrics lack, if that."""
    rows = np.array([group.there.any(axis=1) for group in sets])
    lacking: Bools = np.asarray(~rows.all(axis=0) & rows.any(axis=0))
    alike = all(np.array_equal(group.there[~lacking], sets[0].there[~lacking]) for group in sets)
    names = [name for name, lacks in zip(systems, lacking.tolist(), strict=True) if lacks]
    if names and alike and len(names) <= _MOST_EXCLUDED:
        options = " ".join(f"--exclude {name}" for name in names)
        return f"with {options} all have the same"
    return "score what is missing, or choose metrics of the same outputs with --metric"


def _contradicting(results: Sequence[Correlation], tests: Sequence[MetricTest]) -> list[str]:
    """Note the pairs whose tested difference has another sign than that of the table."""
    table: Mapping[tuple[str, str, str], float] = {
        (r.metric, r.level, r.coefficient): r.value for r in results
    }
    against = (t for t in tests if t.delta * _difference(table, t) < 0)
    each = {(frozenset((t.metric_a, t.metric_b)), t.level, t.coefficient): t for t in against}
    pairs = list(each.values())
    if not pairs:
        return []
    top = pairs[0]
    more = f"; more such pairs: {len(pairs) - 1}" if len(pairs) > 1 else ""
    note = (
        f"On common outputs the {top.coefficient} of {top.metric_a} less that of {top.metric_b} at "
        f"{top.level} level is {top.delta:+.4f}, which contradicts {_difference(table, top):+.4f} "
        f"in the table{more}."
    )
    return [note]


def _difference(table: Mapping[tuple[str, str, str], float], test: MetricTest) -> float:
    place = test.level, test.coefficient
    return table[test.metric_a, *place] - table[test.metric_b, *place]


def compare_metrics(
    data: ScoreSet,
    options: CorrelationOptions,
    metrics: Sequence[str] = ("main",),
    references: Signatures | str | None = None,
    *,
    averaged: bool = False,
    execution: Execution = SERIAL,
) -> CorrelationReport:
    """Correlate metrics with a human score, test every pair of them, and rank them."""
    question = prepare(data, options, metrics, references)
    if len(question.matrices.metrics) < 2:  # a comparison needs two
        (only,) = question.matrices.metrics or ("none",)
        raise UsageError(
            f"a test compares two metrics, and there is only {only}; score another one, or name "
            "further outputs with --metric"
        )
    report = correlations(question, execution)
    trial = options.trial
    if averaged and trial.name == AUTO:
        trial = trial._replace(name=DRAWN)
    families = [
        compare_family(
            question.matrices,
            cell,
            trial,
            values={r.metric: r.value for r in report.results[i :: len(question.cells)]},
            execution=execution,
        )
        for i, cell in enumerate(question.cells)
    ]
    style = style_of(options, question.signatures)
    tests = [tests_of(family, style) for family in families]
    ranks = [ranking(family, rows, style) for family, rows in zip(families, tests, strict=True)]
    all_tests = tuple(test for rows in tests for test in rows)
    tested = [test for test in all_tests if not np.isnan(test.p_value)]
    sizes = [r.n_systems for r in report.results] if tested else []
    few = few_systems_notes(max(sizes, default=FEW_SYSTEMS))
    levels = [cell.level for cell in question.cells]
    uneven = common_cell_notes(question.matrices, levels, report.results, all_tests)
    coarse, wrong = few_draws_notes(families, style), size_notes(all_tests)
    notes = (*wrong, *report.notes, *uneven, *few, *coarse)  # what may be wrong is shown first
    return replace(
        report,
        tests=all_tests,
        ranking=tuple(rank for rows in ranks for rank in rows),
        notes=tuple(dict.fromkeys(notes)),
        families=families,
    )
