"""P-values as text."""

import pytest

from sacreval.report.p_values import p_text


@pytest.mark.parametrize(
    ("p", "text"), [(0.00004, "<0.0001"), (0.00006, "0.0001"), (1.0, "1.0000")]
)
def test_p_values(p, text):
    """A p-value is never shown as 0."""
    assert p_text(p) == text
