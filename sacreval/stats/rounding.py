"""Rounding of single numbers, so that float error does not decide which of two is larger."""

SIGNIFICANT_DIGITS = 12


def rounded(value: float) -> float:
    """Round to twelve significant digits: 0.3 - 0.29 becomes 0.01.

    Args:
        value: A number; NaN and infinities stay as they are.
    """
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
