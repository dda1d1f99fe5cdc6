"""Greedy matching of the tokens of two texts by the cosine of their states."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class WeightedStates(NamedTuple):
    """The tokens of a text.

    Args:
        states: Array (n, d), float64, of unit vectors.
        weights: Array (n,), which sum to 1, or are all 0 if no token counts.
    """

    states: Array
    weights: Array


def weighted(states: Array, weights: Array) -> WeightedStates:
    """Scale states to unit vectors, and weights to a sum of 1.

    Args:
        states: Array (n, d).
        weights: Array (n,), of weights of 0 or more.
    """
    import numpy as np

    exact = states.astype(np.float64)
    norms = np.linalg.norm(exact, axis=1, keepdims=True)
    total = weights.sum()
    return WeightedStates(
        np.divide(exact, norms, where=norms > 0, out=exact),
        weights / total if total > 0 else np.zeros_like(weights),
    )


def match(output: WeightedStates, reference: WeightedStates) -> tuple[float, float, float]:
    """Match each token to the most similar one of the other text, special tokens included."""
    if not output.weights.any() or not reference.weights.any():
        return 0.0, 0.0, 0.0
    cosines = output.states @ reference.states.T
    p = float(output.weights @ cosines.max(axis=1))
    r = float(reference.weights @ cosines.max(axis=0))
    return p, r, 2 * p * r / (p + r) if p + r else 0.0
