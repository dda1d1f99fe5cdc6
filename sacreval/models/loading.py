"""A checkpoint in memory: an encoder cut to its first layers, or a whole model with its head."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sacreval.errors import InputError, NotSetUpError, UsageError, one_line
from sacreval.models.bert import bert
from sacreval.models.model_batches import with_one_thread
from sacreval.models.weights.weight_files import parameters, unreadable

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint


@contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers from writing to the terminal: what matters is checked afterwards."""
    from transformers.utils import logging

    level = logging.get_verbosity()
    logging.set_verbosity(logging.CRITICAL)
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logging.set_verbosity(level)


PACKAGES = ("torch", "transformers", "tokenizers", "safetensors")
SENTENCEPIECE = ("sentencepiece", "protobuf")
_MODULES = {"protobuf": "google.protobuf"}


def require(what: str, packages: Sequence[str] = PACKAGES) -> None:
    """Check that packages of the extra are installed, without importing them.

    Args:
        what: What needs them, for the message.
        packages: Their names.

    Raises:
        NotSetUpError: If one of them is not installed.
    """
    missing = [name for name in packages if not _is_there(_MODULES.get(name, name))]
    if missing:
        *first, last = missing
        named = f"{', '.join(first)} and {last}" if first else last
        raise NotSetUpError(f"{what} needs {named}; run: pip install 'sacreval[neural]'")


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package `google` around it
        return False


DType = Literal["float32", "bfloat16", "float16"]
Device = Literal["cpu", "cuda"]
Head = Literal["SequenceClassification", "Seq2SeqLM", "CausalLM", "MaskedLM"]
_LAYERS = ("encoder.layer", "encoder.layers", "encoder.block", "transformer.layer", "layer",
           "layers", "block", "h")  # fmt: skip


@lru_cache(maxsize=2)
def load(checkpoint: Checkpoint, depth: int, dtype: DType, device: Device) -> Any:
    """Load the encoder of a checkpoint.

    Args:
        checkpoint: The checkpoint; its own code, if it has any, is never run.
        depth: Number of layers to keep, from 1; later ones are not computed.
        dtype: Type of weights and states.
        device: Where the model runs.

    Returns:
        A model of transformers, or one that is called like it, see `models.bert`; its
        `last_hidden_state` is that of the last layer kept.

    Raises:
        UsageError: If there are fewer layers, or the device is not available.
        InputError: If the weights are damaged, or those of another architecture.
    """
    check_device(device)
    if (fast := bert(checkpoint, depth, dtype)) is not None:
        return with_one_thread(check_ids(fast, checkpoint).eval().to(device))
    model = _loaded(checkpoint, "AutoModel", dtype)
    if hasattr(model, "encoder") and hasattr(model, "decoder"):
        model = model.encoder
    _cut(model, depth, checkpoint.name)
    return with_one_thread(model.eval().to(device))


@lru_cache(maxsize=2)
def load_with_head(checkpoint: Checkpoint, head: Head, dtype: DType, device: Device) -> Any:
    """Load a whole model with its head.

    Args:
        checkpoint: The checkpoint; its own code, if it has any, is never run.
        head: What the model computes: logits of classes, or of the next or a masked token.
        dtype: Type of weights and logits.
        device: Where the model runs.

    Returns:
        A model of transformers, whose outputs have `logits`.

    Raises:
        UsageError: If the device is not available.
        InputError: If the weights are damaged, those of another architecture, or lack the head.
    """
    check_device(device)
    return with_one_thread(_loaded(checkpoint, f"AutoModelFor{head}", dtype).eval().to(device))


def check_device(device: Device) -> None:
    """Check that a device is available."""
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise UsageError("No CUDA device is available; use --device cpu")


def _loaded(checkpoint: Checkpoint, kind: str, dtype: DType) -> Any:
    """Load all weights into a class of transformers, and check that the model has no others."""
    import torch

    try:
        with quiet():
            options = {"output_loading_info": True, "ignore_mismatched_sizes": True}
            model, info = _read(checkpoint, kind, dtype=getattr(torch, dtype), **options)
    except InputError:
        raise
    except Exception as error:
        otherwise = (
            f"{checkpoint.folder}: the model cannot be loaded ({one_line(error)}); copy its files "
            "anew, or use a model of an architecture that transformers has"
        )
        raise unreadable(_file_of_weights(checkpoint), error, otherwise) from error
    _check_shapes(checkpoint, info["mismatched_keys"])
    unused = ("pooler",) if kind == "AutoModel" else ()
    names = sorted(map(str, info["missing_keys"]))
    lacking = [name for name in names if not any(word in name for word in unused)]
    if lacking:
        raise InputError(
            f"{checkpoint.folder}: the weights lack {lacking[0]} and {len(lacking) - 1} more; use "
            "weights of the architecture that config.json names"
        )
    return check_ids(model, checkpoint)


