"""Hidden states combined: layers mixed by weights, and tokens pooled to one vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Mix(NamedTuple):
    """A weighted sum of layers.

    Args:
        weights: The weight of each layer, the embeddings first.
        normalise: Whether the states of a layer are first normalised over all tokens and
            dimensions of a text, to mean 0 and variance 1.
    """

    weights: tuple[float, ...]
    normalise: bool = False


def one_layer(layer: int, layers: int) -> Mix:
    """Return the mix that is one layer alone."""
    return Mix(tuple(float(i == layer) for i in range(layers)))


def mixed(states: Sequence[Any], mask: Any, mix: Mix) -> Any:
    """Mix the layers of a batch: the sum of w_l h_l."""
    import torch

    total = torch.zeros_like(states[0], dtype=torch.float32)
    for weight, state in zip(mix.weights, states, strict=True):
        if weight:
            h = state.float()
            total += weight * (_normalised(h, mask) if mix.normalise else h)
    return total


def _normalised(states: Any, mask: Any) -> Any:
    """Subtract the mean over tokens and dimensions of each text, divide by the deviation."""
    inside = mask.to(states.dtype)[:, :, None]
    number = inside.sum(dim=(1, 2), keepdim=True) * states.shape[2]
    mean = (states * inside).sum(dim=(1, 2), keepdim=True) / number
    variance = (((states - mean) * inside) ** 2).sum(dim=(1, 2), keepdim=True) / number
    return (states - mean) / (variance + 1e-12).sqrt()


def softmax(x: Array) -> Array:
    """Return exp(x_i) / sum_j exp(x_j) over the last axis, array (..., n)."""
    import numpy as np

    e = np.exp(x - x.max(axis=-1, keepdims=True))
    shares: Array = e / e.sum(axis=-1, keepdims=True)
    return shares


def sparsemax(z: Array) -> Array:
    """Return the point of the simplex that is nearest to z, array (n,).

    It is max(0, z_i - t), where t makes the sum 1.

    Source: Martins and Astudillo (2016), algorithm 1.
    """
    import numpy as np

    falling = np.sort(z)[::-1]
    k = np.arange(1, len(z) + 1)
    sums = np.cumsum(falling)
    size = k[1 + k * falling > sums][-1]
    t = (sums[size - 1] - 1) / size
    shares: Array = np.maximum(z - t, 0.0)
    return shares


Mode = Literal["cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"]
MODES: tuple[Mode, ...] = get_args(Mode)


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
