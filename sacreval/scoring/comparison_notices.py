"""Notices on comparisons: where no test can find a difference."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.core.comparisons import Comparison, Settings
from sacreval.scoring.paired_tests import reachable


def comparison_notices(comparisons: Sequence[Comparison], settings: Settings) -> list[str]:
    """Describe which tests cannot reach their level, each number of units in one sentence.

    Args:
        comparisons: All comparisons of a run.
        settings: The level.
    """
    few: dict[int, list[str]] = {}
    for one in comparisons:
        if not reachable(one.n_units, settings.alpha):
            few.setdefault(one.n_units, []).append(one.group or "")
    return [_unreachable(n, groups, settings) for n, groups in few.items()]


def _unreachable(n: int, groups: Sequence[str], settings: Settings) -> str:
    plural = "" if n == 1 else "s"
    units = f"record{plural}" if settings.unit is None else f"value{plural} of {settings.unit}"
    named = ", ".join(dict.fromkeys(filter(None, groups)))
    where = f"{named}: " if named else ""
    return f"{where}a test of {n} {units} cannot reach the level of {settings.alpha:.4g}"
