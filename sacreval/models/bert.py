"""The encoder of BERT and RoBERTa, computed by torch alone.

Importing a model of transformers takes several seconds, which is longer than scoring a small file.
The calls of torch are those of transformers, in the same order, so that all states have equal
bytes. What this module does not know, `models.loading` leaves to transformers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError
from sacreval.models.weights.weight_files import parameters, read_tensors
from sacreval.models.weights.weights import weight_files

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint

Shapes = dict[str, tuple[int, ...]]
_PREFIXES = {"bert": "bert.", "roberta": "roberta.", "xlm-roberta": "roberta.",
             "camembert": "roberta."}  # fmt: skip
_EXPECTED: Mapping[str, Any] = {  # options of a configuration, with the only value that is known
    "hidden_act": "gelu", "position_embedding_type": "absolute", "is_decoder": False,
    "add_cross_attention": False, "chunk_size_feed_forward": 0, "quantization_config": None,
    "attn_implementation": None, "_attn_implementation": None,
}  # fmt: skip
_TABLES = ("word_embeddings", "token_type_embeddings", "position_embeddings")
_LAYER = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "mixed_norm": "attention.output.LayerNorm",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "narrow_norm": "output.LayerNorm",
}


def bert(checkpoint: Checkpoint, depth: int, dtype: str) -> Any:
    """Load the first layers of a BERT, RoBERTa, XLM-RoBERTa or CamemBERT.

    Args:
        checkpoint: The checkpoint.
        depth: Number of layers to keep, from 1.
        dtype: Type of weights and states, such as float32.

    Returns:
        A module of torch that is called as an encoder of transformers is: with `input_ids`,
        `attention_mask` and `output_hidden_states`. None for another architecture or option, and
        for weights that are damaged or lack something.
    """
    config = checkpoint.config()
    known = all(config.get(name, value) == value for name, value in _EXPECTED.items())
    prefix = _PREFIXES.get(str(config.get("model_type")))
    if not known or prefix is None:
        return None
    try:
        padding = None if prefix == "bert." else int(config.get("pad_token_id", 1))
        weights = _weights(checkpoint, prefix)
        parts = [_embeddings(weights), *(_layer(weights, i) for i in range(depth))]
        if not 1 <= depth <= config["num_hidden_layers"] or not _fits(parts, config):
            return None
        return _model(parts, config, padding, dtype)
    except (InputError, LookupError, TypeError, ArithmeticError):  # transformers says what is wrong
        return None


def _weights(checkpoint: Checkpoint, prefix: str) -> dict[str, Any]:
    """Read the weights by the names of an encoder without a head."""
    read: dict[str, Any] = {}
    if checkpoint.weights:
        read = parameters(checkpoint.weights, "encoder.model.")
    else:
        for name in weight_files(checkpoint.folder).names:
            if not name.endswith(".json"):
                read |= read_tensors(checkpoint.folder / name, pickles=checkpoint.pickled)
    return {_renamed(name.removeprefix(prefix)): tensor for name, tensor in read.items()}


def _renamed(name: str) -> str:
    """Return the modern name of a weight, which BERT's first checkpoints name otherwise."""
    return re.sub(r"\.beta$", ".bias", re.sub(r"\.gamma$", ".weight", name))


