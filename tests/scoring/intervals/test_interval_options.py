"""What the choice of an interval looks at."""

import numpy as np
import pytest

from sacreval.scoring.intervals.interval_options import Scores

RIGHT, SOME = np.array([0.0, 1.0, 1.0]), np.array([0.0, 0.5, 1.0])


@pytest.mark.parametrize(
    ("scores", "binary", "may_be_share"),
    [
        (Scores("em", RIGHT, 1.0, 3), True, True),
        (Scores("em", 100 * RIGHT, 100.0, 3), True, True),
        (Scores("f1", SOME, 1.0, 3), False, False),
        (Scores("auc", None, None, 3), False, False),
        (Scores("edits", RIGHT, None, 3), False, False),
        (Scores("edits", RIGHT, None, 3, is_mean=True), False, True),
        (Scores("own", RIGHT, None, 3, is_mean=True, unknown_range=True), True, True),
        (Scores("own", RIGHT[1:], None, 2, is_mean=True, unknown_range=True), False, True),
    ],
)
def test_shares(scores, binary, may_be_share):
    """Scores are shares where all are ends of a known range; of an unknown one, if named so."""
    assert (scores.binary, scores.may_be_share) == (binary, may_be_share)
