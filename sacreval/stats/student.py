"""Quantiles of Student's t for whole degrees of freedom, without importing scipy.

scipy.special takes longer to import than a usual run to compute its intervals.
"""

import math

_BISECTIONS = 200  # halve until two neighbouring floats are left


def t_tail(t: float, freedom: int) -> float:
    """Return the probability that Student's t exceeds a value.

    Args:
        t: The value, at least 0.
        freedom: Degrees of freedom, 1 or more.

    Source: Abramowitz and Stegun (1964), 26.7.3 and 26.7.4.
    """
    angle = math.atan2(t, math.sqrt(freedom))
    square = freedom / (freedom + t * t)  # squared cosine of the angle
    term, total = 1.0, 0.0
    if freedom % 2:
        for k in range(1, freedom // 2 + 1):
            total += term
            term *= square * 2 * k / (2 * k + 1)
        product = math.sin(angle) * math.cos(angle) * total
        return 0.5 - (angle + product) / math.pi
    for k in range(1, freedom // 2 + 1):
        total += term
        term *= square * (2 * k - 1) / (2 * k)
    return 0.5 * (1 - math.sin(angle) * total)


def t_upper(tail: float, freedom: int) -> float:
    """Return the value that Student's t exceeds with a given probability.

    Args:
        tail: The probability, in (0, 0.5).
        freedom: Degrees of freedom, 1 or more.
    """
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > tail:
        low, high = high, 2 * high
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        low, high = (middle, high) if t_tail(middle, freedom) > tail else (low, middle)
    return high
