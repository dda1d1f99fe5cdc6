"""Compare metrics by their correlation with people: all pairs, corrected, and rank clusters."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sacreval.errors import UsageError
from sacreval.meta.all_pairs import compare_family
from sacreval.meta.correlate import correlations, prepare
from sacreval.meta.correlation_results import CorrelationReport
from sacreval.meta.interval_choice import FEW_SYSTEMS
from sacreval.meta.interval_notes import too_few
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.report_tests import erring, ranking, style_of, tests_of, too_coarse
from sacreval.meta.score_set import ScoreSet


def compare_metrics(
    data: ScoreSet,
    options: CorrelationOptions,
    metrics: Sequence[str] = ("all",),
    references: str | None = None,
) -> CorrelationReport:
    """Correlate metrics with a human score, test every pair of them, and rank them.

    Args:
        data: Scores and judgments, from `load_tasks`.
        options: As for `correlate`, and the test, its alternative and its correction.
        metrics: Flat names of at least two metrics; `all` is every metric in the data.
        references: As for `correlate`.

    Returns:
        Correlations, tests, and the ranking. Clusters part where a test, as corrected, finds a
        member of the cluster above better; those of WMT where a one-sided one without correction
        does.

    Raises:
        UsageError: Fewer than two metrics, or an unknown name.
    """
    question = prepare(data, options, metrics, references)
    if len(question.matrices.metrics) < 2:  # noqa: PLR2004 - a comparison needs two
        raise UsageError("A comparison needs two metrics; name another one, or use --metric all.")
    report = correlations(question)
    families = [compare_family(question.matrices, cell, options.trial) for cell in question.cells]
    style = style_of(options, references)
    tests = [tests_of(family, style) for family in families]
    ranks = [ranking(family, found, style) for family, found in zip(families, tests, strict=True)]
    listed = tuple(test for found in tests for test in found)
    tested = [test for test in listed if not np.isnan(test.p_value)]
    sizes = [r.n_systems for r in report.results] if tested else []
    few = too_few(max(sizes, default=FEW_SYSTEMS))
    notes = (*report.notes, *few, *too_coarse(families, style), *erring(listed))
    return replace(
        report,
        tests=listed,
        ranking=tuple(place for places in ranks for place in places),
        notes=tuple(dict.fromkeys(notes)),
        families=families,
    )
