"""Average precision, by hand."""

import pytest

from support.tasks import pairs, scores_of


def test_by_hand():
    """At the two positives precision is 1 and 2/3; their mean is 5/6."""
    records = pairs([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])
    assert scores_of("average-precision", records) == {"average_precision": pytest.approx(5 / 6)}


def test_equal_scores_share_a_threshold():
    """Three equal scores of which one is positive have precision 1/3."""
    records = pairs([0.5, 0.5, 0.5], [1, 0, 0])
    assert scores_of("average-precision", records) == {"average_precision": pytest.approx(1 / 3)}


def test_without_positives():
    """Without a positive record 0 is reported."""
    assert scores_of("average-precision", pairs([0.5, 0.4], [0, 0])) == {"average_precision": 0.0}
