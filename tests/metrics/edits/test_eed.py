"""EED equals TorchMetrics', odd preparation included."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [  # TorchMetrics 1.9.0, extended_edit_distance of one sentence each, 2026-11-22
        ("It costs 3.5 euro", "It costs 35 euro", 0.068783),
        ("in e.g. Rome", "in Rome", 0.3667),
        ("Mr Smith left", "Mr. Smith left", 0.1716),
        ("The U.S. won 3-2", "The US won 3-2", 0.1314),
        ("Prices rose 2.3%, to 1,200.", "Prices rose by 2.3% to 1200.", 0.1802),
    ],
)
def test_eed(prediction, reference, value):
    """Decimals, abbreviations and titles are prepared as the source prepares them."""
    found = scores_of("eed", pairs([prediction], [reference]))["eed"]
    assert found == pytest.approx(value, abs=5e-5)


def test_by_hand():
    """Two empty texts are two blanks each: no edit, and one of three columns is never visited.

    Each column that is not visited, or is visited again, costs 0.3: (0 + 0.3) / (2 + 0.3).
    """
    assert scores_of("eed", pairs([""], [""])) == {"eed": pytest.approx(0.3 / 2.3)}
