"""Tests and the populations that they generalise to."""

import pytest

from sacreval.features.correlate.significance.trials import POPULATIONS
from support.correlations import compare_metrics

OPTIONS = {"human": "quality", "metrics": ["good", "poor"], "resamples": 200}


@pytest.mark.parametrize("test", [t for t in POPULATIONS if t != "perm-pairs"])
def test_each_test_names_its_population(small, test):
    """The output says to what a test generalises, and the better metric is named first."""
    report = compare_metrics(small, test=test, level=["system"], coefficient=["pearson"], **OPTIONS)
    found = report.tests[0]
    assert (found.metric_a, found.metric_b) == ("good", "poor")
    assert found.delta > 0
    assert 0 < found.p_value <= 1
    assert found.population == POPULATIONS[test]
    assert f"test:{test}" in found.signature
