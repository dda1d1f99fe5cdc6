"""Intervals by quantiles and by inverted randomisation, of means and shares."""

import sys

import numpy as np
import pytest
from scipy import stats
from scipy.stats import ttest_ind

from sacreval.errors import InputError, UsageError
from sacreval.stats.intervals.binomial import clustered_wilson, tango, wilson
from sacreval.stats.intervals.bounds import (
    Bounds,
    Estimate,
    central_t,
    last_inside,
    t_quantile,
    tail,
    z_quantile,
)
from sacreval.stats.intervals.independent_means import adjusted_mean, mean_of_scores, mean_of_shares
from sacreval.stats.intervals.inverted_randomization import all_masks, inverted_interval, partitions
from sacreval.stats.intervals.percentile_intervals import expanded_interval
from sacreval.stats.significance.paired import kept_sums

Y = [1, 0, 1, 1, 0, 1, 0, 1, 0, 1]
X = [0.9, 0.2, 0.5, 0.7, 0.1, 0.8, 0.4, 0.6, 0.3, 1.0]


def test_edges_on_both_sides():
    """Edges to the left and right of a start are found to the last digits, each on its own."""
    edges = np.array([0.3, -0.7, 1e-12, 1 / 3])
    ends = last_inside(lambda x: np.abs(x) <= np.abs(edges), np.zeros(4), np.sign(edges))
    np.testing.assert_allclose(ends, edges, rtol=1e-6, atol=1e-17)
    np.testing.assert_allclose(ends[[0, 1, 3]], edges[[0, 1, 3]], rtol=1e-15)


def test_all_or_nothing():
    """The stop is found where the condition holds there, and the start where it holds nowhere."""
    assert last_inside(lambda x: x <= 2, 0.5, 1) == 1
    assert last_inside(lambda x: x < 0, 0.5, 1) == 0.5


def test_one_start_serves_many_stops():
    """A start broadcasts over stops."""
    ends = last_inside(lambda x: x <= 0.4, 0, np.array([0.2, 1.0]))
    np.testing.assert_allclose(ends, [0.2, 0.4], rtol=1e-12)


@pytest.mark.parametrize("confidence", [0.001, 0.5, 0.9, 0.95, 0.999])
def test_quantiles_of_t_are_scipys(confidence):
    """From 1 to a billion degrees of freedom the quantiles are SciPy's."""
    df = [*range(1, 260), 1000, 12345, 10**9, 0.5, 3.7, 200.5]
    want = stats.t.ppf((1 + confidence) / 2, df)
    np.testing.assert_allclose([central_t(f, confidence) for f in df], want, rtol=1e-9)


def test_known_quantiles():
    """The quantiles of 1 and 2 degrees of freedom have closed forms of their own."""
    assert central_t(1, 0.95) == pytest.approx(np.tan(np.pi * 0.475), rel=1e-12)
    assert central_t(2, 0.95) == pytest.approx(0.95 * np.sqrt(2 / (1 - 0.95**2)), rel=1e-12)


def test_usual_intervals_do_not_load_scipy(monkeypatch):
    """The intervals of a usual run do not need SciPy, which takes longer to load than they take."""
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    ends = [
        wilson(29, 30),
        tango(18, 8, 100),
        expanded_interval(np.arange(1000), 30),
        clustered_wilson([1, 0, 1, 1], [1, 1, 2, 3]),
    ]
    assert all(low < high for low, high in ends)
    with pytest.raises(ImportError):
        central_t(3.5, 0.95)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_normal_quantiles_are_scipys(confidence):
    """Quantiles of Student's t and of the normal are those of scipy.stats."""
    df = np.array([1, 2, 9.5, 1000, np.inf])
    want = stats.t.ppf((1 + confidence) / 2, df)
    np.testing.assert_allclose(t_quantile(df, confidence), want, rtol=1e-9)
    assert z_quantile(confidence) == pytest.approx(want[-1], rel=1e-12)


def test_no_freedom_has_no_interval():
    """Without a degree of freedom there is no interval, beside others that have one."""
    bounds = Estimate(np.zeros(3), np.ones(3), [0, 5, -1]).bounds()
    assert np.isnan(bounds.low).tolist() == [True, False, True]
    assert np.isnan(bounds.high).tolist() == [True, False, True]


def test_an_estimate_reaches_as_scipys_interval():
    """The interval of a mean is that of scipy's t distribution."""
    x = np.array([1.0, 4, 2, 8])
    error = x.std(ddof=1) / 2
    bounds = Estimate(x.mean(), error, 3).bounds(0.9)
    np.testing.assert_allclose(bounds, stats.t.interval(0.9, 3, x.mean(), error), rtol=1e-12)


def test_ends_are_cut():
    """Ends outside the possible values are moved to them, and NaN stays."""
    ends = Bounds(np.array([-0.2, np.nan]), np.array([1.3, np.nan])).within(0, 1)
    np.testing.assert_array_equal(ends, [[0, np.nan], [1, np.nan]])


def test_tails():
    """Both tails share what the confidence leaves; a percentage is refused."""
    assert tail(0.95) == pytest.approx(0.025)
    with pytest.raises(UsageError, match="the confidence is 95"):
        tail(95)


