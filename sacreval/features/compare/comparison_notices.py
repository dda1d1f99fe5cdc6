"""Notices on comparisons: where no test can find a difference, or one errs more than stated."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.features.compare.pairs.paired_tests import reachable
from sacreval.features.compare.result import Comparison, Settings
from sacreval.scoring.intervals.interval_notices import MOST_SKEWED, some

EXACT = "tango"  # the interval of 0/1 scores, which skewness does not shorten


def comparison_notices(comparisons: Sequence[Comparison], settings: Settings) -> list[str]:
    """Describe which tests cannot reach their level, or may not hold it, each kind in one sentence.

    Args:
        comparisons: All comparisons of a run.
        settings: The level.
    """
    reached = [one for one in comparisons if reachable(one.n_units, settings.alpha)]
    skewed = [one.output for one in reached if _is_skewed(one)]
    few: dict[int, list[str]] = {}
    for one in comparisons:
        if not reachable(one.n_units, settings.alpha):
            few.setdefault(one.n_units, []).append(one.group or "")
    notices = [_unreachable(n, groups, settings) for n, groups in few.items()]
    if skewed:
        units = "records" if settings.unit is None else f"values of {settings.unit}"
        notices.append(
            f"{some(skewed)}: few {units} decide the difference; test and interval may err more "
            "often than stated"
        )
    leaning = [one.output for one in reached if not _is_skewed(one) and _leans(one, settings)]
    if leaning:
        notices.append(
            f"{some(leaning)}: the differences are skewed, and a t test corrected for it finds "
            "none; the test may err more often than stated"
        )
    return notices


def _is_skewed(one: Comparison) -> bool:
    return not _is_exact(one) and one.skewness is not None and one.skewness > MOST_SKEWED


def _leans(one: Comparison, settings: Settings) -> bool:
    """Whether there is a finding that the test corrected for skewness does not confirm."""
    if not one.is_shown or one.skew_adjusted_p is None or _is_exact(one):
        return False
    if one.skewness == 0:  # as where all records differ by the same
        return False
    test = one.tests[one.test]
    share = test.p / test.p_holm if test.p_holm else 1.0  # of the level, that Holm leaves
    return one.skew_adjusted_p > settings.alpha * share


def _is_exact(one: Comparison) -> bool:
    return one.interval is not None and one.interval.method == EXACT


def _unreachable(n: int, groups: Sequence[str], settings: Settings) -> str:
    plural = "" if n == 1 else "s"
    units = f"record{plural}" if settings.unit is None else f"value{plural} of {settings.unit}"
    named = ", ".join(dict.fromkeys(filter(None, groups)))
    where = f"{named}: " if named else ""
    return f"{where}a test of {n} {units} cannot reach the level of {settings.alpha:.4g}"
