"""Length to the closest reference, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(
    ("prediction", "references", "unit", "ratio", "deviation"),
    [
        ("a b c", ["a b", "a b c d e f"], "token", 3 / 2, 1 / 2),
        ("a b c", ["a b", "a b c d"], "token", 3 / 2, 1 / 2),
        ("a b", ["a b c d"], "token", 1 / 2, 1 / 2),
        ("ab", ["abcd"], "character", 1 / 2, 1 / 2),
        ("a.", ["a"], "word", 2.0, 1.0),
    ],
)
def test_by_hand(prediction, references, unit, ratio, deviation):
    """Three words for two are half too many; of two as close the shorter counts."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("length-to-reference", [record], {"unit": unit})
    assert found == {"length_ratio": ratio, "length_deviation": deviation}


def test_lengths_are_summed():
    """4 and 2 words for 2 and 6 are 6/8, and 6 words of 8 are too many or too few."""
    records = [
        {"prediction": "a b c d", "references": ["a b"]},
        {"prediction": "a b", "references": ["a b c d e f"]},
    ]
    found = scores_of("length-to-reference", records)
    assert found == {"length_ratio": pytest.approx(6 / 8), "length_deviation": 6 / 8}
