"""Intervals of the difference of two systems: which fits, and how it agrees with the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.core.results import Interval
from sacreval.errors import UsageError
from sacreval.features.compare.comparison_names import DifferenceInterval
from sacreval.features.compare.pairs.paired_tests import REQUESTED, reachable
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.features.compare.result import Settings
    from sacreval.features.compare.system_pair import Pair

DRAWN = frozenset({"percentile", "expanded", "paired-bs"})
INVERTED = ("auto", "paired-ar", "mid-p")  # tests that have the interval of `randomization`


class Choice(NamedTuple):
    """A method and the reason for it."""

    method: DifferenceInterval | Literal["paired-bs"]
    reason: str


def choose(pair: Pair, settings: Settings, tests: int = 1) -> Choice:
    """Choose the interval of a difference.

    The paired bootstrap has its own interval, by inverting it. Else 0/1 scores have Tango's, and
    everything else that of the test, inverted, or where so few units cannot reach the level, the
    jackknife's.

    Args:
        pair: Two systems by one output.
        settings: What the user asked for.
        tests: Number of intervals that hold at once.

    Raises:
        UsageError: If the named method does not fit the scores.
    """
    if settings.interval != "auto":
        _check(pair, settings.interval)
        return Choice(settings.interval, REQUESTED)
    if settings.test == "paired-bs":
        return Choice("paired-bs", "the test, inverted")
    if pair.binary and pair.sides.units.of is None:
        return Choice("tango", "0/1 scores")
    unit = settings.unit
    units = f"{pair.n_units} {'records' if unit is None else f'values of {unit}'}"
    if not reachable(pair.n_units, settings.alpha / tests):
        return Choice("jackknife", units)
    of_test = settings.test in INVERTED
    return Choice("randomization", "the test, inverted" if of_test else "of paired-ar, inverted")


def interval_of(pair: Pair, p: float, settings: Settings, tests: int = 1) -> Interval | None:
    """Compute the interval of a difference.

    Args:
        pair: Two systems by one output.
        p: The p-value of the test that decides, without correction.
        settings: Method, level, draws and seed.
        tests: Number of intervals that hold at once, by Bonferroni's correction.

    Returns:
        The interval; None where there is no spread. Unless the method or another test was
        requested, an interval that has 0 inside where the test rejects, or outside where it does
        not, ends at 0.
    """
    choice, level = choose(pair, settings, tests), settings.confidence_of_each(tests)
    alpha = settings.alpha / tests
    bounds = _bounds(pair, choice.method, level, alpha)
    if bounds is None:
        return None
    low, high = float(bounds.low), float(bounds.high)
    if choice.reason != REQUESTED:
        if not low < high:
            return None
        if settings.test in INVERTED:
            low, high = agreeing(low, high, pair.difference, rejected=p <= alpha)
    drawn = choice.method in DRAWN
    return Interval(
        low=low,
        high=high,
        level=level,
        method=choice.method,
        resamples=settings.resamples if drawn else None,
        seed=settings.seed if drawn or choice.method == "randomization" else None,
        unit=settings.unit,
        reason=choice.reason,
    )


def agreeing(low: float, high: float, difference: float, *, rejected: bool) -> tuple[float, float]:
    """Move the end nearer 0 to 0 where the test decides otherwise than the interval.

    Args:
        low: Lower end.
        high: Upper end.
        difference: The observed difference.
        rejected: Whether the test finds a difference.
    """
    holds = low <= 0 <= high
    if holds != rejected:
        return low, high
    upper_is_nearer = abs(high) < abs(low) if not rejected else difference < 0
    return (low, 0.0) if upper_is_nearer else (0.0, high)


def _check(pair: Pair, method: DifferenceInterval) -> None:
    if method == "tango" and not (pair.binary and pair.sides.units.of is None):
        raise UsageError(
            f"--interval tango is for scores that are 0 or 1 for every record, each on its own, "
            f"which those of {pair.output} are not; use --interval auto"
        )


def _bounds(
    pair: Pair, method: DifferenceInterval | Literal["paired-bs"], confidence: float, alpha: float
) -> Bounds | None:
    from sacreval.stats.intervals.expanded import expanded_interval
    from sacreval.stats.resampling import percentile_interval

    needs_two: dict[str, Callable[[], Bounds | None]] = {
        "expanded": lambda: expanded_interval(pair.gaps, pair.n_units, confidence),
        "jackknife": lambda: jackknife(pair, confidence),
        "randomization": lambda: _inverted(pair, alpha),
    }
    if method == "percentile":
        return Bounds(*percentile_interval(pair.gaps, level=confidence))
    if method == "paired-bs":
        return bootstrap(pair, alpha)
    if method == "tango":
        return tango(pair, confidence)
    return needs_two[method]() if pair.n_units > 1 else None  # one unit has no spread


def tango(pair: Pair, confidence: float) -> Bounds:
    """Compute Tango's interval, in the unit of the score."""
    from sacreval.stats.intervals import paired_binary_intervals

    gains, losses = pair.discordant
    found = paired_binary_intervals.tango(gains, losses, len(pair.differences), confidence)
    scale = pair.highest or 1.0
    return Bounds(found.low * scale, found.high * scale)


def jackknife(pair: Pair, confidence: float) -> Bounds:
    """Compute the jackknife's interval by Student's t; of means that of the paired t test."""
    from sacreval.stats.intervals.jackknife_t import left_out_spread

    return left_out_spread(pair.difference, pair.left_out_gaps).bounds(confidence)


def bootstrap(pair: Pair, alpha: float) -> Bounds:
    """Compute the differences that sacrebleu's paired bootstrap does not reject."""
    import numpy as np

    sizes = abs(pair.gaps)
    most = int(alpha * (len(sizes) + 1) + paired.SLACK) - 1  # draws beyond, where p is alpha
    reach = np.sort(sizes - sizes.mean())[::-1][max(0, most)]
    return Bounds(pair.difference - reach, pair.difference + reach)


def _inverted(pair: Pair, alpha: float) -> Bounds | None:
    from sacreval.stats.intervals.inverted_randomization import inverted_interval

    parts = pair.sides.partitions(pair.places[0])
    return inverted_interval(pair.kept_gaps, pair.changed_gaps, parts, alpha=alpha)
