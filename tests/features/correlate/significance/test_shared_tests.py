"""Tests that metrics of the same cells share beside the test of each pair on its own."""

import numpy as np
import pytest

from sacreval.features.correlate.correlate import Execution
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import Matrices
from sacreval.features.correlate.measures.coefficient_names import cells
from sacreval.features.correlate.significance.metric_pairs import compare_family
from sacreval.features.correlate.significance.run_test import Three, run_trial
from sacreval.features.correlate.significance.trials import TrialPlan

SHAPE = 6, 15


@pytest.fixture(scope="module")
def matrices():
    """Return metrics of the same cells, two of fewer cells, and a constant one."""
    rng = np.random.default_rng(0)
    z = np.round(rng.normal(size=SHAPE) + rng.normal(size=(SHAPE[0], 1)))
    z[:, 0] = np.nan
    scores = {f"m{i}": z + (1 + i) * rng.normal(size=SHAPE) for i in range(3)}
    scores["rounded"] = np.round(z + rng.normal(size=SHAPE))
    for name in ("less", "lesser"):
        scores[name] = z + rng.normal(size=SHAPE)
        scores[name][2, 3:6] = np.nan
    scores["constant"] = np.ones(SHAPE)
    systems, inputs = (tuple(f"{i:02d}" for i in range(n)) for n in SHAPE)
    data = ScoreSet(systems, inputs, scores=scores, judgments={"h": z})
    return Matrices.of(data, list(scores), "h")


MEASURES = [
    ("pearson@system", "wmt"),
    ("pairwise-accuracy@system", "wmt"),
    ("kendall@system", "perm-systems"),
    ("spa@system", "wmt"),
    ("pearson@global", "wmt"),
    ("pearson@group-by-system", "wmt"),
    ("pearson@summary", "wmt"),
    ("spearman@summary", "wmt"),
    ("acc-eq@summary", "wmt"),
    ("acc-eq@global", "wmt"),
    ("pearson@summary", "bootstrap-both"),
    ("spa@system", "bootstrap-inputs"),
    ("pearson@summary", "centred-systems"),
    ("pearson@system", "williams"),
    ("pearson@summary", "perm-both-xor"),
]


@pytest.mark.parametrize(("name", "test"), MEASURES, ids=str)
def test_verdicts_are_those_of_each_pair(matrices, name, test):
    """Differences and p-values are the same, whatever cells two metrics have in common."""
    [cell] = cells([], [name])
    family = compare_family(matrices, cell, TrialPlan(test, resamples=60))
    for a in family.metrics:
        for b in family.metrics[family.metrics.index(a) + 1 :]:
            x, y = matrices.at(a, cell.level), matrices.at(b, cell.level)
            alone = run_trial(family.trial, cell.measure, Three(x.x, y.x, x.z), cell.level)
            verdict = family.verdict(a, b)
            assert verdict.delta == pytest.approx(alone.delta, abs=1e-12, nan_ok=True), (a, b)
            assert verdict.p == pytest.approx(alone.p, abs=1e-12, nan_ok=True), (a, b)
            assert verdict.reason == alone.reason


@pytest.mark.parametrize("name", ["pearson@system", "spa@system", "acc-eq@summary", "pdp@summary"])
def test_verdicts_do_not_depend_on_threads_and_each_pair_is_told_of(matrices, name):
    """The progress counts every pair once."""
    [cell] = cells([], [name])
    steps: list[int] = []
    families = [
        compare_family(
            matrices, cell, TrialPlan("wmt", resamples=40), execution=Execution(n, steps.append)
        )
        for n in (1, 2)
    ]
    n = len(matrices.metrics)
    assert sum(steps) == n * (n - 1)
    first, second = ([v.p for v in family.verdicts] for family in families)
    assert np.array_equal(first, second, equal_nan=True)
