"""Findings of many comparisons, corrected for the tests that share one level."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import nan

from sacreval.core.metric import Direction
from sacreval.features.compare.pairs.paired_tests import reachable
from sacreval.features.compare.result import Comparison, Finding, Settings, TestResult
from sacreval.stats.rounding import rounded


def corrected(comparisons: Sequence[Comparison], settings: Settings) -> list[Comparison]:
    """Correct p-values by Holm's method within each family, and state the findings.

    Args:
        comparisons: Comparisons with p-values of single tests.
        settings: The family, the primary output, and the level.

    Returns:
        The same comparisons. Those by other outputs than the primary one, and of single groups
        beside it, are exploratory: their findings rest on single tests.
    """
    families: dict[Hashable, list[int]] = {}
    for i, comparison in enumerate(comparisons):
        if not _explores(comparison, settings):
            families.setdefault(_family(comparison, settings), []).append(i)
    adjusted: dict[int, dict[str, float]] = {}
    for members in families.values():
        p_values = _adjusted([comparisons[i] for i in members])
        adjusted.update(zip(members, p_values, strict=True))
    return [_with(c, adjusted.get(i), settings) for i, c in enumerate(comparisons)]


def shared_by(systems: int, outputs: int, groups: int, settings: Settings) -> int:
    """Count the tests that share one level, before any is computed."""
    pairs = systems * (systems - 1) // 2 if settings.all_pairs else systems - 1
    return pairs * outputs * groups if settings.family == "all" and not settings.primary else pairs


def finding(p: float, difference: float, alpha: float, *, better: Direction) -> Finding:
    """Return the finding: no difference where p is above alpha or the scores are equal."""
    if p > alpha or rounded(difference) == 0:
        return "no difference shown"
    if better is None:
        return "different"
    return "better" if (difference > 0) == better else "worse"


def _explores(comparison: Comparison, settings: Settings) -> bool:
    chosen = settings.primary
    return chosen is not None and (comparison.output != chosen or comparison.group is not None)


def _family(comparison: Comparison, settings: Settings) -> Hashable:
    return None if settings.family == "all" else (comparison.group, comparison.output)


def _adjusted(family: Sequence[Comparison]) -> list[dict[str, float]]:
    """Adjust the p-values of each kind of test, and those that decide, of whatever kind."""
    import numpy as np

    from sacreval.stats.significance.multiple_testing import holm

    names = dict.fromkeys(name for c in family for name in c.tests)
    single = {name: [_p(c, name) for c in family] for name in names}
    adjusted = {name: holm(values) for name, values in single.items()}
    deciding = holm([c.tests[c.test].p for c in family])
    return [
        {name: values[j] for name, values in adjusted.items() if not np.isnan(values[j])}
        | {c.test: deciding[j]}
        for j, c in enumerate(family)
    ]


def _p(comparison: Comparison, name: str) -> float:
    return comparison.tests[name].p if name in comparison.tests else nan


def _with(
    comparison: Comparison, adjusted: dict[str, float] | None, settings: Settings
) -> Comparison:
    """Return a comparison with its corrected p-values, None for an exploratory one, and finding."""
    tests = {
        name: TestResult(
            p=test.p,
            p_holm=None if adjusted is None else adjusted[name],
            p_sacrebleu=test.p_sacrebleu,
        )
        for name, test in comparison.tests.items()
    }
    decisive = tests[comparison.test]
    p = decisive.p if decisive.p_holm is None else decisive.p_holm
    if settings.test == "auto" and not reachable(comparison.n_units, settings.alpha):
        p = 1.0
    verdict = finding(p, comparison.difference, settings.alpha, better=comparison.higher_is_better)
    if verdict != "no difference shown" and comparison.p_at_worst is not None:
        left = decisive.p / p if p else 1.0  # of the level, by the correction
        if comparison.p_at_worst > settings.alpha * left:
            verdict = "depends on missing"
    return replace(comparison, tests=tests, exploratory=adjusted is None, finding=verdict)
