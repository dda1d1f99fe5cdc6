"""Layers that sentence-transformers puts on a pooled vector: dense, layer norm, normalisation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.errors import InputError, NotSetUpError, shortened
from sacreval.models.weights.weight_files import unreadable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

KINDS = ("Dense", "LayerNorm", "Normalize", "Dropout")
ACTIVATIONS = ("Tanh", "Identity", "ReLU", "Sigmoid", "GELU", "SiLU")
_EPSILON = 1e-5  # of torch.nn.LayerNorm
_SAFE, _PICKLE = "model.safetensors", "pytorch_model.bin"


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
        found: Array = scaled if self.bias is None else scaled + self.bias
        return found


def weights_file(folder: Path) -> str:
    """Return the name of the file of a layer's weights.

    Args:
        folder: The folder of the layer.

    Raises:
        InputError: If there is none.
    """
    for name in (_SAFE, _PICKLE):
        if (folder / name).is_file():
            return name
    raise InputError(f"{folder}: no weights ({_SAFE}); copy all files of the model there")


def read_layer(folder: Path, kind: str, config: Mapping[str, Any]) -> Layer:
    """Read a layer.

    Args:
        folder: Its folder.
        kind: One of `KINDS`.
        config: Its configuration.

    Raises:
        InputError: If its weights cannot be read, or do not fit each other.
        NotSetUpError: If its activation or its input is not supported.
    """
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
    import torch
    from safetensors.torch import load_file

    try:
        if path.name == _SAFE:
            found = load_file(path)
        else:
            found = torch.load(path, map_location="cpu", weights_only=True)
        return {name: tensor.float().numpy() for name, tensor in found.items()}
    except Exception as error:
        raise unreadable(path, error) from error