def _embeddings(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weights before the first layer."""
    norm = {f"norm_{kind}": weights[f"embeddings.LayerNorm.{kind}"] for kind in ("weight", "bias")}
    return norm | {name: weights[f"embeddings.{name}.weight"] for name in _TABLES}


def _layer(weights: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the weights of a layer: of each part its matrix, and its bias."""
    return {
        f"{short}_{kind}": weights[f"encoder.layer.{number}.{name}.{kind}"]
        for short, name in _LAYER.items()
        for kind in ("weight", "bias")
    }


def _fits(parts: list[dict[str, Any]], config: Mapping[str, Any]) -> bool:
    """Return whether weights have the shapes that the configuration states."""
    size, wide = config["hidden_size"], config["intermediate_size"]
    rows = (config["vocab_size"], config.get("type_vocab_size", 2),
            config["max_position_embeddings"])  # fmt: skip
    first: Shapes = {name: (row, size) for name, row in zip(_TABLES, rows, strict=True)}
    first |= {"norm_weight": (size,), "norm_bias": (size,)}
    matrices: Shapes = dict.fromkeys(_LAYER, (size, size)) | {
        "wide": (wide, size),
        "narrow": (size, wide),
    }
    layer: Shapes = {f"{name}_bias": shape[:1] for name, shape in matrices.items()}
    layer |= {f"{name}_weight": shape for name, shape in matrices.items()}
    layer |= {"mixed_norm_weight": (size,), "narrow_norm_weight": (size,)}
    return size % config["num_attention_heads"] == 0 and all(
        tuple(part[name].shape) == shape
        for part, expected in zip(parts, [first, *[layer] * (len(parts) - 1)], strict=True)
        for name, shape in expected.items()
    )


def _model(
    parts: list[dict[str, Any]], config: Mapping[str, Any], padding: int | None, dtype: str
) -> Any:
    """Return the module of some weights."""
    import torch
    from torch.nn import functional

    heads, eps = int(config["num_attention_heads"]), float(config.get("layer_norm_eps", 1e-12))

    class Part(torch.nn.Module):  # type: ignore[misc]
        def __init__(self, weights: Mapping[str, Any]) -> None:
            super().__init__()
            _register(self, weights, dtype)

        def weights(self, name: str) -> tuple[Any, Any]:
            return getattr(self, f"{name}_weight"), getattr(self, f"{name}_bias")

        def linear(self, states: Any, name: str) -> Any:
            return functional.linear(states, *self.weights(name))

        def normed(self, states: Any, name: str) -> Any:
            return functional.layer_norm(states, states.shape[-1:], *self.weights(name), eps)

    class Layer(Part):
        def forward(self, states: Any, mask: Any) -> Any:
            of_heads = (*states.shape[:-1], heads, states.shape[-1] // heads)
            mixed = functional.scaled_dot_product_attention(
                *(self.linear(states, name).view(of_heads).transpose(1, 2)
                  for name in ("query", "key", "value")),
                attn_mask=mask,
            ).transpose(1, 2)  # fmt: skip
            mixed = self.linear(mixed.reshape(states.shape), "mixed") + states
            mixed = self.normed(mixed, "mixed_norm")
            wide = functional.gelu(self.linear(mixed, "wide"))
            return self.normed(self.linear(wide, "narrow") + mixed, "narrow_norm")

    class Bert(Part):
        def __init__(self) -> None:
            words, others = parts[0]["word_embeddings"], parts[0].copy()
            del others["word_embeddings"]
            super().__init__(others)
            self.words = torch.nn.Embedding(*words.shape, _weight=_copied(words, dtype))
            self.layers = torch.nn.ModuleList(map(Layer, parts[1:]))
            self.config = SimpleNamespace(vocab_size=config["vocab_size"])
            self.requires_grad_(requires_grad=False)

        def forward(
            self, input_ids: Any, attention_mask: Any = None, *, output_hidden_states: bool = False
        ) -> SimpleNamespace:
            states = [self.embedded(input_ids)]
            mask = _mask(attention_mask)
            for layer in self.layers:
                states = [*(states if output_hidden_states else ()), layer(states[-1], mask)]
            return SimpleNamespace(last_hidden_state=states[-1], hidden_states=states)

        def embedded(self, ids: Any) -> Any:
            places = functional.embedding(_positions(ids, padding), self.position_embeddings)
            return self.normed(self.words(ids) + self.token_type_embeddings[0] + places, "norm")

    return Bert()


def _register(module: Any, weights: Mapping[str, Any], dtype: str) -> None:
    """Add copies of weights to a module, since their file may change while the model runs."""
    import torch

    for name, tensor in weights.items():
        copied = _copied(tensor, dtype)
        module.register_parameter(name, torch.nn.Parameter(copied))


def _copied(tensor: Any, dtype: str) -> Any:
    import torch

    return tensor.to(getattr(torch, dtype), copy=True)


def _mask(attention_mask: Any) -> Any:
    """Return which tokens attend to which (rows, 1, width, width); None if all attend to all."""
    if attention_mask is None or attention_mask.all():
        return None
    rows, width = attention_mask.shape
    return attention_mask.bool()[:, None, None, :].expand(rows, 1, width, width)


def _positions(ids: Any, padding: int | None) -> Any:
    """Return the position of each token, (1, width) or (rows, width); see `_model`."""
    import torch

    if padding is None:
        return torch.arange(ids.shape[1], device=ids.device)[None]
    known = (ids != padding).long()
    return known.cumsum(1) * known + padding
