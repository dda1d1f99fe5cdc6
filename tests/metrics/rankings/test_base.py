"""Errors of numbers that are too large for a double are refused, never infinite."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import RecordError, UsageError


@pytest.mark.parametrize(
    ("name", "error"), [("mean-absolute-error", 1.7e308), ("mean-squared-error", 1e160)]
)
def test_errors_beyond_the_largest_number_are_refused(name, error):
    """One record whose loss is infinite is not scored, and neither is an infinite sum."""
    metric = metrics.get(name)()
    with pytest.raises(RecordError, match="the largest number"):
        metric.row(error, [-error])
    with pytest.raises(UsageError, match=f"{name}: the sum of the errors"):
        metric.reduce(np.array([np.inf, 2.0]))


def test_the_closest_reference_counts():
    """The loss is that of the closest reference, and every record counts once."""
    assert metrics.get("mean-absolute-error")().row(3, [0, 5, 9]) == (2.0, 1.0)
    assert metrics.get("mean-squared-error")().row(3, [0, 5, 9]) == (4.0, 1.0)
