"""Pooling: one vector of a text from the states of its tokens, as sentence-transformers pools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Mode = Literal["cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"]
MODES: tuple[Mode, ...] = (
    "cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken",
)  # fmt: skip


class Pooling(NamedTuple):
    """How states are pooled.

    Args:
        modes: The ways of pooling, whose vectors are concatenated: cls is the first token;
            mean_sqrt_len_tokens divides the sum by the square root of the number of tokens;
            weightedmean weighs tokens by their positions from 1.
        skip: Number of tokens at the beginning, of a prompt, that are not pooled.
    """

    modes: tuple[Mode, ...]
    skip: int = 0


def pooled(states: Array, how: Pooling) -> Array:
    """Pool the states of a text, special tokens included.

    Args:
        states: Array (layers, tokens, d).
        how: How to pool.

    Returns:
        Array (layers, d times the number of modes); zeros without any token.
    """
    import numpy as np

    kept = states[:, min(how.skip, states.shape[1]) :]
    return np.concatenate([_pooled(kept, how.skip, mode) for mode in how.modes], axis=1)


def _pooled(states: Array, skip: int, mode: Mode) -> Array:
    import numpy as np

    tokens = states.shape[1]
    if not tokens:
        vectors: Array = states.sum(axis=1)
    elif mode in {"cls", "lasttoken"}:
        vectors = states[:, 0 if mode == "cls" else -1].copy()
    elif mode == "max":
        vectors = states.max(axis=1)
    elif mode == "weightedmean":
        weights = np.arange(skip + 1, skip + tokens + 1, dtype=states.dtype)[:, None]
        vectors = (states * weights).sum(axis=1) / weights.sum()
    else:
        share = tokens if mode == "mean" else np.sqrt(np.float32(tokens))
        vectors = states.sum(axis=1) / share
    return vectors
