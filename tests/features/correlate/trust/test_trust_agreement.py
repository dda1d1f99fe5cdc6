"""Agreement of a judge with people and with itself."""

import numpy as np
import pytest

from sacreval.features.correlate.trust.result import TrustSettings
from sacreval.features.correlate.trust.trust_agreement import (
    agreement,
    alternative,
    correlations,
    repetitions,
)
from sacreval.stats.association.rater_agreement import Measurement, cohen_kappa, krippendorff_alpha

RNG = np.random.default_rng(1)
TRUTH = RNG.integers(1, 6, 200).astype(float)
RATINGS = np.clip(TRUTH[:, None] + RNG.integers(-1, 2, (200, 3)), 1, 5)


def test_kappas_and_alphas():
    """Kappa is the mean over pairs, and alpha takes the judge as one more annotator."""
    for name, scale in (("neg-rmse", Measurement.INTERVAL), ("accuracy", Measurement.NOMINAL)):
        found = agreement(TRUTH, RATINGS, name)
        pairs = [cohen_kappa(TRUTH, one, scale) for one in RATINGS.T]
        assert found.kappa == pytest.approx(np.mean(pairs))
        assert found.alpha == krippendorff_alpha(np.column_stack([RATINGS, TRUTH]), scale)
        assert found.alpha_people < found.alpha
        assert found.kappa_people < found.kappa


def test_undefined_agreement_is_none():
    """Where all ratings are equal there is no kappa and alpha."""
    assert set(agreement(np.ones(5), np.ones((5, 2)), "accuracy")) == {None}


def test_correlations():
    """Three coefficients over all outputs; None where one side does not vary."""
    found = correlations(TRUTH, RATINGS.mean(axis=1))
    assert found["pearson"] == pytest.approx(np.corrcoef(TRUTH, RATINGS.mean(axis=1))[0, 1])
    assert list(found) == ["pearson", "spearman", "kendall"]
    assert set(correlations(np.ones(5), np.arange(5.0)).values()) == {None}


def test_the_test():
    """A judge without noise passes; annotators are counted from 1."""
    settings = TrustSettings(human="h")
    found, notes = alternative(TRUTH, RATINGS, settings, on_scale=True)
    assert found.passed
    assert [one.annotator for one in found.annotators] == [1, 2, 3]
    assert notes == []


def test_why_there_is_no_test():
    """Single judgments, a single annotator and few outputs have a sentence each."""
    settings = TrustSettings(human="h", least_outputs=201)
    assert "not lists" in alternative(TRUTH, None, settings, on_scale=True)[1][0]
    assert "not lists" in alternative(TRUTH, RATINGS[:, :1], settings, on_scale=True)[1][0]
    assert "201 outputs" in alternative(TRUTH, RATINGS, settings, on_scale=True)[1][0]
    assert alternative(TRUTH, RATINGS, settings, on_scale=False) == (None, [])


def test_infinite_t_is_none():
    """An infinite t is None, as JSON has no infinity."""
    found, _ = alternative(np.ones(40), np.ones((40, 2)), TrustSettings(human="h"), on_scale=True)
    assert {(one.t, one.p) for one in found.annotators} == {(None, 0.0)}


def test_repetitions():
    """The spread within outputs is pooled, and outputs with one score do not count."""
    table = np.array([[[1.0, 3, np.nan], [2, 2, 2]], [[4, np.nan, np.nan], [5, 5, np.nan]]])
    found = repetitions(table)
    assert found.n == 3
    assert found.within == pytest.approx(np.sqrt(2 / (1 + 2 + 1)))
    assert found.equal == pytest.approx(2 / 3)
    assert repetitions(None) is repetitions(table[1:, :1]) is None
    assert repetitions(table[..., :0]) is repetitions(table.ravel()[:0]) is None
