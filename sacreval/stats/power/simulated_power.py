"""Power of paired randomization by simulation from rows, for any score that has rows.

Test sets are drawn with replacement from the rows of two systems on the same records, and each is
tested. What is found is the power at the difference that these rows have.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import BLOCK_CELLS, Floats, Ints, blocks
from sacreval.stats.significance.mid_p import drawn_mid_p
from sacreval.stats.significance.paired import kept_sums, shuffled_sums


class SimulatedPower(NamedTuple):
    """A share of simulated test sets.

    Attributes:
        power: The share in which the difference was found, with the sign that it has.
        error: Its Monte Carlo standard error.
    """

    power: float
    error: float


def simulated_power(
    base: Floats,
    other: Floats,
    reduce: Callable[[Floats], Floats],
    n: int,
    *,
    alpha: float,
    trials: int = 1000,
    worlds: int = 200,
    seed: int = 12345,
) -> SimulatedPower:
    """Draw test sets of some size from the rows of two systems, and test each.

    Args:
        base: Rows of the base (records, k), none of them NaN; or their sums by group, so that whole
            groups are drawn and exchanged.
        other: Rows of the other system, the same records or groups.
        reduce: Computes the score from sums of rows, (..., k) to (...).
        n: Records, or groups, of a test set; may be more than there are rows.
        alpha: Level of the test; divide it by the number of tests that share it.
        trials: Exchanges of each test.
        worlds: Test sets.
        seed: Of the drawn records and of the exchanges.
    """
    sign = np.sign(_difference(reduce, base.sum(axis=0), other.sum(axis=0)))
    found = 0
    for places in _drawn(len(base), n, worlds, cells=n * 2 * base.shape[1], seed=seed):
        tables = [side[chosen] for chosen in places for side in (base, other)]
        kept = kept_sums(tables, trials=trials, seed=seed)
        for pair in range(0, len(tables), 2):
            totals = [table.sum(axis=0) for table in tables[pair : pair + 2]]
            observed = float(_difference(reduce, *totals))
            draws = np.abs(_difference(reduce, *shuffled_sums(totals, kept[pair : pair + 2])))
            p = drawn_mid_p(draws, observed)
            found += bool(p <= alpha and np.sign(observed) == sign)
    share = found / worlds
    return SimulatedPower(share, (share * (1 - share) / worlds) ** 0.5)


def _difference(reduce: Callable[[Floats], Floats], first: Floats, second: Floats) -> Floats:
    return np.asarray(reduce(second) - reduce(first))


def _drawn(records: int, n: int, worlds: int, *, cells: int, seed: int) -> Iterator[Ints]:
    """Draw the records of each test set, in blocks that share their exchanges."""
    rng = np.random.default_rng(seed)
    for block in blocks(worlds, cells, BLOCK_CELLS):
        yield rng.integers(records, size=(block.stop - block.start, n))
