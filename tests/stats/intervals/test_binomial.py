"""Intervals of proportions, against statsmodels 0.15.0, scipy 1.17.1 and enumeration."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError, UsageError
from sacreval.metrics.samples._base import average, noise
from sacreval.stats.clusters import clustered_mean, likeness
from sacreval.stats.intervals.binomial import (
    clopper_pearson,
    clustered_wilson,
    effective_n,
    fixed_items_interval,
    score_bounds,
    unequal_mean,
    wilson,
)
from sacreval.stats.intervals.bounds import t_quantile
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
    covered = np.mean([coverage(wilson, n, p) for p in np.linspace(least, most, 400)])
    assert 0.93 <= covered <= 0.97


def of_samples(right):
    """Return the interval of samples of 0 or 1, shape (items, samples)."""
    n, k = np.shape(right)
    scores = np.mean(right, axis=1)
    return fixed_items_interval(scores, scores * (1 - scores) / (k - 1), np.full(n, 1 / k))


def test_all_right_has_wilsons_interval():
    """Where all samples are right, or all wrong, the interval is Wilson's of that many samples."""
    for right, k in ((1, 40), (0, 0)):
        np.testing.assert_allclose(of_samples(np.full((10, 4), right)), wilson(k, 40), rtol=1e-12)


def test_one_item_has_wilsons_interval():
    """Samples of one and the same item have Wilson's interval."""
    np.testing.assert_allclose(of_samples([np.arange(50) < 41]), wilson(41, 50), rtol=1e-9)


def test_many_items_have_the_t_interval():
    """For many items and samples it is the t interval with the variance within items."""
    rng = np.random.default_rng(0)
    x = rng.random((4000, 10)) < rng.beta(2, 2, (4000, 1))
    error = np.sqrt(x.var(axis=1, ddof=1).mean() / x.size)
    want = stats.t(4000 * 9, x.mean(), error).interval(0.95)
    np.testing.assert_allclose(of_samples(x), want, atol=1e-5)


def test_items_that_agree_have_a_width():
    """Items that are always right or always wrong have an interval, narrower than Wilson's."""
    low, high = of_samples(np.repeat([[1], [1], [1], [0], [1]], 4, axis=1))
    plain = wilson(16, 20)
    assert plain.low < low < 0.8 < high < plain.high


@pytest.mark.parametrize(
    ("chances", "n", "k"),
    [((1.05, 0.45), 10, 4), ((7, 3), 30, 2), ((20, 1), 10, 4), ((100, 1), 30, 2), ((20, 1), 5, 4)],
)
def test_the_same_items_are_covered(chances, n, k):
    """Of few items and samples 93 to 97 % of worlds are covered, also near the ceiling."""
    rng = np.random.default_rng(2)
    chance = rng.beta(*chances, (2000, n))
    right = rng.random((2000, n, k)) < chance[..., None]
    ends = [of_samples(counts) for counts in right]
    truth = chance.mean(axis=1)
    held = [low <= mean <= high for (low, high), mean in zip(ends, truth, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.97


@pytest.mark.long
@pytest.mark.parametrize(("shape", "k"), [((1.05, 0.45), 1), ((7.0, 3.0), 2), ((20.0, 0.5), 2)])
def test_coverage_of_pass_at_k(shape, k):
    """Intervals of pass@k for the same items cover in 92 % of worlds or more."""
    rng = np.random.default_rng(3)
    kernel, covered = [0.0] + [1.0] * k, 0
    for _ in range(200):
        chance = rng.beta(*shape, 30)
        correct = rng.binomial(10, chance)
        estimate = noise(kernel, np.full(30, 10), correct)
        scores = np.array([average(kernel, 10, int(c)) for c in correct])
        ends = fixed_items_interval(scores, estimate.variance, estimate.most)
        covered += ends.low <= (1 - (1 - chance) ** k).mean() <= ends.high
    assert covered >= 184


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
    np.testing.assert_allclose(got, 2000 / likeness(x, groups).design_effect, rtol=0.02)


def test_all_right_has_a_width_of_clustered():
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
