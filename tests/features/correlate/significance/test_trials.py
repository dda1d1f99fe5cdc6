"""Plans of trials, and all pairs of metrics with the same draws."""

import numpy as np
import pytest

from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.significance.trials import POPULATIONS
from support.correlations import compare_metrics

OPTIONS = {"human": "quality", "metrics": ["good", "poor"], "resamples": 200}


@pytest.mark.parametrize("test", [t for t in POPULATIONS if t != "perm-pairs"])
def test_each_test_names_its_population(small, test):
    """The output says to what a test generalises, and the better metric is named first."""
    report = compare_metrics(small, test=test, level=["system"], coefficient=["pearson"], **OPTIONS)
    tested = report.tests[0]
    assert (tested.metric_a, tested.metric_b) == ("good", "poor")
    assert tested.delta > 0
    assert 0 < tested.p_value <= 1
    assert tested.population == POPULATIONS[test]
    assert f"test:{test}" in tested.signature


def task(seed, n_systems, flat=()):
    """Make a task in which metric a is better than b."""
    rng = np.random.default_rng(seed)
    rows = []
    for system in range(n_systems):
        for instance in range(12):
            z = system / 2 + rng.normal()
            scores = {"a": z + rng.normal() / 4, "b": z + 3 * rng.normal(), "c": z + rng.normal()}
            scores |= dict.fromkeys(flat, 1.0)
            rows.append(Row(f"s{system}", str(instance), "peer", scores, {"h": z}, "memory"))
    return score_set(rows)


TASKS = {"en-de": task(0, 5), "he-en": task(1, 9)}


def test_the_permutation_of_wmt_is_another_at_each_level():
    """Systems are swapped at system level, cells elsewhere and for spa, pairs for acc-eq."""
    options = {"human": "h", "level": ["system", "item"], "coefficient": ["pearson", "spa"]}
    report = compare_metrics(TASKS["en-de"], test="wmt", resamples=20, exact="never", **options)
    used = {(t.level, t.coefficient): t.test for t in report.tests}
    assert used["system", "pearson"] == "perm-systems"
    assert used["system", "spa"] == used["summary", "pearson"] == "perm-both-cells"


def test_the_order_of_metrics_is_irrelevant(small):
    """Naming the metrics in another order changes nothing."""
    first = compare_metrics(small, **OPTIONS)
    second = compare_metrics(small, **{**OPTIONS, "metrics": ["poor", "good"]})
    assert first.tests == second.tests
