"""Notices of intervals that do not hold: too few systems, or systems drawn where inputs matter."""

from collections.abc import Sequence

from sacreval.meta.correlation_results import Correlation
from sacreval.meta.interval_choice import FEW_SYSTEMS

SHORT_OVER_SYSTEMS = ("summary", "global")
"""Levels at which inputs carry much of the noise; coverage of 95 % intervals over systems alone was
.85 to .93 at summary level and .53 to .92 at global level."""


def interval_notes(results: Sequence[Correlation]) -> list[str]:
    """List what is to be known of the intervals of a run, one line each.

    Args:
        results: Correlations with their intervals.
    """
    return [*_few(results), *_short(results)]


def _few(results: Sequence[Correlation]) -> list[str]:
    sizes = [
        r.n_systems for r in results if r.interval is not None and r.interval.units != "inputs"
    ]
    return too_few(max(sizes, default=FEW_SYSTEMS))


def too_few(n_systems: int) -> list[str]:
    """Note that no interval and no test holds with so few systems.

    Args:
        n_systems: Systems that take part.
    """
    if n_systems >= FEW_SYSTEMS:
        return []
    few = "1 system is" if n_systems == 1 else f"{n_systems} systems are"
    said = f"{few} too few for an interval or a test to hold, which takes {FEW_SYSTEMS}."
    return [said]


def _short(results: Sequence[Correlation]) -> list[str]:
    levels = dict.fromkeys(
        r.level
        for r in results
        if r.level in SHORT_OVER_SYSTEMS
        and r.interval is not None
        and r.interval.units == "systems"
        and r.interval.method != "rule-of-three"
    )
    if not levels:
        return []
    said = (
        f"Intervals over systems alone are too short at {' and '.join(levels)} level, where inputs "
        "carry much of the noise: use --units both."
    )
    return [said]
