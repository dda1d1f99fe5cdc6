"""Errors and correlations equal scikit-learn's and SciPy's on random input."""

import warnings

import numpy as np
import pytest

from support import missing
from support.tasks import pairs, scores_of

sk = missing.module("sklearn.metrics", "numbers of scikit-learn")

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("seed", range(5))
def test_regression(seed):
    """Errors are scikit-learn's, correlations scipy's, with many ties."""
    from scipy import stats

    rng = np.random.default_rng(seed)
    x, y = np.round(rng.normal(size=(2, 40)), 1)
    records = pairs(x.tolist(), y.tolist())
    found = scores_of("mean-squared-error", records)
    assert found["mean_squared_error"] == pytest.approx(sk.mean_squared_error(y, x), **CLOSE)
    want = sk.root_mean_squared_error(y, x)
    assert found["root_mean_squared_error"] == pytest.approx(want, **CLOSE)
    want = sk.mean_absolute_error(y, x)
    assert scores_of("mean-absolute-error", records)["mean_absolute_error"] == pytest.approx(want)
    for name, function in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        assert scores_of(name, records)[name] == pytest.approx(function(x, y).statistic, **CLOSE)
