"""Parameters of a model by their names, from safetensors or from pickles read as numbers only."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacreval.models.weights.weight_files import unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence


def parameters(files: Sequence[Path], prefix: str) -> dict[str, Any]:
    """Read the tensors whose names begin with a prefix.

    Args:
        files: Files of safetensors; or pickles, read without running code, whose `state_dict` has
            the tensors.
        prefix: The beginning of the names, which is removed.

    Returns:
        Name to tensor of torch, on the processor.

    Raises:
        InputError: If a file is damaged, or a pickle holds anything else than numbers and texts.
    """
    tensors: dict[str, Any] = {}
    for path in files:
        try:
            tensors |= (_safe if path.suffix == ".safetensors" else _pickled)(path, prefix)
        except Exception as error:
            raise unreadable(path, error) from error
    return tensors


def _safe(path: Path, prefix: str) -> dict[str, Any]:
    from safetensors import safe_open

    with safe_open(path, framework="pt") as file:
        return {
            name.removeprefix(prefix): file.get_tensor(name)
            for name in file.keys()  # noqa: SIM118 - it is no mapping
            if name.startswith(prefix)
        }


def _pickled(path: Path, prefix: str) -> dict[str, Any]:
    import torch

    stored = torch.load(path, map_location="cpu", weights_only=True, mmap=zipfile.is_zipfile(path))
    if not isinstance(stored, dict) or "state_dict" not in stored:
        raise ValueError("no state_dict, as a checkpoint of Lightning has")
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in stored["state_dict"].items()
        if name.startswith(prefix)
    }
