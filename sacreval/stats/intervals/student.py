"""Quantiles of Student's t by its closed form, as loading SciPy takes longer than an interval.

Source: Abramowitz and Stegun (1964), 26.7.3 and 26.7.4 (closed forms), 26.7.5 (expansion).
"""

import math

MOST_TERMS = 200  # degrees of freedom with the closed form; above, the expansion errs by 1e-10


def central_t(freedom: float, confidence: float) -> float:
    """Compute the t that a share of the distribution lies within, on both sides of 0.

    Args:
        freedom: Degrees of freedom, above 0; those that are not whole are left to SciPy.
        confidence: In (0, 1).

    Returns:
        A number above 0.
    """
    if freedom > MOST_TERMS:
        from statistics import NormalDist

        return _expansion(NormalDist().inv_cdf((1 + confidence) / 2), freedom)
    if freedom != int(freedom):
        from scipy.special import stdtrit

        return -float(stdtrit(freedom, (1 - confidence) / 2))
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within(middle, int(freedom)) < confidence else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """Compute the chance that t lies within sqrt(freedom) tan(angle) of 0."""
    cosine, odd = math.cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for power in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * power / (power + 1)
    inner = math.sin(angle) * total
    return 2 / math.pi * (angle + inner) if odd else inner


def _expansion(z: float, freedom: float) -> float:
    squared = z * z
    polynomials = (
        ((1, 1), 4),
        ((5, 16, 3), 96),
        ((3, 19, 17, -15), 384),
        ((79, 776, 1482, -1920, -945), 92160),
    )
    found, scale = z, z
    for coefficients, divisor in polynomials:
        scale /= freedom
        value = 0.0
        for coefficient in coefficients:
            value = value * squared + coefficient
        found += scale * value / divisor
    return found
