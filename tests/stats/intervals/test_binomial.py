"""Intervals of proportions, against statsmodels 0.15.0, scipy 1.17.1 and enumeration."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError, UsageError
from sacreval.stats.intervals.binomial import clopper_pearson, wilson
from support.sizes import few

# statsmodels 0.15.0: proportion_confint(k, n, method="wilson" | "beta"), 2026-11-22
WILSON = {
    (9, 10): (0.5958499732047614, 0.982123786904927),
    (29, 30): (0.8332960900859081, 0.9940914096183875),
    (99, 100): (0.9455138038212946, 0.9982325679358593),
    (997, 1000): (0.9912169859464969, 0.9989792161188614),
}
CLOPPER_PEARSON = {
    (0, 10): (0.0, 0.3084971078187607),
    (9, 10): (0.5549838829718047, 0.9974714214555382),
    (99, 100): (0.9455406146079194, 0.9997468539670226),
}


def every_count(largest):
    """Return all k of all n up to the largest."""
    return np.array([(k, n) for n in range(1, largest + 1) for k in range(n + 1)]).T


@pytest.mark.parametrize(
    ("method", "known"), [(wilson, WILSON), (clopper_pearson, CLOPPER_PEARSON)]
)
def test_published_ends(method, known):
    """Wilson's and Clopper and Pearson's ends are those of statsmodels, for arrays at once."""
    k, n = np.array(list(known)).T
    np.testing.assert_allclose(np.transpose(method(k, n)), list(known.values()), atol=1e-9)


@few(1, "confidence", [0.95, 0.5, 0.9, 0.999])
@pytest.mark.parametrize(("method", "name"), [(wilson, "wilson"), (clopper_pearson, "exact")])
def test_scipys_ends(confidence, method, name):
    """All counts of up to 12 trials have the ends of scipy's `binomtest`, at any confidence."""
    k, n = every_count(12)
    got = np.transpose(method(k, n, confidence))
    want = [
        stats.binomtest(int(a), int(b)).proportion_ci(confidence, name)
        for a, b in zip(k, n, strict=True)
    ]
    np.testing.assert_allclose(got, want, atol=1e-9)


def test_wilson_inverts_the_score_test():
    """At Wilson's ends the score statistic is the normal quantile."""
    low, high = wilson(7, 10)
    for end, z in ((low, 1.959963984540054), (high, -1.959963984540054)):
        assert (0.7 - end) / np.sqrt(end * (1 - end) / 10) == pytest.approx(z, abs=1e-9)


def test_one_sided_bound_without_failures():
    """The one-sided 95 % bound after 30 trials without a failure is 1 - .05^(1/30)."""
    assert clopper_pearson(0, 30, 0.9).high == pytest.approx(0.09503385285530419, abs=1e-9)


def test_all_right_has_a_width():
    """30 right of 30 are at least .884 by Clopper and Pearson, .887 by Wilson; never of width 0."""
    assert clopper_pearson(30, 30).low == pytest.approx(0.025 ** (1 / 30), abs=1e-12)
    assert wilson(30, 30).low == pytest.approx(30 / (30 + 1.959963984540054**2), abs=1e-12)
    k, n = every_count(30)
    for method in (wilson, clopper_pearson):
        low, high = method(k, n)
        assert ((low <= k / n) & (k / n <= high) & (high > low)).all()


@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_no_trial_says_nothing(method):
    """Without a trial the interval is all of [0, 1]."""
    np.testing.assert_array_equal(method(0, 0), (0, 1))


@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_bad_counts_are_refused(method):
    """NaN, more successes than trials, and a percentage as confidence are refused."""
    for k, n in ((np.nan, 3), (4, 3), (1, np.nan), (-1, 3)):
        with pytest.raises(InputError):
            method(k, n)
    with pytest.raises(UsageError):
        method(1, 3, 95)


def coverage(method, n, p):
    """Enumerate how often an interval holds p."""
    k = np.arange(n + 1)
    low, high = method(k, n)
    return float(stats.binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum())


@pytest.mark.long
@pytest.mark.parametrize("n", [1, 5, 10, 30])
def test_clopper_pearson_covers_everywhere(n):
    """Clopper and Pearson's interval covers every p in at least 95 % of samples."""
    assert min(coverage(clopper_pearson, n, p) for p in np.linspace(0, 1, 401)) >= 0.95


@pytest.mark.long
@pytest.mark.parametrize(("n", "least", "most"), [(10, 0.0, 1.0), (30, 0.85, 0.95), (100, 0.93, 1)])
def test_wilson_covers_on_average(n, least, most):
    """Averaged over a range of p, Wilson's interval covers in 93 to 97 % of samples."""
    found = np.mean([coverage(wilson, n, p) for p in np.linspace(least, most, 400)])
    assert 0.93 <= found <= 0.97
