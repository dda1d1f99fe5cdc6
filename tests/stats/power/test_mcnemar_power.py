"""Power of McNemar's test against enumeration."""

from math import comb

import numpy as np
import pytest

from sacreval.stats.power.mcnemar_power import (
    mcnemar_power,
    mcnemar_records_needed,
    mcnemar_smallest_difference,
    rejected_up_to,
)
from sacreval.stats.significance.mid_p import mcnemar


# Enumeration over the discordant records, and 200,000 simulated tables, 2026-11-22
@pytest.mark.parametrize(("n", "power"), [(200, 0.6176389497148683), (100, 0.31560189681226625)])
def test_worked_cases(n, power):
    """Shares of .12 and .05 are told apart in .618 of sets of 200, and .316 of 100."""
    for shares in ((0.12, 0.05), (0.05, 0.12)):
        assert mcnemar_power(*shares, n, alpha=0.05) == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize("mid", [False, True])
def test_power_is_the_share_of_all_tables(mid):
    """The power for 12 records is the chance of all tables that the test itself rejects."""
    gain, loss, n = 0.5, 0.1, 12
    expected = sum(
        comb(n, g) * comb(n - g, w) * gain**g * loss**w * (1 - gain - loss) ** (n - g - w)
        for g in range(n + 1)
        for w in range(n + 1 - g)
        if mcnemar(g, w)[mid] <= 0.05
    )
    assert mcnemar_power(gain, loss, n, alpha=0.05, mid=mid) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 9, 0.4])
def test_critical_values_are_those_of_the_test(alpha, mid):
    """The number that is too few is the largest that the test itself rejects."""
    discordant = np.arange(60)
    for m, most in zip(discordant, rejected_up_to(discordant, alpha, mid=mid), strict=True):
        rejected = [k for k in range((m + 1) // 2) if mcnemar(k, m - k)[mid] <= alpha]
        assert most == max(rejected, default=-1)


def test_mid_p_finds_more_and_errs_no_more_than_it_says():
    """Mid-p finds more of a real difference, and without one stays near its level."""
    assert mcnemar_power(0.2, 0.1, 100, alpha=0.05, mid=True) > 0.02 + mcnemar_power(
        0.2, 0.1, 100, alpha=0.05
    )
    for n in (30, 100, 300):
        assert mcnemar_power(0.15, 0.15, n, alpha=0.05) <= 0.05
        assert mcnemar_power(0.15, 0.15, n, alpha=0.05, mid=True) <= 0.055


@pytest.mark.parametrize("mid", [False, True])
def test_records_needed_reach_the_power(mid):
    """The number found has the power, and one record less has not."""
    n = mcnemar_records_needed(0.12, 0.05, alpha=0.05, power=0.8, mid=mid)
    assert mcnemar_power(0.12, 0.05, n, alpha=0.05, mid=mid) >= 0.8
    assert mcnemar_power(0.12, 0.05, n - 1, alpha=0.05, mid=mid) < 0.8
    assert 250 < n < 330


def test_systems_that_differ_nowhere_cannot_be_told_apart():
    """Equal shares need no number of records, and no discordant record has no power."""
    assert mcnemar_records_needed(0.1, 0.1, alpha=0.05, power=0.8) is None
    assert mcnemar_power(0.0, 0.0, 50, alpha=0.05) == 0.0
    assert mcnemar_power(1.0, 0.0, 6, alpha=0.05) == pytest.approx(1.0)
    assert mcnemar_power(1.0, 0.0, 5, alpha=0.05) == 0.0


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize("n", [30, 200])
def test_smallest_difference_has_the_power(mid, n):
    """Of 30 % discordant records, the difference found has the power, and a smaller one less."""
    found = mcnemar_smallest_difference(0.3, n, alpha=0.05, power=0.8, mid=mid)
    at, below = (
        mcnemar_power((0.3 + d) / 2, (0.3 - d) / 2, n, alpha=0.05, mid=mid)
        for d in (found, 0.95 * found)
    )
    assert at == pytest.approx(0.8, abs=1e-9)
    assert below < at


def test_few_discordant_records_show_no_difference():
    """Twenty records of which one in ten differs cannot show even gains alone."""
    assert mcnemar_smallest_difference(0.1, 20, alpha=0.05, power=0.8) is None
