"""Exact match: whole texts, beginnings and ends, by hand."""

import pytest

from support.tasks import pairs, scores_of

RECORDS = pairs(["Paris", "The answer is Paris.", "rome"], ["Paris", "paris", "Rome"])


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({}, 1),
        ({"normalize": "lower"}, 2),
        ({"normalize": "squad", "match": "suffix"}, 3),
        ({"match": "prefix"}, 1),
    ],
)
def test_by_hand(options, right):
    """It is the share of right outputs: one as written, two without case, three by their ends."""
    assert scores_of("exact-match", RECORDS, options) == {"exact_match": pytest.approx(right / 3)}


def test_any_reference():
    """An output that equals any of its references is right."""
    record = {"prediction": "NYC", "references": ["New York", "NYC"]}
    assert scores_of("exact-match", [record]) == {"exact_match": 1.0}
