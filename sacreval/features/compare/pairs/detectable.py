"""The difference that a comparison can detect: with a power of 0.8, at the level that it has."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from sacreval.features.compare.pairs.paired_tests import reachable

if TYPE_CHECKING:
    from sacreval.features.compare.system_pair import Pair

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
        found = _of_shares(sum(pair.discordant), n, level)
        return None if found is None else found * (pair.highest or 1.0)
    return _reach(pair.n_units - 1, level) * pair.error


def _reach(freedom: int, alpha: float) -> float:
    from sacreval.stats.power.power import reach_of_estimate

    return reach_of_estimate(freedom, alpha=alpha, power=POWER)


@lru_cache(maxsize=256)
def _of_shares(discordant: int, n: int, alpha: float) -> float | None:
    """Compute the difference of two shares; where even gains alone are too few, of more of them."""
    from sacreval.stats.power.mcnemar_power import mcnemar_power, mcnemar_smallest_difference
    from sacreval.stats.power.power import root_between

    found = None
    if discordant:
        found = mcnemar_smallest_difference(discordant / n, n, alpha=alpha, power=POWER, mid=True)
    if found is not None:
        return found

    def excess(gain: float) -> float:
        return mcnemar_power(gain, 0.0, n, alpha=alpha, mid=True) - POWER

    return root_between(excess, discordant / n, 1.0) if excess(1.0) >= 0 else None


def needed(pair: Pair, margin: float, alpha: float) -> int | None:
    """Compute how many units show that two equal systems differ by less than a margin.

    Args:
        pair: Two systems by one output.
        margin: The difference that does not matter, or the loss that is accepted.
        alpha: Level of each one-sided test.

    Returns:
        A number of units for a power of 0.8; None where no spread is known.
    """
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
