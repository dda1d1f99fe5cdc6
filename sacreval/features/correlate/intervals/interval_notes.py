"""Notices of intervals below their coverage: few systems, or systems alone where inputs matter."""

from collections.abc import Sequence

from sacreval.features.correlate.correlation_results import Correlation
from sacreval.features.correlate.intervals.correlation_choice import FEW_SYSTEMS

SHORT_OVER_SYSTEMS = ("summary", "global")
"""Levels at which inputs carry much of the noise; coverage of 95 % intervals over systems alone was
.85 to .93 at summary level and .53 to .92 at global level."""


def interval_notes(results: Sequence[Correlation]) -> list[str]:
    """List notices of intervals of a run that are below their coverage.

    Args:
        results: Correlations with their intervals.
    """
    return [*_few_systems(results), *_short_over_systems(results)]


def _few_systems(results: Sequence[Correlation]) -> list[str]:
    sizes = [
        r.n_systems for r in results if r.interval is not None and r.interval.units != "inputs"
    ]
    return few_systems_notes(max(sizes, default=FEW_SYSTEMS))


def few_systems_notes(n_systems: int) -> list[str]:
    """Note that systems are too few for an interval or a test.

    Args:
        n_systems: Number of systems that take part.
    """
    if n_systems >= FEW_SYSTEMS:
        return []
    few = "1 system is" if n_systems == 1 else f"{n_systems} systems are"
    return [f"{few} too few for an interval or a test to hold; {FEW_SYSTEMS} are needed."]


def _short_over_systems(results: Sequence[Correlation]) -> list[str]:
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
    note = (
        f"Intervals over systems alone are too short at {' and '.join(levels)} level, where inputs "
        "carry much of the noise: use --units both."
    )
    return [note]
