"""Mean squared error and its root, by hand."""

import pytest

from support.tasks import scores_of


def test_by_hand():
    """Errors of 1, and of 3 to the closer reference: (1 + 9) / 2, and its root."""
    records = [
        {"prediction": 3, "references": [4]},
        {"prediction": -2.0, "references": [9, 1]},
    ]
    found = scores_of("mean-squared-error", records)
    assert found == {"mean_squared_error": 5.0, "root_mean_squared_error": pytest.approx(5**0.5)}
