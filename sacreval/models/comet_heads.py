"""The heads of a model of COMET: the mix of its layers, its estimator, its labels of tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, shortened
from sacreval.models.pooling import Mix, one_layer, softmax, sparsemax
from sacreval.models.weights.weight_files import parameters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
    from sacreval.models.weights.comet_checkpoint import CometCheckpoint


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


@lru_cache(maxsize=4)
def estimator(checkpoint: CometCheckpoint) -> FeedForward:
    """Read the network from features to a score.

    Args:
        checkpoint: The checkpoint.

    Raises:
        InputError: If the weights lack it.
    """
    weights = parameters(checkpoint.encoder.weights, "estimator.ff.")
    settings = checkpoint.settings
    where = str(checkpoint.whole.folder)
    return feed_forward(weights, settings.activations, settings.final_activation, where)


@lru_cache(maxsize=4)
def mix(checkpoint: CometCheckpoint) -> Mix:
    """Read how layers are mixed: gamma times the shares of the layers, or one layer alone.

    Args:
        checkpoint: The checkpoint.

    Raises:
        InputError: If the weights lack those of a layer, or there is no such layer.
    """
    import numpy as np

    settings, layers = checkpoint.settings, depth(checkpoint) + 1
    if settings.mixed_layer != "mix":
        return one_layer(_checked(checkpoint, settings.mixed_layer), layers)
    weights = parameters(checkpoint.encoder.weights, "layerwise_attention.")
    names = [f"scalar_parameters.{i}" for i in range(layers)]
    for name in (*names, "gamma"):
        if name not in weights:
            raise InputError(
                f"{checkpoint.whole.folder}: the weights lack layerwise_attention.{name}; copy the "
                "model anew"
            )
    shares = sparsemax if settings.layer_transformation == "sparsemax" else softmax
    w = shares(np.array([float(weights[name]) for name in names]))
    return Mix(tuple((float(weights["gamma"]) * w).tolist()), settings.layer_norm)


class UnifiedHead:
    """From the states of joined texts to a score, and to the probabilities of tokens' labels.

    Args:
        score: The estimator, of the first token's mixed states.
        tags: The labels of tokens, from the states of another layer; None if there are none.
    """

    def __init__(self, score: FeedForward, tags: Linear | None) -> None:
        self._score, self._tags = score, tags

    def __call__(self, states: Array) -> Array:
        """Return the score, and after it the probability of each label of each token in turn.

        Args:
            states: Array (1 or 2, tokens, dimensions): mixed states, and those for labels.
        """
        import numpy as np

        score: Array = self._score(states[0, :1])[0]
        if self._tags is None:
            return score
        labels = softmax(self._tags(states[1]))
        outputs: Array = np.concatenate([score, labels.ravel()])
        return outputs


@lru_cache(maxsize=4)
def unified_head(checkpoint: CometCheckpoint) -> UnifiedHead:
    """Read the heads of a unified model.

    Args:
        checkpoint: The checkpoint.

    Raises:
        InputError: If the weights lack them.
    """
    if not checkpoint.settings.labels_tokens:
        return UnifiedHead(estimator(checkpoint), None)
    weights = parameters(checkpoint.encoder.weights, "hidden2tag.")
    return UnifiedHead(
        estimator(checkpoint), linear(weights, "", f"{checkpoint.whole.folder}: hidden2tag")
    )


def unified_mixes(checkpoint: CometCheckpoint) -> tuple[Mix, ...]:
    """Return the mix of layers of a unified model, and the layer from which tokens are labelled.

    Args:
        checkpoint: The checkpoint.

    Raises:
        InputError: If there is no such layer.
    """
    if not checkpoint.settings.labels_tokens:
        return (mix(checkpoint),)
    return mix(checkpoint), one_layer(
        _checked(checkpoint, checkpoint.settings.word_layer), depth(checkpoint) + 1
    )


def depth(checkpoint: CometCheckpoint) -> int:
    """Return the number of layers of the encoder, without the embeddings.

    Args:
        checkpoint: The checkpoint.
    """
    return int(checkpoint.encoder.config().get("num_hidden_layers") or 0)


def _checked(checkpoint: CometCheckpoint, layer: int) -> int:
    if not 0 <= layer <= depth(checkpoint):
        raise InputError(
            f"{checkpoint.whole.folder}: hparams.yaml names layer {layer} of an encoder with "
            f"layers 0 to {depth(checkpoint)}; copy the model and its encoder's config.json anew"
        )
    return layer
