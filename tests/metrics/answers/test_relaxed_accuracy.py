"""Relaxed accuracy: how far numbers may be off."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [
        ("104", "100", 1.0),
        ("105.0", "100", 1.0),
        ("105.1", "100", 0.0),
        ("-104", "-100", 1.0),
        ("$1,040", "1000", 1.0),
        ("50 %", "0.5", 1.0),
        ("2,3", "23", 0.0),
        ("1,234,567", "1234567", 1.0),
        ("13.395", "14.1", 0.0),  # 0.05 and something by division, 0.05 by multiplication
        ("0.001", "0", 0.0),
        ("0", "0.0", 1.0),
        (" Yes ", "yes", 1.0),
        ("1_000", "1000", 0.0),
        ("nan", "NaN", 1.0),
        ("inf", "100", 0.0),
        ("", "", 1.0),
    ],
)
def test_relaxed_accuracy(prediction, reference, value):
    """Numbers may be off by a twentieth of the reference, the border included; texts may not."""
    found = scores_of("relaxed-accuracy", pairs([prediction], [reference]))
    assert found == {"relaxed_accuracy": value}
