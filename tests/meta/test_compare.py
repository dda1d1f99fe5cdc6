"""Comparing metrics: tests, corrections, rankings, averages over tasks."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.meta.all_pairs import compare_family
from sacreval.meta.coefficients import CoefficientSettings, cells, measures
from sacreval.meta.run_test import Three, run_trial
from sacreval.meta.score_set import score_set
from sacreval.meta.selection import Filters, select
from sacreval.meta.sides import Matrices
from sacreval.meta.test_plan import TrialPlan, make_trial
from sacreval.stats.arrays import jointly_present
from sacreval.stats.levels import Level
from sacreval.stats.permutation import standardised
from support.correlations import compare_metrics

OPTIONS = {"human": "quality", "metrics": ["good", "poor"], "resamples": 200}


def test_tie_calibrated_metrics_are_compared_by_pairs(small):
    """Scores with different epsilons are not swapped; the verdicts on pairs are."""
    options = {**OPTIONS, "level": ["item"], "coefficient": ["acc-eq"]}
    refused = compare_metrics(small, test="perm-both-xor", **options).tests[0]
    assert "perm-pairs" in refused.reason
    found = compare_metrics(small, test="perm-pairs", **options).tests[0]
    assert found.reason is None
    assert found.p_value < 0.2
    other = compare_metrics(small, test="perm-pairs", **{**options, "coefficient": ["pearson"]})
    assert "acc-eq" in other.tests[0].reason


def test_the_draw_of_verdicts_is_binomial(small):
    """Perm-pairs has the spread of independent signs on the pairs where verdicts differ."""
    data = select(small, "quality", Filters())
    [cell] = cells(["summary"], ["acc-eq"], CoefficientSettings(epsilon=0.0))
    matrices = Matrices.of(data, ["good", "poor"], "quality")
    family = compare_family(matrices, cell, TrialPlan("perm-pairs", 20_000))
    draws = family.verdicts[0].draws
    assert abs(draws.mean()) < 0.003
    steps = np.unique(np.round(np.diff(np.unique(np.round(draws, 12))), 10))
    assert steps.min() > 1e-4


@pytest.mark.parametrize("level", [Level.SUMMARY, Level.SYSTEM, Level.GLOBAL])
def test_inputs_without_a_pair_have_no_weight(small_rows, level):
    """Perm-pairs tests the difference of the measure, where inputs have one judged output."""
    lone = [row._replace(instance=f"a{i}") for i, row in enumerate(small_rows[:4])]
    data = select(score_set([*lone, *small_rows]), "quality", Filters())
    [cell] = cells([level.value], ["acc-eq"], CoefficientSettings(epsilon=0.0))
    matrices = Matrices.of(data, ["good", "poor"], "quality")
    family = compare_family(matrices, cell, TrialPlan("perm-pairs", 99))
    first, second = family.values
    assert family.verdicts[0].delta == pytest.approx(first - second, abs=1e-12)


def test_measures_without_a_coefficient_are_permuted(small):
    """Soft pairwise accuracy and pairwise differences are tested by writing hybrids out."""
    options = {**OPTIONS, "coefficient": ["spa", "pdp"], "resamples": 30}
    report = compare_metrics(small, test="perm-inputs", common_inputs=True, **options)
    assert {t.coefficient for t in report.tests} == {"spa", "pdp"}
    assert all(0 < t.p_value <= 1 for t in report.tests)


@pytest.mark.parametrize("test", ["perm-systems", "perm-inputs", "perm-both-cells"])
def test_soft_accuracy_is_permuted_as_it_is_defined(test):
    """Each null difference of spa is that of the exchanged scores, on what people judged."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(6, 20)) + np.arange(6)[:, None] / 3
    x, y = z + rng.normal(size=z.shape), z + 2 * rng.normal(size=z.shape)
    z[5], z[0, 3] = np.nan, np.nan
    trial = make_trial(TrialPlan(test, 9, 1, exact=False), z.shape, Level.SYSTEM)
    [spa] = measures(["spa"])
    found = run_trial(trial, spa, Three(x, y, z), Level.SYSTEM)
    x, y, z = jointly_present(x, y, z)
    x, y, bits = standardised(x), standardised(y), trial.swaps.cells(slice(0, 9)) == 1
    for draw, swapped in zip(found.draws, bits, strict=True):
        hybrids = Three(np.where(swapped, y, x), np.where(swapped, x, y), z)
        assert draw == pytest.approx(hybrids.difference(spa, Level.SYSTEM), abs=1e-12)


def test_a_comparison_needs_two(small):
    """One metric cannot be compared."""
    with pytest.raises(UsageError, match="needs two metrics"):
        compare_metrics(small, human="quality", metrics=["good"])
