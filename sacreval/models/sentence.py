"""Vectors of texts: states of tokens, pooled, and the layers of sentence-transformers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.errors import InputError, NotSetUpError, UsageError, shortened
from sacreval.models.encoder import encoder
from sacreval.models.loading import Device, DType
from sacreval.models.pooling import Mode, Pooling
from sacreval.models.tokenization import TokenIds, Tokenizer, limit, tokenizer
from sacreval.models.weights.weight_files import stored, unreadable
from sacreval.models.weights.weights import PICKLE, SAFE, Checkpoint, checkpoint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


KINDS = ("Dense", "LayerNorm", "Normalize", "Dropout")
ACTIVATIONS = ("Tanh", "Identity", "ReLU", "Sigmoid", "GELU", "SiLU")
_EPSILON = 1e-5  # of torch.nn.LayerNorm


class Layer(NamedTuple):
    """A layer of its weights.

    Args:
        kind: Dense is activation(weight x + bias); LayerNorm scales by mean and variance;
            Normalize makes a unit vector; Dropout does nothing when a model is used.
        activation: Name of the activation of a dense layer.
        weight: Array (output, input) or (d,), float32.
        bias: Array, float32.
    """

    kind: Literal["Dense", "LayerNorm", "Normalize", "Dropout"]
    activation: str = "Identity"
    weight: Array | None = None
    bias: Array | None = None

    def apply(self, vector: Array) -> Array:
        """Return the layer's vector of a vector (d,), float64."""
        import numpy as np

        if self.kind == "Normalize":
            unit: Array = vector / max(float(np.linalg.norm(vector)), 1e-12)
            return unit
        if self.kind == "Dropout" or self.weight is None:
            return vector
        if self.kind == "Dense":
            summed = self.weight.astype(np.float64) @ vector
            return _activated(self.activation, summed if self.bias is None else summed + self.bias)
        scaled = (vector - vector.mean()) / np.sqrt(vector.var() + _EPSILON) * self.weight
        shifted: Array = scaled if self.bias is None else scaled + self.bias
        return shifted


def weights_file(folder: Path) -> str:
    """Return the name of the file of a layer's weights."""
    for name in (SAFE, PICKLE):
        if (folder / name).is_file():
            return name
    raise InputError(f"{folder}: no weights ({SAFE}); copy all files of the model there")


def read_layer(folder: Path, kind: str, config: Mapping[str, Any]) -> Layer:
    """Read a layer."""
    if kind in {"Normalize", "Dropout"}:
        return Layer("Normalize" if kind == "Normalize" else "Dropout")
    weights = _read(folder / weights_file(folder))
    part = "linear" if kind == "Dense" else "norm"
    weight, bias = weights.get(f"{part}.weight"), weights.get(f"{part}.bias")
    if weight is None or weight.ndim != (2 if kind == "Dense" else 1):
        raise InputError(f"{folder}: no weights of a layer {kind}; copy the model's files anew")
    if kind == "LayerNorm":
        return Layer("LayerNorm", weight=weight, bias=bias)
    if config.get("module_input_name", "sentence_embedding") != "sentence_embedding":
        raise NotSetUpError(
            f"{folder}: a dense layer on something else than the vector of a text is not "
            "supported; use a model without it"
        )
    return Layer("Dense", _activation(folder, config), weight, bias)


def _activation(folder: Path, config: Mapping[str, Any]) -> str:
    stated = str(config.get("activation_function", "torch.nn.modules.activation.Tanh"))
    name = stated.rpartition(".")[2]
    if not stated.startswith("torch.nn.") or name not in ACTIVATIONS:
        raise NotSetUpError(
            f"{folder}: the activation '{shortened(stated)}' is not supported; use a model with "
            f"one of {', '.join(ACTIVATIONS)}"
        )
    return name


def _activated(name: str, x: Array) -> Array:
    import numpy as np
    from scipy.special import erf, expit

    if name == "Tanh":
        return np.tanh(x)
    if name == "ReLU":
        return np.maximum(x, 0.0)
    if name == "GELU":
        return np.asarray(x * (1 + erf(x / np.sqrt(2))) / 2)
    if name in {"Sigmoid", "SiLU"}:
        gate = np.asarray(expit(x))
        return gate if name == "Sigmoid" else x * gate
    return x


