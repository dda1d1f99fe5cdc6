"""P-values as text."""

import math

import pytest

from sacreval.report.numbers import p_text


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.00004, "<0.0001"), (0.00006, "0.0001"), (1.0, "1.0000"), (None, "-"), (math.nan, "-")],
)
def test_p_values(p, text):
    """A p-value is never shown as 0, and as a hyphen if there is none."""
    assert p_text(p) == text
