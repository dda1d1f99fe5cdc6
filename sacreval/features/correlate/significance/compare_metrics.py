"""Compare metrics by their correlation with human scores: tests of all pairs, and rank clusters."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sacreval.errors import UsageError
from sacreval.features.correlate.correlate import correlations, prepare
from sacreval.features.correlate.correlation_results import CorrelationReport
from sacreval.features.correlate.data.score_origins import Signatures
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.execution import SERIAL, Execution
from sacreval.features.correlate.intervals.correlation_choice import FEW_SYSTEMS
from sacreval.features.correlate.intervals.interval_notes import few_systems_notes
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.significance.common_cells import common_cell_notes
from sacreval.features.correlate.significance.metric_pairs import compare_family
from sacreval.features.correlate.significance.report_tests import (
    few_draws_notes,
    ranking,
    size_notes,
    style_of,
    tests_of,
)
from sacreval.features.correlate.significance.test_plan import AUTO, DRAWN


def compare_metrics(
    data: ScoreSet,
    options: CorrelationOptions,
    metrics: Sequence[str] = ("main",),
    references: Signatures | str | None = None,
    *,
    averaged: bool = False,
    execution: Execution = SERIAL,
) -> CorrelationReport:
    """Correlate metrics with a human score, test every pair of them, and rank them.

    Args:
        data: Scores and judgments, from `load_tasks`.
        options: The options of `correlate`, and the test, its alternative and its correction.
        metrics: Flat names of at least two metrics; `main` selects the main outputs in the data,
            `all` all.
        references: How references were used (count, mean or max, jackknifed), for signatures.
        averaged: Whether the tests are averaged over tasks, so that they need draws.
        execution: How correlations and tests are computed.

    Returns:
        Correlations, tests and ranks. A rank begins where a corrected test finds a metric of the
        rank above better; with `ranks="wmt"`, where a one-sided test without correction does.

    Raises:
        UsageError: Fewer than two metrics, or an unknown name.
    """
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
