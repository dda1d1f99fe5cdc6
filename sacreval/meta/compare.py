"""Compare metrics by their correlation with people: all pairs, corrected, and rank clusters."""

from collections.abc import Sequence
from dataclasses import replace

from sacreval.errors import UsageError
from sacreval.meta.all_pairs import compare_family
from sacreval.meta.correlate import correlations, prepare
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.report_tests import ranking, style_of, tests_of, too_coarse
from sacreval.meta.results import CorrelationReport
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
        member of the cluster above better; those of WMT come from the alternative `greater` and
        the correction `none`.

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
    ranks = [ranking(family, found) for family, found in zip(families, tests, strict=True)]
    notes = (*report.notes, *too_coarse(families, style))
    return replace(
        report,
        tests=tuple(test for found in tests for test in found),
        ranking=tuple(place for places in ranks for place in places),
        notes=tuple(dict.fromkeys(notes)),
        families=families,
    )
