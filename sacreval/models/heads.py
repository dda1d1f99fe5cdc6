"""Small feed-forward networks on top of a model, each row computed on its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


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

    def of_one(self, x: Array) -> Array:
        """Return the layer's output (m,) for one row (n,)."""
        y: Array = self.weight @ x + self.bias
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

        Rows are multiplied one by one: in a product of two matrices, the order in which OpenBLAS
        adds depends on the place of a row among the others on some processors.

        Args:
            rows: Array (rows, n).
        """
        import numpy as np

        outputs = np.empty((len(rows), len(self.layers[-1].bias)), dtype=np.float32)
        for i, row in enumerate(np.ascontiguousarray(rows, dtype=np.float32)):
            outputs[i] = self._row(row)
        return outputs

    def _row(self, x: Array) -> Array:
        for layer in self.layers[:-1]:
            x = self.activation(layer.of_one(x))
        return self.final(self.layers[-1].of_one(x))


def feed_forward(
    weights: Mapping[str, Any], activation: str, final: str | None, where: str
) -> FeedForward:
    """Build a network from its parameters."""
    numbers = sorted({int(name.partition(".")[0]) for name in weights})
    if not numbers:
        raise InputError(f"{where}: the weights lack those of the estimator; copy the model anew")
    layers = tuple(linear(weights, f"{i}.", where) for i in numbers)
    return FeedForward(layers, _function(activation, where), _function(final or "Identity", where))


def linear(weights: Mapping[str, Any], prefix: str, where: str) -> Linear:
    """Return the linear layer whose parameters begin with a prefix."""
    names = (f"{prefix}weight", f"{prefix}bias")
    for name in names:
        if name not in weights:
            raise InputError(f"{where}: the weights lack {name}; copy the model anew")
    weight, bias = (weights[name].float().numpy() for name in names)
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
