"""Which of many metrics correlate better with people: all pairs, corrected, and rank clusters."""

from collections.abc import Sequence
from typing import Literal

from sacreval.errors import UsageError
from sacreval.meta.all_pairs import compare_family
from sacreval.meta.coefficients import AverageName, CoefficientSettings, cells
from sacreval.meta.correlate import (
    DEFAULT_COEFFICIENTS,
    DEFAULT_LEVELS,
    SystemScores,
    correlate,
)
from sacreval.meta.report_tests import Alternative, Style, ranking, tests_of, too_coarse
from sacreval.meta.results import CorrelationReport
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.selection import Filters, Systems, metric_names, select
from sacreval.stats.multiple_testing import Correction

CorrectionName = Literal["holm", "bonferroni", "bh", "none"]
TestName = Literal[
    "perm-systems",
    "perm-inputs",
    "perm-both-xor",
    "perm-both-cells",
    "perm-pairs",
    "wmt",
    "williams",
    "bootstrap-systems",
    "bootstrap-inputs",
    "bootstrap-both",
]


def compare_metrics(
    data: ScoreSet,
    *,
    human: str,
    metrics: Sequence[str] = ("all",),
    levels: Sequence[str] = DEFAULT_LEVELS,
    coefficients: Sequence[str] = DEFAULT_COEFFICIENTS,
    test: TestName = "bootstrap-both",
    alternative: Alternative = "two-sided",
    correction: CorrectionName = "holm",
    alpha: float = 0.05,
    resamples: int = 1_000,
    seed: int = 12_345,
    exact: bool | None = None,
    absolute: bool = False,
    systems: Systems = "peer",
    exclude: Sequence[str] = (),
    outliers: float | None = None,
    min_inputs: int = 1,
    min_systems: int = 1,
    common_inputs: bool = False,
    every_input: bool = False,
    system_scores: SystemScores = "means",
    average: AverageName = "macro",
    gap: float = 25.0,
    epsilon: float | None = None,
    references: str | None = None,
) -> CorrelationReport:
    """Test every pair of metrics, and rank them.

    Args:
        data: Scores and judgments, from `load_tasks`.
        human: Flat name of the human score.
        metrics: Flat names of at least two metrics; `all` is every metric in the data.
        levels: As for `correlate`.
        coefficients: As for `correlate`.
        test: `bootstrap-both` (default, paired and centred: it alone held its level in every world
            of `benchmarks/calibration.py`), `bootstrap-systems`, `bootstrap-inputs`,
            `perm-systems`, `perm-inputs`, `perm-both-xor` (nlpstats), `perm-both-cells`
            (SacreROUGE), `perm-pairs` (for acc-eq), `wmt` (the permutation that the WMT metrics
            task runs at each level), or `williams`.
        alternative: `two-sided`, one test a pair; or `greater`, one test for either direction.
        correction: For the many pairs of one level and coefficient: `holm`, `bonferroni`, `bh`
            (false discovery rate) or `none`.
        alpha: Level of significance.
        resamples: Draws of a test that is not exact.
        seed: Of the draws, which all pairs share.
        exact: List all exchanges of systems in `perm-systems` (up to 20 systems); by default where
            it is cheap.
        absolute: Drop signs in Williams' test, as SacreROUGE and nlpstats do.
        systems: `peer`, `reference` or `all`.
        exclude: Systems to leave out.
        outliers: As for `correlate`.
        min_inputs: As for `correlate`.
        min_systems: As for `correlate`.
        common_inputs: As for `correlate`.
        every_input: As for `correlate`.
        system_scores: As for `correlate`.
        average: As for `correlate`.
        gap: As for `correlate`.
        epsilon: As for `correlate`.
        references: As for `correlate`.

    Returns:
        Correlations without intervals, the tests, and the ranking. Clusters part where a test, as
        corrected, finds a member of the cluster above better; those of WMT come from
        `alternative="greater"` and `correction="none"`.

    Raises:
        UsageError: Fewer than two metrics, or an unknown name.
    """
    filters = Filters(systems, tuple(exclude), outliers, min_inputs, min_systems, common_inputs)
    settings = CoefficientSettings(average, every_input, gap, epsilon)
    values = correlate(
        data,
        human=human,
        metrics=metrics,
        levels=levels,
        coefficients=coefficients,
        systems=systems,
        exclude=exclude,
        outliers=outliers,
        min_inputs=min_inputs,
        min_systems=min_systems,
        common_inputs=common_inputs,
        every_input=every_input,
        system_scores=system_scores,
        average=average,
        gap=gap,
        epsilon=epsilon,
        interval="none",
        references=references,
    )
    names = metric_names(data, metrics, human)
    if len(names) < 2:  # noqa: PLR2004 - a comparison needs two
        raise UsageError("A comparison needs two metrics; name another one, or use --metric all.")
    data = select(data, human, filters)
    families = [
        compare_family(
            data,
            human=human,
            metrics=names,
            level=level,
            measure=measure,
            test=test,
            resamples=resamples,
            seed=seed,
            exact=exact,
            absolute=absolute,
            system_scores=system_scores,
        )
        for level, measure in cells(levels, coefficients, settings)
    ]
    style = Style(human, alternative, Correction(correction), alpha, filters.signature, references)
    tests = [tests_of(family, style) for family in families]
    ranks = [ranking(family, found) for family, found in zip(families, tests, strict=True)]
    return CorrelationReport(
        results=values.results,
        tests=tuple(test for found in tests for test in found),
        ranking=tuple(place for places in ranks for place in places),
        notes=(*values.notes, *too_coarse(families, style)),
        families=families,
    )
