"""Greedy matching of vectors, by hand and by the numbers of others."""

import numpy as np
import pytest

from sacreval.metrics.neural._token_weights import match, weighted


def test_matching():
    """By hand: weights 0, 1, 1 against 1, 3; a token without weight can be matched to."""
    output = weighted(np.array([[0.0, 2.0], [3.0, 0.0], [1.0, 1.0]]), np.array([0.0, 1.0, 1.0]))
    reference = weighted(np.array([[5.0, 0.0], [0.0, -1.0]]), np.array([1.0, 3.0]))
    root = 0.5**0.5
    p, r = (1 + root) / 2, (1 * 1 + 3 * 0) / 4
    assert match(output, reference) == pytest.approx((p, r, 2 * p * r / (p + r)))


def test_toy_vectors_of_lighteval():
    """lighteval 0.13.0 gives 0.9, 0.6 and 0.72 for these; where P + R is 0, F1 is 0."""
    weights = np.array([0.0, 1.0, 1.0, 1.0, 0.0])
    end = [-1.0, 0.0]
    output = weighted(np.array([end, [1.0, 0.0], [0.0, 1.0], end]), weights[[0, 1, 2, 4]])
    reference = weighted(np.array([end, [1.0, 0.0], [0.6, 0.8], [0.0, -1.0], end]), weights)
    assert match(output, reference) == pytest.approx((0.9, 0.6, 0.72))
    one = weighted(np.array([end, [1.0, 0.0], end]), weights[[0, 1, 4]])
    other = weighted(np.array([end, [-1.0, 0.0], end]), weights[[0, 1, 4]])
    assert match(one, other) == (-1.0, 1.0, 0.0)


def test_a_best_cosine_below_zero():
    """Padding is never matched: opposite vectors score -1, not 0."""
    one, other = (weighted(np.array([[x, 0.0]]), np.ones(1)) for x in (1.0, -1.0))
    assert match(one, other) == (-1.0, -1.0, -1.0)
