"""Means adjusted by a covariate, against the published case, scipy and simulation."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError
from sacreval.stats.intervals.control_variates import adjusted_mean

Y = [1, 0, 1, 1, 0, 1, 0, 1, 0, 1]
X = [0.9, 0.2, 0.5, 0.7, 0.1, 0.8, 0.4, 0.6, 0.3, 1.0]


def test_published_case():
    """Ten scores with a covariate of mean .55 have the published slope, mean and error."""
    found = adjusted_mean(Y, X, 0.55)
    assert found.theta == pytest.approx(1.4545454545454541, abs=1e-9)
    assert found.estimate.value == pytest.approx(0.6, abs=1e-9)
    assert found.estimate.error == pytest.approx(0.09045340337332908, abs=1e-9)
    assert found.explained == pytest.approx(0.7272727272727273, abs=1e-9)
    assert found.estimate.freedom == 8


@pytest.mark.parametrize("known", [0.0, 0.5, 0.7])
def test_the_intercept_of_the_regression(known):
    """Value and error are those of the intercept of the regression on the centred covariate."""
    fit = stats.linregress(np.array(X) - known, Y)
    found = adjusted_mean(Y, X, known).estimate
    assert found.value == pytest.approx(fit.intercept, rel=1e-9)
    assert found.error == pytest.approx(fit.intercept_stderr, rel=1e-9)


def test_a_covariate_that_does_not_vary():
    """A constant covariate leaves the t-test's interval of the plain mean."""
    found = adjusted_mean(Y, [0.1] * 10, 0.5)
    want = stats.ttest_1samp(Y, 0).confidence_interval(0.95)
    np.testing.assert_allclose(found.estimate.bounds(), want, rtol=1e-9)
    assert (found.theta, found.explained) == (0, 0)


def test_degenerate_samples():
    """Two records leave no freedom, equal scores no variance; NaN and other lengths are refused."""
    assert np.isnan(adjusted_mean([0, 1], [0, 1], 0.5).estimate.error)
    assert np.isnan(adjusted_mean([1], [0], 0.5).estimate.error)
    equal = adjusted_mean([0.1] * 4, [1, 2, 3, 4], 2)
    assert (equal.estimate.value, equal.explained) == (pytest.approx(0.1), 0)
    assert equal.estimate.error == pytest.approx(0, abs=1e-15)
    for y, x, mean in (([np.nan, 1], [0, 1], 0), ([0, 1], [0], 0), ([], [], 0), ([0], [0], np.nan)):
        with pytest.raises(InputError):
            adjusted_mean(y, x, mean)


@pytest.mark.long
@pytest.mark.parametrize(("r", "variance"), [(0.3, 0.914), (0.8, 0.363)])
def test_variance_falls_and_coverage_stays(r, variance):
    """A covariate that correlates with r multiplies the variance by 1 - r^2; .95 stay covered.

    Measured before with n = 100: .914 and .363, coverage .951 and .949.
    """
    rng = np.random.default_rng(3)
    values, held = [], []
    for _ in range(1500):
        x, noise = rng.normal(size=(2, 100))
        found = adjusted_mean(r * x + (1 - r * r) ** 0.5 * noise, x, 0.0).estimate
        low, high = found.bounds()
        values.append(float(found.value))
        held.append(low <= 0 <= high)
    assert 100 * np.var(values) == pytest.approx(variance, rel=0.1)
    assert np.mean(held) == pytest.approx(0.95, abs=0.017)
