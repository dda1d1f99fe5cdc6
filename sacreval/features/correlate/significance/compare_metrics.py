"""Comparison of metrics by their correlation with human scores: tests of all pairs, and ranks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.features.correlate.correlate import SERIAL, Execution, correlations, prepare
from sacreval.features.correlate.correlation_results import (
    Correlation,
    CorrelationReport,
    MetricTest,
)
from sacreval.features.correlate.data.score_origins import Signatures
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selection import Matrices
from sacreval.features.correlate.intervals.correlation_choice import FEW_SYSTEMS, few_systems_notes
from sacreval.features.correlate.measures.coefficients import first_names
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.significance.metric_pairs import compare_family
from sacreval.features.correlate.significance.report_tests import (
    few_draws_notes,
    ranking,
    size_notes,
    style_of,
    tests_of,
)
from sacreval.features.correlate.significance.test_plan import AUTO, DRAWN
from sacreval.stats.arrays import Bools
from sacreval.stats.association.levels import Level

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
        if there.ndim > 2:  # noqa: PLR2004 - pairs of outputs and human texts
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
    if len(question.matrices.metrics) < 2:  # noqa: PLR2004 - a comparison needs two
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
