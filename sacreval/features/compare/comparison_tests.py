"""The tests of a comparison: which one decides for which outputs, and which only stand beside.

A draw that equals the observed difference counts whole. In the test against a baseline it counts by
half where differences of records are tied (mid-p), and 0/1 scores have the exact mid-p.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sacreval.features.compare.result import Comparison, Settings
from sacreval.report.cited_metrics import in_words
from sacreval.report.display_names import display_names

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
