"""The Brier score, by hand."""

import pytest

from support.tasks import pairs, scores_of


def test_by_hand():
    """Squared distances 0.01, 0.09 and 0.36 have a mean of 0.46 / 3."""
    records = pairs([0.9, 0.3, 0.6], [1, 0, 0])
    assert scores_of("brier", records) == {"brier": pytest.approx(0.46 / 3)}
