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
    for i, one in enumerate(comparisons):
        if not _explores(one, settings):
            families.setdefault(_family(one, settings), []).append(i)
    adjusted: dict[int, dict[str, float]] = {}
    for members in families.values():
        found = _adjusted([comparisons[i] for i in members])
        adjusted.update(zip(members, found, strict=True))
    return [_with(one, adjusted.get(i), settings) for i, one in enumerate(comparisons)]


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


def _explores(one: Comparison, settings: Settings) -> bool:
    chosen = settings.primary
    return chosen is not None and (one.output != chosen or one.group is not None)


def _family(one: Comparison, settings: Settings) -> Hashable:
    return None if settings.family == "all" else (one.group, one.output)


def _adjusted(family: Sequence[Comparison]) -> list[dict[str, float]]:
    """Adjust the p-values of each kind of test, and those that decide, of whatever kind."""
    import numpy as np

    from sacreval.stats.significance.multiple_testing import holm

    names = dict.fromkeys(name for one in family for name in one.tests)
    single = {name: [_p(one, name) for one in family] for name in names}
    adjusted = {name: holm(values) for name, values in single.items()}
    deciding = holm([one.tests[one.test].p for one in family])
    return [
        {name: values[j] for name, values in adjusted.items() if not np.isnan(values[j])}
        | {one.test: deciding[j]}
        for j, one in enumerate(family)
    ]


def _p(one: Comparison, name: str) -> float:
    return one.tests[name].p if name in one.tests else nan


def _with(one: Comparison, adjusted: dict[str, float] | None, settings: Settings) -> Comparison:
    """Return a comparison with its corrected p-values, None for an exploratory one, and finding."""
    tests = {
        name: TestResult(
            p=test.p,
            p_holm=None if adjusted is None else adjusted[name],
            p_sacrebleu=test.p_sacrebleu,
        )
        for name, test in one.tests.items()
    }
    decisive = tests[one.test]
    p = decisive.p if decisive.p_holm is None else decisive.p_holm
    if settings.test == "auto" and not reachable(one.n_units, settings.alpha):
        p = 1.0
    found = finding(p, one.difference, settings.alpha, better=one.higher_is_better)
    if found != "no difference shown" and one.p_at_worst is not None:
        left = decisive.p / p if p else 1.0  # of the level, by the correction
        if one.p_at_worst > settings.alpha * left:
            found = "depends on missing"
    return replace(one, tests=tests, exploratory=adjusted is None, finding=found)
