"""The range of a metric's scores is that of each output."""

from math import inf

import pytest

from sacreval.core.contract.score_scale import highest_score, score_range
from sacreval.core.metric import metrics


@pytest.mark.parametrize(
    ("name", "output", "highest", "ends"),
    [
        ("token-f1", "token_f1", 1.0, (0.0, 1.0)),
        ("edit-distance", "edit_distance", None, (0.0, inf)),
        ("edit-distance", "edit_similarity", 1.0, (0.0, 1.0)),
        ("bleu", "bleu", None, (0.0, 100.0)),
        ("classification", "mcc", None, (-1.0, 1.0)),
        ("classification", "accuracy", None, (0.0, 1.0)),
        ("readability", "flesch_reading_ease", None, (-inf, inf)),
    ],
)
def test_ends(name, output, highest, ends):
    """A record's largest score is stated for means from 0 up alone; a system's range for more."""
    metric = metrics.get(name)()
    assert highest_score(metric, output) == highest
    assert score_range(metric, output) == ends
