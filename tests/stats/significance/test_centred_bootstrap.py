"""p-values from resamples: by hand, against intervals, and their size."""

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.significance.centred_bootstrap import centred_p, expanded_p

GAPS = np.array([0.1, 0.3, 0.2, -0.1, 0.5, 0.2, 0.4, 0.0, 0.25])


def test_by_hand():
    """Of nine resamples around .2 four are .2 away or more."""
    assert centred_p(GAPS, 0.2) == (4 + 1) / 10


def test_signs_do_not_matter():
    """Exchanging the systems changes no p-value."""
    assert centred_p(-GAPS, -0.2) == centred_p(GAPS, 0.2)


def test_nothing_differs():
    """A system and its copy have p 1, and so has a single record once it is corrected."""
    assert centred_p(np.zeros(99), 0.0) == 1.0
    assert expanded_p(1e-3, 1) == 1.0


@pytest.mark.parametrize("n", [2, 10, 30, 1000])
def test_expansion_inverts_hesterbergs_level(n):
    """At the level at which the expanded interval is cut, the corrected p is .05."""
    level = 2 * stats.norm.cdf(-((n / (n - 1)) ** 0.5) * stats.t.ppf(0.975, n - 1))
    assert expanded_p(level, n) == pytest.approx(0.05, abs=1e-10)


def test_expansion_fades_with_records():
    """The correction is large for five records and less than a hundredth for ten thousand."""
    found = [expanded_p(0.05, n) for n in (5, 10, 100, 10_000)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.15
    assert found[-1] == pytest.approx(0.05, rel=0.01)
    assert expanded_p(1.0, 10) == pytest.approx(1.0)


@pytest.mark.parametrize("n", [10, 30])
def test_size(n):
    """Uncorrected resamples of few records err too often, corrected ones in 5 of 100 worlds."""
    rng = np.random.default_rng(8)
    worlds = rng.normal(size=(1000, n))
    weights = rng.multinomial(n, np.full(n, 1 / n), 999) / n
    raw = [centred_p(weights @ one, float(one.mean())) for one in worlds]
    corrected = [expanded_p(p, n) for p in raw]
    assert np.mean(np.array(raw) <= 0.05) > 0.055
    assert 0.035 < np.mean(np.array(corrected) <= 0.05) < 0.065
