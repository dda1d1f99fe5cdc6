"""The best of several scores."""

from math import nan

import pytest

from sacreval.stats.best_score import first_best


@pytest.mark.parametrize(
    ("scores", "higher", "best"),
    [
        ([1.0, 3.0, 3.0], True, 1),
        ([3.0, 1.0, 1.0], False, 1),
        ([0.3, 0.1 + 0.2, 0.1], True, 0),
        ([nan, 1.0, 2.0], False, 1),
        ([nan, nan], True, None),
        ([], True, None),
    ],
)
def test_first_best(scores, higher, best):
    """Ties to twelve digits go to the first; NaN is never the best."""
    assert first_best(scores, higher=higher) == best
