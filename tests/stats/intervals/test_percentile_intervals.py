"""Expanded, shifted and accelerated percentile intervals."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError
from sacreval.stats.intervals.percentile_intervals import (
    accelerated_interval,
    bootstrap_bias,
    expanded_confidence,
    expanded_interval,
    shifted_interval,
)
from sacreval.stats.resampling import bootstrap_sums, percentile_interval


@pytest.mark.parametrize(("n", "low"), [(10, 0.0086), (30, 0.0189), (100, 0.0226)])
def test_levels(n, low):
    """The lower quantile is Hesterberg's: Phi(-sqrt(n / (n - 1)) t) of n - 1 degrees of freedom."""
    tail = (1 - expanded_confidence(n)) / 2
    want = stats.norm.cdf(-np.sqrt(n / (n - 1)) * stats.t.ppf(0.975, n - 1))
    assert tail == pytest.approx(want, rel=1e-9)
    assert tail == pytest.approx(low, abs=5e-4)


def test_levels_shrink_to_the_confidence():
    """More units need less expansion, and a million none."""
    levels = [expanded_confidence(n, 0.9) for n in (2, 3, 10, 100, 10**6)]
    assert levels == sorted(levels, reverse=True)
    assert levels[1] < levels[0] <= 1
    assert levels[-1] == pytest.approx(0.9, abs=1e-5)


def test_many_units_have_the_percentile_interval():
    """For a million units the ends are the neighbours of sacrebleu's, the 26th of 1,000."""
    drawn = np.random.default_rng(0).permutation(1000)
    assert percentile_interval(drawn, level=0.95) == (25, 974)
    assert expanded_interval(drawn, 10**6) == (24, 975)
    assert expanded_interval(drawn, 10**12) == (25, 974)


def test_ends_are_order_statistics():
    """Ten units and 1,000 resamples have the 9th smallest and the 9th largest as ends."""
    ranks = np.random.default_rng(1).permutation(1000)
    assert expanded_interval(ranks, 10) == (8, 991)
    assert expanded_interval(ranks, 2) == (0, 999)


def test_nothing_to_draw_from():
    """One unit, or no replicate, has no interval; NaN is refused."""
    for n, draws in ((1, np.ones((5, 2))), (0, np.ones((5, 2))), (9, np.ones((0, 2)))):
        assert np.isnan(expanded_interval(draws, n)).all()
        assert np.isnan(shifted_interval([0, 0], draws, n)).all()
        assert np.shape(expanded_interval(draws, n)) == (2, 2)
    with pytest.raises(InputError, match="1 of 2 replicates"):
        expanded_interval([np.nan, 1], 5)
    with pytest.raises(InputError):
        shifted_interval(np.nan, [1, 2], 5)


def test_equal_replicates_have_no_width():
    """Where all replicates are equal, both ends are their value."""
    assert expanded_interval(np.full(100, 0.3), 10) == (0.3, 0.3)


def test_the_shift_is_twice_the_bias():
    """Replicates that lie .1 above the value shift the interval down by .2."""
    draws = np.linspace(0.5, 0.7, 101)
    assert bootstrap_bias(0.5, draws) == pytest.approx(0.1)
    low, high = expanded_interval(draws, 50)
    np.testing.assert_allclose(shifted_interval(0.5, draws, 50), (low - 0.2, high - 0.2))
    both = np.column_stack([draws, -draws])
    want = shifted_interval(0.5, draws, 50)
    got = shifted_interval([0.5, -0.5], both, 50)
    np.testing.assert_allclose(np.transpose(got), [want, [-want[1], -want[0]]])


@pytest.mark.parametrize("n", [5, 10, 30])
def test_means_of_few_records_are_covered(n):
    """Of few normal records the expanded interval covers some points more than the percentile.

    Measured for the two: .836 and .918 (n = 5), .898 and .941 (10), .937 and .949 (30).
    """
    worlds = np.random.default_rng(7).normal(size=(800, n))
    (sums,) = bootstrap_sums([worlds.T], resamples=600, seed=1)
    low, high = expanded_interval(sums, n)
    plain = percentile_interval(sums, level=0.95)
    covered = np.mean((low <= 0) & (high >= 0))
    assert {5: 0.89, 10: 0.92, 30: 0.925}[n] <= covered <= 0.97
    assert covered > np.mean((plain[0] <= 0) & (plain[1] >= 0))


def test_the_best_of_several_is_covered_after_the_shift():
    """The largest of ten means of one truth is covered in most worlds only after the shift."""
    worlds, n = 300, 40
    x = np.random.default_rng(3).normal(size=(n, worlds, 10))
    (sums,) = bootstrap_sums([x.reshape(n, -1)], resamples=200, seed=2)
    best = (sums / n).reshape(200, worlds, 10).max(axis=-1)
    plain, shifted = (
        expanded_interval(best, n),
        shifted_interval(x.mean(axis=0).max(axis=-1), best, n),
    )
    held = [float(np.mean((low <= 0) & (high >= 0))) for low, high in (plain, shifted)]
    assert held[0] < 0.3
    assert held[1] > 0.6


@pytest.mark.parametrize("n", [8, 40])
def test_accelerated_ends_are_scipys(n):
    """Both ends are those of SciPy's BCa on the same resamples, at the expanded confidence."""
    sample = np.random.default_rng(n).lognormal(size=n)
    bootstrap = stats.bootstrap(
        (sample,), np.std, n_resamples=999, method="percentile", rng=np.random.default_rng(1)
    )
    want = stats.bootstrap(
        (sample,),
        np.std,
        n_resamples=0,
        bootstrap_result=bootstrap,
        confidence_level=expanded_confidence(n),
        method="BCa",
    ).confidence_interval
    left_out = [np.std(np.delete(sample, i)) for i in range(n)]
    ends = accelerated_interval(np.std(sample), bootstrap.bootstrap_distribution, left_out)
    assert ends == pytest.approx(tuple(want), rel=1e-9)


def test_nothing_to_accelerate():
    """Without spread the interval is the value; one unit, or no replicate, has none."""
    assert accelerated_interval(1.0, [1.0, 1.0], [1.0, 1.0, 1.0]) == (1.0, 1.0)
    assert accelerated_interval(1.0, [0.2, 0.5], [0.9, 0.8, 1.0]) == (1.0, 1.0)
    assert np.isnan(accelerated_interval(1.0, [0.2, 1.5], [0.9])).all()
    assert np.isnan(accelerated_interval(1.0, [], [0.9, 1.1])).all()


def test_an_end_beyond_all_replicates():
    """Where the error grows without a limit towards an end, that end is the last replicate."""
    left_out = np.r_[np.zeros(30), -40.0]
    drawn = np.linspace(-1, 1, 101)
    assert accelerated_interval(0.001, drawn, left_out, 0.999999).high == 1.0
