"""Intervals of the difference of two systems, what is detectable, and answers about margins."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.core.results import Interval
from sacreval.errors import UsageError
from sacreval.features.compare.comparison_names import DifferenceInterval
from sacreval.features.compare.pairs.paired_tests import reachable
from sacreval.features.compare.result import MarginAnswer
from sacreval.scoring.entries.output_names import by_output, known
from sacreval.scoring.intervals.interval_options import REQUESTED
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.rounding import rounded
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Direction
    from sacreval.features.compare.pairs.paired_scores import Pair
    from sacreval.features.compare.result import Settings
    from sacreval.scoring.entries.run_metrics import Entry


POWER = 0.8
MOST_ENUMERATED = 400  # records of 0/1 scores; from 100 on, Student's t differs little


def detectable(pair: Pair, *, alpha: float, tests: int) -> float | None:
    """Compute the smallest true difference that the test detects with a power of 0.8.

    Args:
        pair: Two systems by one output.
        alpha: Level of all tests that share it.
        tests: Their number.

    Returns:
        By the power of the mid-p McNemar test for 0/1 scores of at most 400 records, else by that
        of Student's t, on average over estimates of the standard error; None where so few units
        cannot reach the level.
    """
    level = alpha / tests
    if not reachable(pair.n_units, level):
        return None
    n = len(pair.differences)
    if pair.binary and pair.sides.units.of is None and n <= MOST_ENUMERATED:
        share = _of_shares(sum(pair.discordant), n, level)
        return None if share is None else share * (pair.highest or 1.0)
    return _reach(pair.n_units - 1, level) * pair.error


def _reach(freedom: int, alpha: float) -> float:
    from sacreval.stats.power.power import reach_of_estimate

    return reach_of_estimate(freedom, alpha=alpha, power=POWER)


@lru_cache(maxsize=256)
def _of_shares(discordant: int, n: int, alpha: float) -> float | None:
    """Compute the difference of two shares; where even gains alone are too few, of more of them."""
    from sacreval.stats.power.mcnemar_power import mcnemar_power, mcnemar_smallest_difference
    from sacreval.stats.power.power import root_between

    share = None
    if discordant:
        share = mcnemar_smallest_difference(discordant / n, n, alpha=alpha, power=POWER, mid=True)
    if share is not None:
        return share

    def excess(gain: float) -> float:
        return mcnemar_power(gain, 0.0, n, alpha=alpha, mid=True) - POWER

    return root_between(excess, discordant / n, 1.0) if excess(1.0) >= 0 else None


def needed(pair: Pair, margin: float, alpha: float) -> int | None:
    """Compute how many units show that two equal systems differ by less than a margin."""
    from sacreval.stats.significance.non_inferiority import (
        equal_pairs_needed,
        records_to_show,
        unchanged_needed,
    )

    spread = pair.error * math.sqrt(pair.n_units)
    if margin > 0 and pair.highest is not None and not pair.unit_differences.any():
        right_or_wrong = pair.binary and pair.sides.units.of is None
        known = equal_pairs_needed if right_or_wrong else unchanged_needed
        return int(known(margin / pair.highest, alpha=alpha))
    if margin <= 0 or not spread > 0:
        return None
    return math.ceil(records_to_show(spread, margin, alpha=alpha, power=POWER))


DRAWN = frozenset({"percentile", "expanded", "paired-bs"})
INVERTED = ("auto", "paired-ar", "mid-p")  # tests that have the interval of `randomization`


class DifferenceChoice(NamedTuple):
    """A method and the reason for it."""

    method: DifferenceInterval | Literal["paired-bs"]
    reason: str


def choose(pair: Pair, settings: Settings, tests: int = 1) -> DifferenceChoice:
    """Choose the interval of a difference.

    The paired bootstrap has its own interval, by inverting it. Else 0/1 scores have Tango's, and
    everything else that of the test, inverted, or where so few units cannot reach the level, the
    jackknife's.
    """
    if settings.interval != "auto":
        _check(pair, settings.interval)
        return DifferenceChoice(settings.interval, REQUESTED)
    if settings.test == "paired-bs":
        return DifferenceChoice("paired-bs", "the test, inverted")
    if pair.binary and pair.sides.units.of is None:
        return DifferenceChoice("tango", "0/1 scores")
    unit = settings.unit
    units = f"{pair.n_units} {'records' if unit is None else f'values of {unit}'}"
    if not reachable(pair.n_units, settings.alpha / tests):
        return DifferenceChoice("jackknife", units)
    of_test = settings.test in INVERTED
    return DifferenceChoice(
        "randomization", "the test, inverted" if of_test else "of paired-ar, inverted"
    )


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
    """Move the end nearer 0 to 0 where the test decides otherwise than the interval."""
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
    from sacreval.stats.intervals.percentile_intervals import expanded_interval
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
    from sacreval.stats.intervals import binomial

    gains, losses = pair.discordant
    bounds = binomial.tango(gains, losses, len(pair.differences), confidence)
    scale = pair.highest or 1.0
    return Bounds(bounds.low * scale, bounds.high * scale)


def jackknife(pair: Pair, confidence: float) -> Bounds:
    """Compute the jackknife's interval by Student's t; of means that of the paired t test."""
    from sacreval.stats.intervals.bounds import left_out_spread

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


def parse_margins(texts: Sequence[str], option: str) -> dict[str, float]:
    """Parse `METRIC=MARGIN` options."""
    margins: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        margin = _number(number)
        if not name or margin is None or not 0 < margin < math.inf:
            raise UsageError(f"{option} {text}: write METRIC=MARGIN with a margin above 0")
        if name in margins:
            raise UsageError(f"{option} {name}: this output is named twice; keep one")
        margins[name] = margin
    return margins


def with_outputs(settings: Settings, entries: Sequence[Entry]) -> Settings:
    """Return settings in which outputs are named; a metric's name stands for its main output.

    Raises:
        UsageError: If there is no such output, one is named twice, or a family of several tests is
            asked for beside a primary output.
    """
    primary = settings.primary
    if primary is not None and settings.family == "all":
        raise UsageError("--primary tests one output alone, and --family all several; drop one")
    return replace(
        settings,
        primary=None if primary is None else known(primary, "--primary", entries),
        equivalent=by_output(settings.equivalent, "--equivalent", entries),
        not_worse=by_output(settings.not_worse, "--not-worse", entries),
    )


def check_margins(settings: Settings, directions: Mapping[str, Direction]) -> None:
    """Check that outputs have a direction where a margin needs one.

    Raises:
        UsageError: If one has none.
    """
    for output in settings.not_worse:
        if directions[output] is None:
            raise UsageError(
                f"--not-worse {output}: neither larger nor smaller is better; use --equivalent"
            )


def margin_answers(pair: Pair, settings: Settings, *, better: Direction) -> list[MarginAnswer]:
    """Answer the questions about one output of two systems.

    Args:
        pair: Two systems by one output.
        settings: The margins, and the level of each one-sided test.
        better: The output's direction.

    Returns:
        Answers by Tango's interval for 0/1 scores, else by the jackknife's with Student's t, both
        with the test's level outside on each side. Where no bounded score differs, by the share of
        units that may differ unseen.
    """
    return [
        _answer(pair, margins[pair.output], settings, question=option, better=better)
        for option, margins in _options(settings)
        if pair.output in margins
    ]


def _options(settings: Settings) -> Iterable[tuple[str, dict[str, float]]]:
    yield "--equivalent", settings.equivalent
    yield "--not-worse", settings.not_worse


def _answer(
    pair: Pair, margin: float, settings: Settings, *, question: str, better: Direction
) -> MarginAnswer:
    low, high = _ends(pair, settings.alpha, mirrored=better is False)
    asked: Literal["equivalent", "not worse"] = (
        "equivalent" if question == "--equivalent" else "not worse"
    )
    known = _equivalent if asked == "equivalent" else _not_worse
    answer = known(low, high, margin)
    missing = needed(pair, margin, settings.alpha) if answer == "cannot tell" else None
    return MarginAnswer(
        question=asked,
        margin=margin,
        answer=answer,
        low=low,
        high=high,
        level=rounded(1 - 2 * settings.alpha),
        needed=missing,
    )


def _ends(pair: Pair, alpha: float, *, mirrored: bool) -> tuple[float, float]:
    """Return the ends of the interval of the gain that leaves out alpha on each side."""
    binary = pair.binary and pair.sides.units.of is None
    if not binary and pair.n_units < 2:  # one unit has no spread
        return -math.inf, math.inf
    if not binary and pair.highest is not None and not pair.unit_differences.any():
        from sacreval.stats.significance.non_inferiority import most_changed

        reach = pair.highest * most_changed(pair.n_units, alpha=alpha)
        return -reach, reach
    bounds = (tango if binary else jackknife)(pair, 1 - 2 * alpha)
    low, high = float(bounds.low), float(bounds.high)
    return (-high, -low) if mirrored else (low, high)


def _not_worse(
    low: float, high: float, margin: float
) -> Literal["not worse", "worse", "cannot tell"]:
    from sacreval.stats.significance.non_inferiority import answer

    return answer((low, high), margin)


def _equivalent(
    low: float, high: float, margin: float
) -> Literal["equivalent", "not equivalent", "cannot tell"]:
    if -margin < low and high < margin:
        return "equivalent"
    return "not equivalent" if low >= margin or high <= -margin else "cannot tell"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
