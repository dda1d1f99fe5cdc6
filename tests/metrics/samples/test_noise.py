"""Variances of scores over samples, without bias."""

from itertools import product
from math import comb

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.metrics.samples._noise import average, noise
from sacreval.scoring.intervals.interval_choice import HasSamplingNoise


@pytest.mark.parametrize("kernel", [(0.0, 1.0), (0.0, 1.0, 1.0), (0.0, 0.5, 1.0), (0.0, 0.0, 1.0)])
def test_without_bias(kernel):
    """The mean estimate over all numbers of correct samples is the true variance of the score."""
    n, p = 5, 0.3
    chance = np.array([comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)])
    scores = np.array([average(kernel, n, c) for c in range(n + 1)])
    true = chance @ (scores - chance @ scores) ** 2
    found = noise(kernel, np.full(n + 1, n), np.arange(n + 1))
    assert chance @ found.variance == pytest.approx(true, rel=1e-12)
    truth = chance @ scores
    assert true <= found.most[0] * truth * (1 - truth) + 1e-12


def test_a_mean_of_samples():
    """The variance of a mean of 0/1 samples is that of the samples, divided by their number."""
    found = noise((0.0, 1.0), np.array([4, 4]), np.array([1, 4]))
    np.testing.assert_allclose(found.variance, [0.25 * 0.75 / 3, 0.0], atol=1e-15)
    assert found.is_mean
    assert found.most.tolist() == [0.25, 0.25]


def test_too_few_samples():
    """Fewer than 2 k samples of some record do not show the noise."""
    assert noise((0.0, 1.0, 1.0), np.array([4, 3]), np.array([1, 1])) is None
    assert noise((0.0, 1.0), np.array([]), np.array([])) is None


@pytest.mark.parametrize("name", ["pass-at-k", "g-pass-at-k"])
def test_kernels_are_the_scores(name):
    """The kernels of pass@k and G-pass@k, averaged over subsets, are their scores."""
    metric = metrics.get(name)(k=(1, 3))
    for n, c in product([3, 6], range(4)):
        scores = metric.scores({"n": n, "c": c}, None)
        again = [average(kernel, n, c) for kernel in metric.kernels().values()]
        assert list(metric.kernels()) == list(metric.outputs)
        assert again == pytest.approx(scores, abs=1e-12)


def test_noise_of_metrics():
    """avg@k and pass@1 of the same samples have one noise; outputs without any are left out."""
    flags = [[True, False, True, True], [False, False, True, False]]
    rows = {
        name: np.array([metric.row(one, None) for one in flags])
        for name, metric in (
            ("avg", metrics.get("avg-at-k")(k=(1, 4))),
            ("pass", metrics.get("pass-at-k")(k=(1, 2, 3))),
        )
    }
    mean = metrics.get("avg-at-k")(k=(1, 4)).sampling_noise(rows["avg"])
    passed = metrics.get("pass-at-k")(k=(1, 2, 3)).sampling_noise(rows["pass"])
    assert list(mean) == ["avg_at_4"]
    assert list(passed) == ["pass_at_1", "pass_at_2"]
    np.testing.assert_allclose(mean["avg_at_4"].variance, passed["pass_at_1"].variance)
    assert not passed["pass_at_2"].is_mean
    assert not isinstance(metrics.get("maj-at-k")(), HasSamplingNoise)
