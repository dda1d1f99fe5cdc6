"""A file of weights in place of a checkpoint's own, such as BARTScore's of ParaBank."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, UsageError, one_line
from sacreval.io.files import sha256
from sacreval.models.loading import Device, DType, Head, load_with_head
from sacreval.models.weights.weight_files import unreadable

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint


class WeightFile(NamedTuple):
    """A file with one tensor for each parameter of a model.

    Args:
        path: The file.
        sha256: SHA-256 of its bytes, in hexadecimal.
    """

    path: Path
    sha256: str


def weight_file(path: str, *, pickles: bool) -> WeightFile:
    """Find a file of weights and hash it.

    Args:
        path: The file: safetensors, or a pickle.
        pickles: Whether it may be a pickle, which is read without running code (`weights_only`).

    Raises:
        UsageError: If it is a pickle and may not be.
        InputError: If it cannot be read.
    """
    file = Path(path)
    if file.suffix != ".safetensors" and not pickles:
        raise UsageError(
            f"{file}: weights that are a pickle may run code when they are read; convert them to "
            "safetensors, or give --pickles to read numbers only"
        )
    digest = sha256(path) if file.is_file() else None
    if not digest:
        raise InputError(f"{file}: no such file of weights; correct the name")
    return WeightFile(file, digest)


@lru_cache(maxsize=1)
def load_replaced(
    checkpoint: Checkpoint, head: Head, dtype: DType, device: Device, weights: WeightFile
) -> Any:
    """Load a model with its head, and replace all its weights.

    Args:
        checkpoint: The checkpoint.
        head: What the model computes.
        dtype: Type of weights and logits.
        device: Where the model runs.
        weights: The file of weights.

    Raises:
        InputError: If the file is damaged, or has other weights than the model.
    """
    model = load_with_head.__wrapped__(checkpoint, head, dtype, device)  # not the copy others use
    try:
        model.load_state_dict(_tensors(weights.path))
    except Exception as error:
        otherwise = (
            f"{weights.path}: not the weights of {checkpoint.name} ({one_line(error)}); name the "
            "file that was made for this model"
        )
        raise unreadable(weights.path, error, otherwise) from error
    return model


def _tensors(path: Path) -> Any:
    if path.suffix == ".safetensors":
        from safetensors.torch import load_file

        return load_file(path)
    import torch

    return torch.load(path, map_location="cpu", weights_only=True)
