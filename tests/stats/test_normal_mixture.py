"""The normal mixture: quadrature, its own inverse, and looking at every step."""

import numpy as np
import pytest
from scipy import integrate, stats

from sacreval.errors import InputError, UsageError
from sacreval.stats.normal_mixture import normal_log_e, normal_sequence


def test_the_normal_mixture_by_integration():
    """The e-value is the likelihood ratio averaged over normal differences, by quadrature."""
    mean, variance, n, expected = 0.12, 0.7, 40, 0.3
    average, _ = integrate.quad(
        lambda m: np.exp(n * (mean * m - m * m / 2) / variance) * stats.norm.pdf(m, scale=expected),
        -5,
        5,
        epsabs=1e-13,
    )
    found = normal_log_e(mean, variance, n, expected=expected)
    assert found == pytest.approx(np.log(average), rel=1e-9)


def test_the_normal_interval_inverts_its_e_value():
    """At the ends of the interval the e-value of the distance is 1 / alpha."""
    mean, variance, n = np.array([0.1, -2.0]), np.array([0.5, 3.0]), np.array([10, 500])
    for end in normal_sequence(mean, variance, n, 0.9, expected=0.2):
        got = normal_log_e(mean - end, variance, n, expected=0.2)
        np.testing.assert_allclose(got, np.log(10), rtol=1e-9)


def test_nothing_is_known_without_spread():
    """Before the first record, and where all are alike, there is no evidence and no interval."""
    for mean, variance, n in ((0, 1, 0), (0, 0, 0), (0, 0, 50), (0.3, 0, 1)):
        assert normal_log_e(mean, variance, n, expected=0.1) == 0
        assert np.isnan(normal_sequence(mean, variance, n, expected=0.1)).all()


@pytest.mark.parametrize(
    ("mean", "variance", "n", "expected", "error"),
    [
        (np.nan, 1, 2, 1, InputError),
        (0, -1, 2, 1, InputError),
        (0, 1, 1.5, 1, InputError),
        (0, 1, 2, 0, UsageError),
        (0, 1, 2, np.inf, UsageError),
    ],
)
def test_bad_input_is_refused(mean, variance, n, expected, error):
    """NaN, a negative variance, half a record, and no expected difference are refused."""
    for call in (normal_log_e, normal_sequence):
        with pytest.raises(error):
            call(mean, variance, n, expected=expected)


def test_no_difference_is_seldom_found_while_looking():
    """Looking after every 50 of 1,000 records, equal systems differ in at most 5 % of worlds."""
    x = np.random.default_rng(5).normal(size=(1000, 600)) * 0.4
    n = np.arange(50, 1001, 50)[:, None]
    mean = x.cumsum(axis=0)[49::50] / n
    variance = (x**2).cumsum(axis=0)[49::50] / n - mean**2
    e = normal_log_e(mean, variance, n, expected=0.05)
    assert np.mean((e >= np.log(20)).any(axis=0)) <= 0.05
    low, high = normal_sequence(mean, variance, n, expected=0.05)
    np.testing.assert_array_equal((low > 0) | (high < 0), e > np.log(20))


def test_a_difference_is_found_early():
    """A true difference of .08 with 20 % discordant records is found well before the end."""
    draws = np.random.default_rng(6).random((1000, 300))
    gains, losses = (draws < 0.14).cumsum(axis=0), (draws > 0.94).cumsum(axis=0)
    n = np.arange(50, 1001, 50)[:, None]
    mean = (gains - losses)[49::50] / n
    variance = (gains + losses)[49::50] / n - mean**2
    found = normal_log_e(mean, variance, n, expected=0.05) >= np.log(20)
    assert found.any(axis=0).mean() > 0.95
    assert n[found.argmax(axis=0)].mean() < 450
