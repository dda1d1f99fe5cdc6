"""Mid-p against published cases, enumeration and its size."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.significance import paired
from sacreval.stats.significance.mid_p import (
    MOST_EXACT,
    drawn_mid_p,
    mcnemar,
    mid_p,
    sign_flips,
    sign_test,
    whole_steps,
    wilcoxon,
)
from support.program import ends
from support.sizes import few


def enumerated(differences):
    """Return p and mid-p over all signs."""
    differences = np.asarray(differences, dtype=float)
    signs = np.array(list(product((-1, 1), repeat=len(differences))))
    sums, observed = np.round(abs(signs @ differences), 9), round(abs(differences.sum()), 9)
    return np.mean(sums >= observed), np.mean(sums > observed) + np.mean(sums == observed) / 2


# statsmodels 0.15.0 mcnemar(exact=True); mid-p by Fagerland, Lydersen and Laake (2013); 2026-11-22
@pytest.mark.parametrize(
    ("gains", "losses", "p", "mid"),
    [
        (18, 8, 0.07551869750022888, 0.05223898589611052),
        (1, 4, 0.375, 0.21875000000000003),
        (3, 0, 0.25, 0.125),
    ],
)
def test_worked_cases_of_mcnemar(gains, losses, p, mid):
    """Exact McNemar and its mid-p are the published ones, whichever system is the base."""
    for p_values in (mcnemar(gains, losses), mcnemar(losses, gains)):
        assert p_values == pytest.approx((p, mid), abs=1e-12)


@pytest.mark.parametrize("gains", range(4))
@pytest.mark.parametrize("losses", range(1, 4))
def test_mcnemar_is_all_exchanges_of_discordant_records(gains, losses):
    """The binomial gives what all 2^n exchanges give, equal numbers of gains and losses too."""
    expected = enumerated([1] * gains + [-1] * losses)
    assert mcnemar(gains, losses) == pytest.approx(expected, abs=1e-12)


def test_worked_case_of_shares():
    """p .1328125 and mid-p .1015625 over all 256 exchanges of eight tenths; 2026-11-22."""
    steps = whole_steps(np.array([0.3, 0.1, -0.2, 0.4, 0.5, 0.2, 0.1, -0.1]))
    assert steps.tolist() == [3, 1, -2, 4, 5, 2, 1, -1]
    assert sign_flips(steps) == (0.1328125, 0.1015625)


@pytest.mark.parametrize("seed", range(8))
def test_sign_flips_are_all_exchanges(seed):
    """Convolution gives what enumeration gives for ratings, with zeros and sums of 0."""
    differences = np.random.default_rng(seed).integers(-2, 3, 11)
    assert sign_flips(differences) == pytest.approx(enumerated(differences), abs=1e-12)
    balanced = np.array([1, 2, -3, 4, -4])
    assert sign_flips(balanced) == pytest.approx(enumerated(balanced), abs=1e-12)


def test_many_ratings_are_what_draws_estimate():
    """The exact p-values of 300 ratings are within the error of 20,000 draws."""
    rng = np.random.default_rng(3)
    differences = (rng.integers(1, 6, 300) - rng.integers(1, 6, 300)).astype(float)
    signs = rng.choice([-1.0, 1.0], (20_000, 300))
    exact, draws = sign_flips(whole_steps(differences)), abs(signs @ differences)
    assert exact.p == pytest.approx(paired.p_value(draws, differences.sum()).p, abs=0.015)
    assert exact.mid == pytest.approx(drawn_mid_p(draws, differences.sum()), abs=0.015)


def test_counts():
    """Two larger and four equal draws of 99 give (2 + 2 + 0.5) / 100."""
    assert mid_p(2, 4, 99) == 0.045
    draws = np.array([0.5, 0.6] + [0.3] * 4 + [0.1] * 93)
    assert drawn_mid_p(draws, -0.1 - 0.2) == 0.045


def test_without_equal_draws_it_is_p_by_half_a_draw():
    """Where no draw equals the difference, mid-p is p less half a draw."""
    draws = np.abs(np.random.default_rng(1).normal(size=999))
    assert drawn_mid_p(draws, 1.5) == pytest.approx(paired.p_value(draws, 1.5).p - 0.5 / 1000)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_nothing_differs(n):
    """Where no record differs, every p-value is 1."""
    assert sign_flips(whole_steps(np.zeros(n))) == (1.0, 1.0)
    assert mcnemar(0, 0) == (1.0, 1.0)
    assert drawn_mid_p(np.zeros(99), 0.0) == 1.0


def test_balanced_records_are_not_called_alike():
    """A difference of 0 with other draws above it is tested like any other."""
    assert drawn_mid_p(np.array([0.0, 1.0, 1.0]), 0.0) == mid_p(2, 1, 3)


@pytest.mark.parametrize(
    ("found", "steps"),
    [
        ([0.0, 0.5, -1.0], [0, 1, -2]),
        ([1 / 3, -1 / 2, 1.0], [2, -3, 6]),
        ([2.0, 4.0], [1, 2]),
        ([100 / 7, -200 / 7, 0.0], [1, -2, 0]),
    ],
)
def test_whole_steps(found, steps):
    """The step is the largest that divides all differences."""
    assert whole_steps(np.array(found)).tolist() == steps


def test_right_or_wrong_answers_have_steps_of_any_number():
    """A million answers are tested by the binomial distribution, without a sum of steps."""
    differences = np.tile([1.0, -1.0, 0.0, 1.0], 250_000)
    assert sign_flips(whole_steps(differences)).mid < 1e-300


def test_continuous_differences_have_no_steps():
    """Differences without a common step, or with too many, must be drawn."""
    assert whole_steps(np.random.default_rng(2).normal(size=30)) is None
    assert whole_steps(np.arange(20_000.0)) is None


def test_size_and_power_of_right_or_wrong_answers():
    """On 30 answers mid-p errs in at most 5 of 100 worlds, and finds more than counting in full."""
    rng = np.random.default_rng(5)
    right = rng.random((2, 1500, 30)) < 0.7
    counts = [(int(g), int(w)) for g, w in zip(*discordant(right), strict=True)]
    assert 0.01 < np.mean([mcnemar(*pair).mid <= 0.05 for pair in counts]) < 0.055
    right[1] |= rng.random((1500, 30)) < 0.5
    counts = [(int(g), int(w)) for g, w in zip(*discordant(right), strict=True)]
    power = [
        np.mean([p <= 0.05 for p in mcs])
        for mcs in zip(*(mcnemar(*c) for c in counts), strict=True)
    ]
    assert power[1] > power[0] + 0.03


def test_size_of_ratings():
    """Of 30 rated outputs mid-p errs in 5 of 100 worlds; counting equal draws in full errs less."""
    rng = np.random.default_rng(11)
    shares = [0.03, 0.07, 0.12, 0.27, 0.51]
    worlds = rng.choice(5, (1500, 30), p=shares) - rng.choice(5, (1500, 30), p=shares)
    p_values = np.array([sign_flips(differences) for differences in worlds])
    assert 0.035 < np.mean(p_values[:, 1] <= 0.05) < 0.065
    assert np.mean(p_values[:, 0] <= 0.05) < np.mean(p_values[:, 1] <= 0.05)


def discordant(right):
    """Count the answers that only one of two systems has right, world by world."""
    return (right[1] & ~right[0]).sum(axis=1), (right[0] & ~right[1]).sum(axis=1)


def test_mcnemar_is_scipys_binomial():
    """The exact test is the two-sided binomial test of the discordant records."""
    for gains, losses in ((40, 60), (500, 430), (0, 9)):
        expected = stats.binomtest(gains, gains + losses).pvalue
        assert mcnemar(gains, losses).p == pytest.approx(expected, rel=1e-12)


CASE = np.array([1.1, -0.4, 2.3, 0.7, 1.9, -0.2, 0.9, 1.4])


def drawn(seed, n, *, step=0.0):
    """Draw differences, in whole steps where one is named."""
    values = np.random.default_rng(seed).normal(0.3, 1.0, n)
    return np.round(values / step) * step if step else values


def test_worked_case():
    """p .0390625: scipy 1.17.1 and an enumeration of 256 signs, 2026-11-22."""
    assert wilcoxon(CASE) == 0.0390625


@few(3, "n", [1, 2, 5, 13, 14, 50])
def test_without_ties_it_is_what_scipy_prints(n):
    """Up to 50 differences without ties scipy is exact by itself, and the p-value is the same."""
    for seed in range(20):
        d = drawn(seed, n)
        assert wilcoxon(d) == pytest.approx(stats.wilcoxon(d).pvalue, rel=1e-12)


@pytest.mark.parametrize("n", [51, MOST_EXACT])
def test_more_without_ties_is_scipys_exact_method(n):
    """Where scipy would approximate, the p-value is that of its exact method."""
    d = drawn(n, n)
    expected = stats.wilcoxon(d, method="exact").pvalue
    assert wilcoxon(d) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("n", [3, 8])
def test_few_with_ties_are_what_scipy_enumerates(n):
    """Up to 13 differences with ties or zeros scipy tries all signs, with the same result."""
    for seed in range(6):
        d = drawn(seed, n, step=0.5)
        if d.any():
            assert wilcoxon(d) == pytest.approx(stats.wilcoxon(d).pvalue, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_ties_are_enumerated(seed):
    """Fourteen tied differences, which scipy approximates, have the p-value of all signs."""
    d = drawn(seed, 14, step=0.5)
    there = d[d != 0]
    ranks = stats.rankdata(np.abs(there))
    signs = np.array(list(product((0, 1), repeat=len(there))))
    sums, observed = signs @ ranks, ranks[there > 0].sum()
    expected = min(1.0, 2 * min(np.mean(sums <= observed), np.mean(sums >= observed)))
    assert wilcoxon(d) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("step", [0.0, 0.5])
def test_many_are_scipys_normal(step):
    """Above the exact size the normal approximation is scipy's, ties and zeros included."""
    for seed in range(5):
        d = drawn(seed, 400, step=step)
        assert wilcoxon(d) == pytest.approx(stats.wilcoxon(d).pvalue, rel=1e-12)


