"""P-values as text."""

from __future__ import annotations

import math

_SMALLEST_P = 0.00005


def p_text(value: float | None) -> str:
    """Format a p-value; a hyphen if there is none."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= _SMALLEST_P else "<0.0001"
