"""Rater agreement against the libraries that others use."""

import numpy as np
import pytest

from sacreval.stats.association.coefficients import SpearmanCoefficient
from sacreval.stats.association.rater_agreement import (
    Measurement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    rater_correlations,
)


def test_krippendorff(golden):
    """Alpha is that of the krippendorff package, on all three scales, with missing ratings."""
    ratings = np.array(golden["agreement"]["ratings"], dtype=float)
    for scale, expected in golden["agreement"]["alpha"].items():
        assert krippendorff_alpha(ratings, Measurement(scale)) == pytest.approx(expected, abs=1e-12)


def test_kappas(golden):
    """Fleiss' kappa is that of statsmodels, Cohen's that of scikit-learn, plain and weighted."""
    ratings = np.array(golden["agreement"]["complete"], dtype=float)
    assert fleiss_kappa(ratings).kappa == pytest.approx(golden["agreement"]["fleiss"], abs=1e-12)
    for scale, expected in golden["agreement"]["cohen"].items():
        got = cohen_kappa(ratings[:, 0], ratings[:, 1], Measurement(scale))
        assert got == pytest.approx(expected, abs=1e-12)


def test_fleiss_counts_what_it_leaves_out():
    """Items with another number of ratings than most are left out and counted."""
    ratings = np.array([[1, 1, 2], [2, 2, 2], [1, np.nan, 2], [np.nan, np.nan, np.nan]])
    assert fleiss_kappa(ratings).raters == 3
    assert fleiss_kappa(ratings).skipped == 1


def test_fleiss_takes_the_size_of_most_items_with_two_ratings():
    """Items with one rating are left out, however many, and change nothing."""
    pairs = np.array([[1, 1], [2, 2], [1, 2], [3, 3]], dtype=float)
    single = np.array([[1, np.nan]] * 6)
    found = fleiss_kappa(np.concatenate([single, pairs]))
    assert found == (fleiss_kappa(pairs).kappa, 2, 6)
    assert found.kappa == pytest.approx(0.6190476190476191)  # by hand: (3/4 - 11/32) / (21/32)


def test_no_variation_no_agreement():
    """Equal ratings, single ratings and no ratings leave agreement undefined."""
    for ratings in (np.ones((4, 3)), np.array([[1.0, np.nan]]), np.full((2, 2), np.nan)):
        for scale in Measurement:
            assert np.isnan(krippendorff_alpha(ratings, scale))
        assert np.isnan(fleiss_kappa(ratings).kappa)
        assert np.isnan(cohen_kappa(ratings[:, 0], ratings[:, 1], Measurement.NOMINAL))


def test_rater_correlations():
    """The table is symmetric, and uses the items that both rated."""
    ratings = np.array([[1, 1, np.nan], [2, 3, 1], [3, 2, 2], [4, 4, 3]])
    table = rater_correlations(ratings, SpearmanCoefficient())
    assert table[0, 1] == table[1, 0] == pytest.approx(0.8)
    assert table[0, 2] == pytest.approx(1.0)
    assert np.isnan(table[0, 0])
