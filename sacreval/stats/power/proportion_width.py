"""How many records give a share, such as an accuracy, an interval of some width."""

import math
from statistics import NormalDist


def wilson_records(share: float, half_width: float, *, confidence: float) -> int:
    """Compute the least number of records with which Wilson's interval is narrow enough.

    Args:
        share: The expected share, in [0, 1].
        half_width: Half of the width of the interval, more than 0.
        confidence: Of the interval, in (0, 1).

    Returns:
        A whole number, at least 1. The width falls with every record, so that it is found exactly.

    Source: Wilson (1927).
    """
    z = _quantile(confidence)
    # (1 + x)^2 h^2 = (p (1 - p) + x / 4) x for x = z^2 / n; the larger x is the fewer records.
    spread, square = share * (1 - share), half_width**2
    a, b, c = 0.25 - square, spread - 2 * square, -square
    if a <= 0:
        return 1
    n = max(1, math.ceil(z * z * 2 * a / (math.sqrt(b * b - 4 * a * c) - b)))
    return next(k for k in range(max(1, n - 1), n + 2) if _wilson_half(share, k, z) <= half_width)


def wilson_half_width(share: float, n: int, *, confidence: float) -> float:
    """Compute half of the width of Wilson's interval.

    Args:
        share: The observed share, in [0, 1].
        n: Number of records, at least 1.
        confidence: Of the interval, in (0, 1).
    """
    return _wilson_half(share, n, _quantile(confidence))


def _wilson_half(share: float, n: int, z: float) -> float:
    return z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)