def _file_of_weights(checkpoint: Checkpoint) -> Path:
    """Return the path of the weights of a checkpoint; its folder if they are several files."""
    names = [name for name in checkpoint.files if name.endswith((".bin", ".safetensors"))]
    return checkpoint.folder / names[0] if len(names) == 1 else checkpoint.folder


def _check_shapes(checkpoint: Checkpoint, mismatched: Iterable[Any]) -> None:
    """Refuse weights whose shapes are not those that the configuration states."""
    for mismatch in sorted(mismatched, key=str):
        if isinstance(mismatch, str):  # transformers 4 lists names alone
            name, shapes = mismatch, "another shape than config.json states"
        else:
            name, has, stated = mismatch
            has, stated = (" x ".join(map(str, shape)) for shape in (has, stated))
            shapes = f"the shape {has}, and config.json states {stated}"
        raise InputError(
            f"{checkpoint.folder}: the weights {name} have {shapes}; copy both from the same model"
        )


def check_ids(model: Any, checkpoint: Checkpoint) -> Any:
    """Make a model refuse ids that its embeddings do not have, such as those of another tokenizer.

    Args:
        model: The model, a module of torch.
        checkpoint: Its checkpoint, for the message.

    Returns:
        The model, whose embeddings raise an InputError for such ids.
    """
    from torch.nn import Embedding

    def check(embedding: Any, inputs: tuple[Any, ...]) -> None:
        ids = inputs[0]
        if ids.numel() and int(ids.max()) >= embedding.num_embeddings:
            raise InputError(
                f"{checkpoint.folder}: the tokenizer has the id {int(ids.max())}, and the model "
                f"{embedding.num_embeddings} ids; use its own "
                "tokenizer: copy all files of the model anew"
            )

    for module in model.modules():
        if isinstance(module, Embedding) and "Position" not in type(module).__name__:
            module.register_forward_pre_hook(check)
    return model


def _read(checkpoint: Checkpoint, kind: str, **options: Any) -> Any:
    """Read a model from its folder; as a part of a larger model, from that one's weights."""
    import torch
    import transformers

    local = {"local_files_only": True, "trust_remote_code": False}
    auto = getattr(transformers, kind)
    if not checkpoint.weights:
        safe = {"use_safetensors": not checkpoint.pickled, "weights_only": True}
        return auto.from_pretrained(str(checkpoint.folder), **local, **safe, **options)
    config = transformers.AutoConfig.from_pretrained(str(checkpoint.folder), **local)
    with torch.device("meta"):  # without numbers
        cls = type(auto.from_config(config))
    weights = parameters(checkpoint.weights, "encoder.model.")
    return cls.from_pretrained(None, config=config, state_dict=weights, **options)


def _cut(model: Any, depth: int, name: str) -> None:
    """Keep the first layers of a model."""
    layers = int(getattr(model.config, "num_hidden_layers", 0) or 0)
    if not 1 <= depth <= layers:
        raise UsageError(f"{name} has layers 1 to {layers}; layer {depth} is none of them")
    if hasattr(getattr(model, "encoder", None), "albert_layer_groups"):
        model.encoder.config.num_hidden_layers = depth  # one group of weights for all layers
        return
    owner, last = _place_of_layers(model)
    if owner is not None:
        setattr(owner, last, getattr(owner, last)[:depth])
        return
    raise NotSetUpError(
        f"The layers of {type(model).__name__} have no place that sacreval knows; use a BERT, "
        "RoBERTa, DistilBERT, DeBERTa, XLNet, BART, T5 or GPT-2"
    )


def layers_of(model: Any) -> Any:
    """Return the list of a model's layers; None if its place is unknown."""
    owner, last = _place_of_layers(model)
    return None if owner is None else getattr(owner, last)


def _place_of_layers(model: Any) -> tuple[Any, str]:
    """Return the module that has the list of layers, and its name there; None if it is unknown."""
    from torch.nn import ModuleList

    for path in _LAYERS:
        *parents, last = path.split(".")
        owner = model
        for parent in parents:
            owner = getattr(owner, parent, None)
        if isinstance(getattr(owner, last, None), ModuleList):
            return owner, last
    return None, ""
