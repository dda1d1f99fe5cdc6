"""Numbers in the sentences of gates."""

import pytest

from sacreval.features.gates.gate_numbers import change, short


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (69.11481234567, "69.1148"),
        (33.5, "33.5"),
        (100.0, "100"),
        (1234567.0, "1234567"),
        (0.0, "0"),
        (-0.126248, "-0.1262"),
        (0.000123456, "0.0001235"),
        (1.5e-7, "1.5e-07"),
        (float("inf"), "inf"),
    ],
)
def test_numbers_have_four_decimals(value, text):
    """Zeros at the end are left out, and small numbers keep four digits."""
    assert short(value) == text


@pytest.mark.parametrize(
    ("value", "bound", "text"),
    [
        (29.99999, 30, "29.99999"),
        (30.00001, 30, "30.00001"),
        (30.0, 30, "30"),
        (29.9999, 30, "29.9999"),
        (33.44446, 33.44448, "33.44446"),
    ],
)
def test_rounding_changes_no_verdict(value, bound, text):
    """A number that would be shown on another side of its bound has all its digits."""
    assert short(value, bound) == text


def test_a_change_has_a_sign():
    """Both scores and their difference on shared records are stated; equal texts differ."""
    assert change(69.11481, 68.98851, -0.126248) == "it went from 69.1148 to 68.9885 (-0.1262)"
    assert change(1.0, 2.0) == "it went from 1 to 2"
    assert change(1.0, 1.000001) == "it went from 1 to 1.000001"
    assert change(1.0, 2.0, 1.0).endswith("(+1)")
