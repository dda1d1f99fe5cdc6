"""The registry of metrics, and pickled metrics."""

import pickle

import pytest

from sacreval.core.metric import metrics


@pytest.mark.parametrize("name", ["bleu", "classification", "pearson", "self-bleu"])
def test_pickling_keeps_options(name):
    """A pickled metric has the same options and engine."""
    metric = metrics.get(name)(engine="official")
    again = pickle.loads(pickle.dumps(metric))  # noqa: S301 - made here
    assert (again, again.engine) == (metric, "official")
