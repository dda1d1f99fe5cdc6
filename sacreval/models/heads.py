"""Heads of a model: layers mixed by weights, and small feed-forward networks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BLOCK = 16  # rows that are multiplied at once, always as many: the order of sums depends on it


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
    """Return the mix that is one layer alone.

    Args:
        layer: The layer, 0 for the embeddings.
        layers: Number of layers, the embeddings among them.
    """
    return Mix(tuple(float(i == layer) for i in range(layers)))


def mixed(states: Sequence[Any], mask: Any, mix: Mix) -> Any:
    """Mix the layers of a batch: the sum of w_l h_l.

    Args:
        states: For each layer a tensor (texts, tokens, dimensions).
        mask: Tensor (texts, tokens), 1 for a token and 0 for padding.
        mix: The weights; layers of weight 0 are left out.

    Returns:
        Tensor (texts, tokens, dimensions), float32.
    """
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
    return np.maximum(z - t, 0.0)


class Linear(NamedTuple):
    """A linear layer, x -> W x + b.

    Args:
        weight: Array (m, n), float32.
        bias: Array (m,), float32.
    """

    weight: Array
    bias: Array

    def __call__(self, x: Array) -> Array:
        """Return the layer's output (rows, m) for rows (rows, n)."""
        y: Array = x @ self.weight.T + self.bias
        return y


class FeedForward(NamedTuple):
    """Linear layers with a function between them.

    Args:
        layers: The linear layers.
        activation: The function after each of them but the last.
        final: The function after the last.
    """

    layers: tuple[Linear, ...]
    activation: Callable[[Array], Array]
    final: Callable[[Array], Array]

    def __call__(self, rows: Array) -> Array:
        """Compute the outputs (rows, m) of rows (rows, n), float32; each depends on its row alone.

        Args:
            rows: Array (rows, n).
        """
        import numpy as np

        n = len(rows)
        padded = np.zeros((-(-max(n, 1) // BLOCK) * BLOCK, rows.shape[1]), dtype=np.float32)
        padded[:n] = rows
        blocks = padded.reshape(-1, BLOCK, rows.shape[1])
        return np.concatenate([self._block(block) for block in blocks])[:n]

    def _block(self, x: Array) -> Array:
        for layer in self.layers[:-1]:
            x = self.activation(layer(x))
        return self.final(self.layers[-1](x))


def feed_forward(
    found: Mapping[str, Any], activation: str, final: str | None, where: str
) -> FeedForward:
    """Build a network from its parameters.

    Args:
        found: `0.weight`, `0.bias`, `3.weight` and so on to tensor, in the order of the numbers.
        activation: Name of the function between layers, such as `Tanh`.
        final: Name of the function after the last layer; None for none.
        where: The file or folder of the parameters, for messages.

    Raises:
        InputError: If there are no parameters, or a function is unknown.
    """
    numbers = sorted({int(name.partition(".")[0]) for name in found})
    if not numbers:
        raise InputError(f"{where}: the weights lack those of the estimator; copy the model anew")
    layers = tuple(linear(found, f"{i}.", where) for i in numbers)
    return FeedForward(layers, _function(activation, where), _function(final or "Identity", where))


def linear(found: Mapping[str, Any], prefix: str, where: str) -> Linear:
    """Return the linear layer whose parameters begin with a prefix.

    Args:
        found: Name to tensor.
        prefix: The beginning of the names, such as `hidden2tag.`.
        where: The file or folder of the parameters, for messages.

    Raises:
        InputError: If one of them is missing.
    """
    names = (f"{prefix}weight", f"{prefix}bias")
    for name in names:
        if name not in found:
            raise InputError(f"{where}: the weights lack {name}; copy the model anew")
    weight, bias = (found[name].float().numpy() for name in names)
    return Linear(weight, bias)


def _function(name: str, where: str) -> Callable[[Array], Array]:
    import numpy as np

    def sigmoid(x: Array) -> Array:
        y: Array = 1 / (1 + np.exp(-x))
        return y

    def identity(x: Array) -> Array:
        return x

    known: dict[str, Callable[[Array], Array]]
    known = {"Tanh": np.tanh, "Sigmoid": sigmoid, "Identity": identity}
    if name.title() not in known:
        raise InputError(
            f"{where}: the estimator has the activation '{shortened(name)}'; use a model with "
            f"{', '.join(known)}"
        )
    return known[name.title()]
