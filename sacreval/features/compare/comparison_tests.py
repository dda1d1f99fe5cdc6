"""Tests of comparisons: findings corrected for shared levels, and the test that decides.

A draw that equals the observed difference counts whole. In the test against a baseline it counts by
half where differences of records are tied (mid-p), and 0/1 scores have the exact mid-p.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from math import nan

from sacreval.core.metric import Direction
from sacreval.features.compare.pairs.paired_tests import reachable
from sacreval.features.compare.result import Comparison, Finding, Settings
from sacreval.report.cited_metrics import in_words
from sacreval.report.display_names import display_names
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
        p_values = _holm_p_values([comparisons[i] for i in members])
        adjusted.update(zip(members, p_values, strict=True))
    return [_corrected(c, adjusted.get(i), settings) for i, c in enumerate(comparisons)]


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


def _holm_p_values(family: Sequence[Comparison]) -> list[dict[str, float]]:
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


def _corrected(
    comparison: Comparison, adjusted: dict[str, float] | None, settings: Settings
) -> Comparison:
    """Return a comparison with its corrected p-values, None for an exploratory one, and finding."""
    tests = {
        name: replace(test, p_holm=None if adjusted is None else adjusted[name])
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


DECIDES = "Differences are tested by"
BESIDE = "Tests that do not decide on significance are"
_TRIALS = ("paired-ar", "mid-p")
_RESAMPLES = ("paired-bs", "centred-bs")


def stated_tests(
    comparisons: Sequence[Comparison], settings: Settings
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each test, the beginning of its sentence, and its conditions.

    Args:
        comparisons: All comparisons.
        settings: The numbers of draws, the seed, and the units.
    """
    decided = deciding(comparisons)
    units = () if settings.unit is None else (f"units: {settings.unit}",)
    for name, outputs in decided.items():
        where = (f"for {in_words(outputs)}",) if len(decided) > 1 else ()
        yield name, DECIDES, (*draws(name, comparisons, settings), *units, *where)
    for name in dict.fromkeys(name for c in comparisons for name in c.tests):
        if name not in decided:
            yield name, BESIDE, (*draws(name, comparisons, settings), *units)


def deciding(comparisons: Sequence[Comparison]) -> dict[str, list[str]]:
    """Return each test that decides, with the names of the outputs for which it does."""
    names = display_names(comparisons)
    by_test: dict[str, dict[str, None]] = {}
    for comparison in comparisons:
        by_test.setdefault(comparison.test, {})[names[comparison.output]] = None
    return {test: list(outputs) for test, outputs in by_test.items()}


def draws(test: str, comparisons: Sequence[Comparison], settings: Settings) -> tuple[str, ...]:
    """Return how often a test draws, and the seed; nothing for a test that is counted exactly."""
    drawn = any(c.test == test and not _is_exact(c) for c in comparisons)
    if test in _TRIALS and (drawn or test != "mid-p"):
        return f"{settings.trials} trials", f"seed {settings.seed}"
    if test in _RESAMPLES:
        return f"{settings.resamples} resamples", f"seed {settings.seed}"
    return ()


def _is_exact(comparison: Comparison) -> bool:
    """Return whether the test of scores of 0 and 1 is McNemar's, which draws nothing."""
    tango = comparison.interval is not None and comparison.interval.method == "tango"
    return comparison.test == "mid-p" and (tango or comparison.test_reason == "0/1 scores")
