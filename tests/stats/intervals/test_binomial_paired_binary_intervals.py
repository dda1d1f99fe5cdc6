"""Interval of paired 0/1 differences: published numbers, likelihood by search, enumeration."""

from itertools import product

import numpy as np
import pytest
from scipy import optimize, stats

from sacreval.errors import InputError
from sacreval.stats.intervals.binomial import _variance, tango

Z = 1.959963984540054


def every_table(n):
    """Return both discordant counts of all tables of n records."""
    return np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)]).T


def score(b, c, n, delta):
    """Return Tango's score: how many standard errors the difference is above a supposed one."""
    variance = n * _variance(*np.broadcast_arrays(b, c, n, delta))
    return (b - c - n * np.asarray(delta)) / np.sqrt(variance)


def test_published_ends():
    """Tables have the ends of Tango (1998), by a search for the likeliest shares, 2026-11-22."""
    want = [[6.458574948143035e-05, 0.20211381790141433],
            [-0.00810330315325928, 0.08451936429052762]]  # fmt: skip
    np.testing.assert_allclose(np.transpose(tango([18, 3], [8, 0], 100)), want, atol=1e-7)


def likeliest(b, c, n, delta):
    """Search for the share that only B gets right, given the difference of both shares."""
    least, most = max(0.0, -delta), (1 - delta) / 2

    def loss(share):
        p = np.array([share + delta, share, 1 - 2 * share - delta])
        return -float(np.sum(np.array([b, c, n - b - c]) * np.log(np.maximum(p, 1e-300))))

    optimum = optimize.minimize_scalar(
        loss, bounds=(least, most), method="bounded", options={"xatol": 1e-12}
    )
    return optimum.x


@pytest.mark.parametrize(("b", "c", "n"), [(3, 5, 20), (1, 0, 10), (7, 7, 14), (0, 2, 4)])
@pytest.mark.parametrize("delta", [-0.6, -0.05, 0.1, 0.5])
def test_the_likelihood_by_search(b, c, n, delta):
    """Tango's score has the variance of the likeliest shares with the supposed difference."""
    share = likeliest(b, c, n, delta)
    variance = n * (2 * share + delta * (1 - delta))
    want = (b - c - n * delta) / np.sqrt(variance)
    assert score(b, c, n, delta) == pytest.approx(want, rel=1e-4)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_ends_solve_the_score(n):
    """For every table of n records the score at the ends is the quantile, or the end is 1."""
    b, c = every_table(n)
    low, high = tango(b, c, n)
    for end, z in ((low, Z), (high, -Z)):
        inner = np.abs(end) < 1
        statistic = score(b[inner], c[inner], n, end[inner])
        np.testing.assert_allclose(statistic, z, rtol=1e-6)
        assert ((np.abs(b - c) == n) | inner).all()
    assert (low < high).all()
    assert ((low <= (b - c) / n) & ((b - c) / n <= high)).all()


@pytest.mark.parametrize("n", [1, 3, 8, 25])
def test_the_score_only_falls(n):
    """For every table the score falls as the supposed difference grows: the ends are unique."""
    b, c = every_table(n)
    deltas = np.linspace(-0.999, 0.999, 300)
    scores = score(b[:, None], c[:, None], n, deltas)
    assert (np.diff(scores, axis=1) <= 1e-9).all()


def test_swapping_the_systems_swaps_the_ends():
    """With A and B exchanged, the interval is mirrored at 0."""
    b, c = every_table(6)
    low, high = tango(b, c, 6)
    np.testing.assert_allclose(tango(c, b, 6), (-high, -low), atol=1e-12)


def test_two_equal_systems_have_a_width():
    """Without a record that one gets right alone, Tango's ends are z^2 / (n + z^2), not 0."""
    for n in (1, 10, 300):
        want = Z**2 / (n + Z**2)
        np.testing.assert_allclose(tango(0, 0, n), (-want, want), rtol=1e-9)


def test_zero_agrees_with_mcnemar():
    """The score at 0 is McNemar's, as in the cases, and 0 lies outside where it is above z."""
    for b, c, chi2 in ((18, 8, 3.8461538461538463), (1, 4, 1.8), (3, 0, 3.0)):
        assert score(b, c, 100, 0) ** 2 == pytest.approx(chi2, abs=1e-9)
        low, high = tango(b, c, 100)
        assert (not low <= 0 <= high) == (chi2 > Z**2)


@pytest.mark.parametrize(
    ("new", "old", "z", "p"),
    [
        (8, 12, 1.281266655422739, 0.10005001037997557),
        (8, 25, -1.266140247899173, 0.89726856234712),
    ],
)
def test_not_worse(new, old, z, p):
    """The score at -margin is the published test of non-inferiority, and its 90 % end agrees."""
    statistic = score(new, old, 200, -0.05)
    assert statistic == pytest.approx(z, abs=1e-9)
    assert stats.norm.sf(statistic) == pytest.approx(p, abs=1e-9)
    assert (tango(new, old, 200, 0.9).low > -0.05) == (p < 0.05)


def test_no_record_says_nothing():
    """Without a record the interval is all of [-1, 1]."""
    np.testing.assert_array_equal(tango(0, 0, 0), (-1, 1))


@pytest.mark.parametrize("cells", [(3, 3, 5), (-1, 0, 5), (np.nan, 0, 5), (0.5, 0, 5), (0, 6, 5)])
def test_impossible_tables_are_refused(cells):
    """More discordant records than there are, and counts that are NaN or not whole, are refused."""
    with pytest.raises(InputError):
        tango(*cells)


def coverage(n, p, q):
    """Enumerate how often the interval holds p - q, of all tables of n records."""
    b, c = every_table(n)
    chance = stats.multinomial.pmf(np.stack([b, c, n - b - c], axis=1), n, [p, q, 1 - p - q])
    low, high = tango(b, c, n)
    return float(chance[(low <= p - q) & (p - q <= high)].sum())


@pytest.mark.long
@pytest.mark.parametrize("n", [10, 30])
def test_tango_covers(n):
    """Tango's interval covers in over 92 % of samples everywhere, and in 94 to 99 % on average."""
    shares = product((0.01, 0.04, 0.1, 0.2, 0.3), (0.02, 0.05, 0.12, 0.25))
    rates = [coverage(n, p, q) for p, q in shares]
    assert min(rates) > 0.92
    assert 0.94 <= np.mean(rates) <= 0.99
