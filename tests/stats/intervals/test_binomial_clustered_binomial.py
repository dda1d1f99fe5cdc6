"""Proportions of records in groups, near 0 and 1 too."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.stats.clusters import clustered_mean, likeness
from sacreval.stats.intervals.binomial import (
    clustered_wilson,
    effective_n,
    score_bounds,
    unequal_mean,
    wilson,
)
from sacreval.stats.intervals.bounds import t_quantile


def effective_number(x, groups):
    """Compute the effective number of 0/1 scores or differences."""
    return effective_n(clustered_mean(x, groups), np.var(x, axis=0), len(x))


def test_single_records_have_wilsons_interval():
    """Records that are groups of their own have Wilson's interval with a t quantile."""
    x = np.arange(200) < 170
    n = effective_number(x, np.arange(200))
    assert n == pytest.approx(200)
    want = score_bounds(np.array(170.0), np.array(200.0), t_quantile(199, 0.95))
    np.testing.assert_allclose(clustered_wilson(x, np.arange(200)), want, rtol=1e-9)
    np.testing.assert_allclose(clustered_wilson(x, np.arange(200)), wilson(170, 200), atol=2e-3)


def test_copies_count_once():
    """Five copies of each of 40 records tell as much as the 40."""
    x = np.arange(40) < 33
    copies = clustered_wilson(np.repeat(x, 5), np.repeat(np.arange(40), 5))
    np.testing.assert_allclose(copies, clustered_wilson(x, np.arange(40)), atol=2e-3)
    assert effective_number(np.repeat(x, 5), np.repeat(np.arange(40), 5)) == pytest.approx(
        40, rel=0.03
    )


def test_the_effective_number_is_kishs():
    """For groups of one size the effective number is near that of the design effect."""
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(200), 10)
    x = rng.random((2000, 5)) < rng.beta(1.4, 0.6, (200, 5))[groups]
    got = effective_number(x, groups)
    np.testing.assert_allclose(got, likeness(x, groups).effective_n, rtol=0.02)


def test_all_right_has_a_width():
    """Where all records are right, each group counts once, and the interval has a width."""
    low, high = clustered_wilson(np.ones(30), np.repeat(np.arange(6), 5))
    z2 = t_quantile(5, 0.95) ** 2
    assert (low, high) == (pytest.approx(6 / (6 + z2)), 1)
    low, high = clustered_wilson(np.zeros(30), np.repeat(np.arange(6), 5))
    assert (low, high) == (0, pytest.approx(z2 / (6 + z2)))


def test_equal_groups_count_all_records():
    """Where every group has the same share, there are as many effective records as records."""
    x = np.tile([1, 0, 1, 1], 10)
    assert effective_number(x, np.repeat(np.arange(10), 4)) == 40


def test_groups_of_one_size_have_the_usual_error():
    """For groups of one size the error is that of Cameron and Miller's formula."""
    x = np.random.default_rng(0).random((60, 3))
    of = np.repeat(np.arange(12), 5)
    got, want = unequal_mean(x, of), clustered_mean(x, of)
    np.testing.assert_allclose(got.value, want.value)
    np.testing.assert_allclose(got.error, want.error)
    assert got.freedom == want.freedom


def test_groups_of_unequal_sizes_have_bell_and_mccaffreys_error():
    """The error is that of CR2: residuals times the inverse root of I - H within each group."""
    rng = np.random.default_rng(1)
    of = np.repeat(np.arange(4), [1, 3, 6, 2])
    x = rng.random(12)
    n, total = len(x), 0.0
    for g in range(4):
        size = int((of == g).sum())
        values, vectors = np.linalg.eigh(np.eye(size) - np.ones((size, size)) / n)
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        total += float((root @ (x[of == g] - x.mean())).sum()) ** 2
    assert unequal_mean(x, of).error == pytest.approx(np.sqrt(total) / n)


def test_one_group_has_no_interval():
    """A single group has no interval, and scores between 0 and 1 are refused."""
    assert np.isnan(clustered_wilson([1, 0, 1], [4, 4, 4])).all()
    assert np.isnan(clustered_wilson([], [])).all()
    for scores in ([0.5, 1], [np.nan, 1]):
        with pytest.raises(InputError):
            clustered_wilson(scores, [1, 2])


@pytest.mark.parametrize(
    ("least", "most", "icc"), [(0.4, 0.6, 0.3), (0.85, 0.95, 0.1), (0.98, 1, 0.1), (0.98, 1, 0.3)]
)
def test_groups_are_covered_near_the_ceiling(least, most, icc):
    """Of 20 passages with 10 questions each, 93 to 97 % of worlds are covered.

    The t interval over groups covers .92, .63 and .50 of the last three.
    """
    rng = np.random.default_rng(1)
    p, strength = rng.uniform(least, most, 2000), 1 / icc - 1
    of = np.repeat(np.arange(20), 10)
    x = rng.random((200, 2000)) < rng.beta(p * strength, (1 - p) * strength, (20, 2000))[of]
    low, high = clustered_wilson(x, of)
    assert 0.93 <= np.mean((low <= p) & (p <= high)) <= 0.975
    if least > 0.9:
        low, high = clustered_mean(x, of).bounds()
        assert np.mean((low <= p) & (p <= high)) < 0.7


def test_few_large_groups_count_as_few():
    """Where few groups have most records, t has the freedom of as many equal groups, rounded."""
    x = np.arange(120) % 10 < 7
    equal, unequal = np.repeat(np.arange(6), 20), np.repeat(np.arange(6), [80, 20, 8, 4, 4, 4])
    n = effective_number(x, unequal)
    freedom = 120**2 // (80**2 + 20**2 + 8**2 + 3 * 4**2) - 1
    want = score_bounds(np.array(0.7 * n), n, t_quantile(freedom, 0.95))
    np.testing.assert_allclose(clustered_wilson(x, unequal), want, rtol=1e-12)
    n = effective_number(x, equal)
    want = score_bounds(np.array(0.7 * n), n, t_quantile(5, 0.95))
    np.testing.assert_allclose(clustered_wilson(x, equal), want, rtol=1e-12)


def test_intervals_cover_where_sizes_differ():
    """Of 20 templates with 2 to 40 items each, 95 % intervals cover in about 95 % of data sets."""
    rng, covered = np.random.default_rng(0), 0
    for _ in range(400):
        groups = np.repeat(np.arange(20), np.minimum(rng.zipf(1.8, 20) + 1, 40))
        x = rng.random(len(groups)) < rng.beta(3.2, 0.8, 20)[groups]
        low, high = clustered_wilson(x, groups)
        covered += low <= 0.8 <= high
    assert 0.92 <= covered / 400 <= 0.98  # with G - 1 degrees of freedom .89
