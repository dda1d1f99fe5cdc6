"""Kendall's tau-b, by hand."""

import subprocess
import sys

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.rankings.kendall import official_tau, tau_b
from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        ([1, 2, 3], [1, 3, 2], (2 - 1) / 3),
        ([1, 1, 2], [1, 2, 3], 2 / 6**0.5),
        ([3, 2, 1], [10, 20, 30], -1.0),
    ],
)
def test_by_hand(x, y, value):
    """Two pairs in order and one not: 1/3; with a tie, 2 of sqrt(2 * 3) pairs."""
    assert scores_of("kendall", pairs(x, y)) == {"kendall": pytest.approx(value)}


def test_scipy():
    """Values are scipy's to the last bit, with ties on both sides."""
    rng = np.random.default_rng(2)
    for _ in range(300):
        n = int(rng.integers(2, 40))
        x, y = (rng.integers(0, rng.integers(2, 30), n) / 7 for _ in range(2))
        assert tau_b(x, y) == official_tau(x, y)
    x = rng.normal(size=5000)
    y = x + rng.normal(size=5000)
    assert tau_b(x, y) == official_tau(x, y)


def test_engines():
    """Both engines have equal rows, and equal estimates for weighted samples."""
    rng = np.random.default_rng(3)
    numbers = rng.integers(0, 6, (30, 2)).tolist()
    batch = Batch([Instance(prediction=a, references=[b]) for a, b in numbers])
    official, native = (metrics.get("kendall")(engine=e) for e in ("official", "native"))
    rows = native.rows(batch)
    np.testing.assert_array_equal(rows, official.rows(batch))
    weights = rng.integers(0, 3, (2, 5, 30))
    np.testing.assert_array_equal(
        native.estimate(rows, weights)["kendall"], official.estimate(rows, weights)["kendall"]
    )


def test_without_scipy():
    """A score on the native engine does not import scipy."""
    code = (
        "import sys\n"
        "from sacreval.core.metric import metrics\n"
        "from sacreval.core.records import Batch, Instance\n"
        "batch = Batch([Instance(prediction=x, references=[x % 3]) for x in range(9)])\n"
        "assert metrics.get('kendall')().with_engine('native').measure(batch)\n"
        "print([name for name in sys.modules if name.startswith('scipy')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