def _read(path: Path) -> dict[str, Array]:
    """Read the arrays of a file of weights, float32, by name."""
    try:
        return {name: tensor.float().numpy() for name, tensor in stored(path).items()}
    except Exception as error:
        raise unreadable(path, error) from error


_DEPTHS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers", "encoder_layers")


class SentenceModel(NamedTuple):
    """A model that turns a text into one vector.

    Args:
        whole: All files on which its numbers depend.
        encoder: The transformer.
        modes: How states of tokens are pooled.
        with_prompt: Whether the tokens of a prompt are pooled too.
        layers: What is done to the pooled vector, in order.
        most: Largest number of tokens that it states; 0 for that of the transformer.
        lowercase: Whether texts are put in lower case.
        prompts: Name to the text that is put before each text.
        default_prompt: Name of the prompt that is used if none is named; "" for none.
    """

    whole: Checkpoint
    encoder: Checkpoint
    modes: tuple[Mode, ...]
    with_prompt: bool = True
    layers: tuple[Layer, ...] = ()
    most: int = 0
    lowercase: bool = False
    prompts: Mapping[str, str] = {}
    default_prompt: str = ""

    def words(self) -> Tokenizer:
        """Return the tokenizer."""
        of_encoder = limit(self.encoder)
        longest = min((x for x in (of_encoder, self.most) if x), default=0)
        return tokenizer(self.encoder, longest=longest)

    def prompt(self, name: str) -> str:
        """Return the text of a prompt.

        Args:
            name: Its name; "" for the default.

        Raises:
            UsageError: If the model has no such prompt.
        """
        asked = name or self.default_prompt
        if not asked:
            return ""
        if asked not in self.prompts:
            known = ", ".join(sorted(self.prompts)) or "none"
            raise UsageError(
                f"{self.whole.folder} has no prompt '{shortened(asked)}'; its prompts are: {known}"
            )
        return self.prompts[asked]

    def tokens(self, texts: Sequence[str], prompt: str) -> list[TokenIds]:
        """Tokenize texts.

        Args:
            texts: The texts.
            prompt: Text that is put before each.
        """
        joined = [prompt + text for text in texts]
        return self.words().encode([text.lower() for text in joined] if self.lowercase else joined)

    def vectors(
        self, texts: Sequence[str], prompt: str, dtype: DType, device: Device
    ) -> list[Array]:
        """Return the vector of each text, (d,), float64.

        Args:
            texts: The texts.
            prompt: Text that is put before each.
            dtype: Type of weights and states.
            device: Where the model runs.
        """
        import numpy as np

        skip = 0 if self.with_prompt or not prompt else self._length(prompt)
        pool = Pooling(self.modes, skip)
        states = encoder(self.encoder, (depth(self.encoder),), dtype, device, pool).encode(
            [tokens.ids for tokens in self.tokens(texts, prompt)]
        )
        vectors = []
        for (state,) in states:
            vector = state.astype(np.float64)
            for layer in self.layers:
                vector = layer.apply(vector)
            vectors.append(vector)
        return vectors

    def _length(self, prompt: str) -> int:
        """Return the number of tokens of a prompt, without a special token at the end."""
        (tokens,) = self.tokens([""], prompt)
        return len(tokens.ids) - (tokens.ids[-1] in self.words().ends if tokens.ids else 0)


def depth(checkpoint: Checkpoint) -> int:
    """Return the number of layers of a model.

    Args:
        checkpoint: The model.

    Raises:
        InputError: If its configuration states none.
    """
    config = checkpoint.config()
    for name in _DEPTHS:
        if isinstance(config.get(name), int):
            return int(config[name])
    raise InputError(f"{checkpoint.folder / 'config.json'}: no num_hidden_layers; add it")


def plain_model(
    model: str, mode: Mode, *, pickles: bool = False, metric: str = "METRIC"
) -> SentenceModel:
    """Find a model of transformers whose states are pooled.

    Args:
        model: Its folder, or `name@commit`.
        mode: How states are pooled.
        pickles: Whether weights may be pickles.
        metric: The metric that needs it, for the command in messages.
    """
    transformer = checkpoint(model, pickles=pickles, metric=metric)
    return SentenceModel(transformer, transformer, (mode,))