@pytest.mark.parametrize("step", [0.0, 0.5])
def test_the_normal_continues_the_exact_p(step):
    """At the size where the method changes both p-values differ by less than .002."""
    for seed in range(20):
        d = drawn(seed, MOST_EXACT, step=step)
        approximate = stats.wilcoxon(d, method="asymptotic").pvalue
        assert wilcoxon(d) == pytest.approx(approximate, abs=2e-3)


def test_what_only_rounding_keeps_apart_is_tied():
    """0.3 - 0.2 and 0.2 - 0.1 have one rank, as 1 and 1 have."""
    assert 0.3 - 0.2 != 0.2 - 0.1
    assert wilcoxon(np.array([0.3 - 0.2, -(0.2 - 0.1), 0.7])) == wilcoxon(np.array([1, -1, 7.0]))


@pytest.mark.long
def test_many_ties():
    """The signs of 200 tied differences are counted, not tried one by one."""
    with ends():
        assert 0 < wilcoxon(drawn(1, MOST_EXACT, step=0.5)) < 1


@pytest.mark.long
def test_size_with_ties():
    """Equal systems with rated outputs are called different in 5 of 100 worlds, at 20 records."""
    rng = np.random.default_rng(7)
    worlds = rng.integers(1, 6, (1500, 20)) - rng.integers(1, 6, (1500, 20))
    size = np.mean([wilcoxon(differences.astype(float)) <= 0.05 for differences in worlds])
    assert 0.035 < size < 0.065


@pytest.mark.parametrize("test", [wilcoxon, sign_test])
@pytest.mark.parametrize("n", [0, 1, 300])
def test_nothing_differs_of_signed_ranks(test, n):
    """Where all differences are 0, p is 1."""
    assert test(np.zeros(n)) == 1.0


def test_signs_are_scipys_binomial():
    """Seven gains and two losses have the p-value of a fair coin; zeros do not count."""
    differences = np.array([1.0] * 7 + [-3.0] * 2 + [0.0] * 4)
    assert sign_test(differences) == stats.binomtest(7, 9).pvalue