def test_welch():
    """Half the difference of two means, one of them negated, has Welch's interval."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(0, 1, 7), rng.normal(2, 5, 12)
    known = ttest_ind(x, y, equal_var=False).confidence_interval(0.9)
    errors = [np.std(sample, ddof=1) / len(sample) ** 0.5 for sample in (x, y)]
    bounds = mean_of_scores([x.mean(), -y.mean()], Bounds(errors, errors), [6, 11], 0.9)
    assert 2 * np.array(bounds) == pytest.approx([known.low, known.high])


def test_a_single_share_has_about_the_interval_of_its_records():
    """One share has Wilson's interval, to within what half a record changes."""
    bounds, known = mean_of_shares([0.9], [2000]), wilson(1800, 2000)
    assert np.array(bounds) == pytest.approx(np.array(known), abs=1e-4)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_shares_of_one_end(share):
    """Sets without an error have an end below 1, as 200 records without an error have about."""
    low, high = mean_of_shares([share] * 4, [50] * 4)
    known = wilson(200 * share, 200)
    assert (low, high) == pytest.approx(tuple(map(float, known)), abs=1e-3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("chances", "sizes"),
    [([0.98] * 20, [50] * 20), ([0.9, 0.9], [1000, 10]), (np.linspace(0.9, 1, 20), [20] * 20)],
)
def test_coverage_of_shares(chances, sizes):
    """The mean of shares near 1 is covered as stated, where adding variances covers .65 to .93."""
    chances, sizes = np.array(chances), np.array(sizes)
    drawn = np.random.default_rng(1).binomial(sizes, chances, (4000, len(sizes))) / sizes
    intervals = [mean_of_shares(shares, sizes) for shares in drawn]
    covered = np.mean([low <= chances.mean() <= high for low, high in intervals])
    assert 0.94 < covered < 0.99


def interval(differences, *, alpha=0.05, seed=1):
    """Return the interval of a mean of differences."""
    table = np.column_stack([differences, np.ones(len(differences))])
    parts = partitions([table], seed=seed)
    means = [sums[:, 0] / sums[:, 1] for sums in (parts.kept[0], parts.changed[0])]
    return inverted_interval(*means, parts, alpha=alpha)


def test_it_holds_what_the_test_does_not_reject():
    """For nine differences, p by enumeration of all signs is above .05 inside and not outside."""
    scores = np.random.default_rng(4).normal(0.4, size=9)
    signs = 1 - 2 * np.concatenate([all_masks(9), 1 - all_masks(9)])
    bounds = interval(scores)
    width = float(bounds.high - bounds.low)

    def p(delta):
        shifted = scores - delta
        return np.mean(abs(signs @ shifted) >= abs(shifted.sum()) - 1e-12)

    inside = np.linspace(bounds.low + width / 1e6, bounds.high - width / 1e6, 50)
    assert min(p(delta) for delta in inside) > 0.05
    assert max(p(bounds.low - width / 1e6), p(bounds.high + width / 1e6)) <= 0.05


def test_masks_are_those_of_the_test():
    """The kept sums of more than eleven units are the first of paired approximate randomisation."""
    table = np.random.default_rng(1).normal(size=(40, 3))
    [wanted] = kept_sums([table], trials=10_000, seed=7)
    parts = partitions([table], seed=7)
    assert parts.kept[0] == pytest.approx(wanted[:2_000], abs=1e-12)
    assert parts.kept[0] + parts.changed[0] == pytest.approx(np.tile(table.sum(0), (2_000, 1)))


def test_few_units_have_none():
    """Five units cannot reject at .05, six can; a trial without two sides has the sum of all."""
    assert interval(np.arange(5.0)) is None
    assert interval(np.arange(6.0)) is not None
    parts = partitions([np.arange(5.0)[:, None]], seed=1)
    assert parts.whole.sum() == 1
    assert parts.kept[0][parts.whole] == parts.changed[0][parts.whole] == [[10.0]]


@pytest.mark.long
@pytest.mark.parametrize("n", [8, 25])
def test_coverage(n):
    """In 400 worlds of exponential differences it covers the mean in 92 to 98 of 100."""
    rng = np.random.default_rng(n)
    covered = 0
    for _ in range(400):
        bounds = interval(rng.exponential(size=n) - rng.exponential(size=n) + 2)
        covered += bounds.low <= 2 <= bounds.high
    assert 0.92 <= covered / 400 <= 0.98


def test_published_case():
    """Ten scores with a covariate of mean .55 have the published mean and error."""
    adjusted = adjusted_mean(Y, X, 0.55)
    assert adjusted.estimate.value == pytest.approx(0.6, abs=1e-9)
    assert adjusted.estimate.error == pytest.approx(0.09045340337332908, abs=1e-9)
    assert adjusted.explained == pytest.approx(0.7272727272727273, abs=1e-9)
    assert adjusted.estimate.freedom == 8


@pytest.mark.parametrize("known", [0.0, 0.5, 0.7])
def test_the_intercept_of_the_regression(known):
    """Value and error are those of the intercept of the regression on the centred covariate."""
    fit = stats.linregress(np.array(X) - known, Y)
    estimate = adjusted_mean(Y, X, known).estimate
    assert estimate.value == pytest.approx(fit.intercept, rel=1e-9)
    assert estimate.error == pytest.approx(fit.intercept_stderr, rel=1e-9)


def test_a_covariate_that_does_not_vary():
    """A constant covariate leaves the t-test's interval of the plain mean."""
    adjusted = adjusted_mean(Y, [0.1] * 10, 0.5)
    want = stats.ttest_1samp(Y, 0).confidence_interval(0.95)
    np.testing.assert_allclose(adjusted.estimate.bounds(), want, rtol=1e-9)
    assert adjusted.explained == 0


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
        estimate = adjusted_mean(r * x + (1 - r * r) ** 0.5 * noise, x, 0.0).estimate
        low, high = estimate.bounds()
        values.append(float(estimate.value))
        held.append(low <= 0 <= high)
    assert 100 * np.var(values) == pytest.approx(variance, rel=0.1)
    assert np.mean(held) == pytest.approx(0.95, abs=0.017)
