"""P-values as text."""

from __future__ import annotations

_SMALLEST_P = 0.00005


def p_text(value: float) -> str:
    """Format a p-value."""
    return f"{value:.4f}" if value >= _SMALLEST_P else "<0.0001"
