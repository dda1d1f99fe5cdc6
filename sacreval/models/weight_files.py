"""Files of weights: named tensors from safetensors, or from pickles without running their code."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sacreval.errors import InputError, UsageError, is_memory, one_line

_SAFE = ".safetensors"


def read_tensors(path: Path, *, pickles: bool) -> dict[str, Any]:
    """Read the tensors of a file by name.

    Args:
        path: A safetensors file, or a pickle of torch: of tensors by name, or a checkpoint of
            Lightning, which has them as its `state_dict`.
        pickles: Whether the file may be a pickle, which is read without running code
            (`weights_only`).

    Raises:
        UsageError: If the file is a pickle, and pickles are not allowed.
        InputError: If the file is damaged, or holds other things than tensors.
    """
    if path.suffix != _SAFE and not pickles:
        raise UsageError(
            f"{path}: the weights are a pickle, which may run code when it is read; convert them "
            "to safetensors, or give --pickles to read numbers only"
        )
    try:
        found = _safe(path) if path.suffix == _SAFE else _pickled(path)
    except Exception as error:
        if is_memory(error):
            raise MemoryError from error
        raise InputError(
            f"{path}: the weights cannot be read ({one_line(error)}); copy the file anew, or "
            "convert it to safetensors"
        ) from error
    return _checked(path, found)


def _safe(path: Path) -> Any:
    from safetensors.torch import load_file

    return load_file(path)


def _pickled(path: Path) -> Any:
    import torch

    found = torch.load(path, map_location="cpu", weights_only=True)
    return found.get("state_dict", found) if isinstance(found, dict) else found


def _checked(path: Path, found: Any) -> dict[str, Any]:
    import torch

    tensors = isinstance(found, Mapping) and all(
        isinstance(name, str) and isinstance(one, torch.Tensor) for name, one in found.items()
    )
    if not tensors or not found:
        raise InputError(f"{path}: no tensors by name; name a file of a model's weights")
    return dict(found)
