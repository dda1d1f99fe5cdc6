"""Files of weights: named tensors from safetensors, or from pickles without running their code."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError, UsageError, is_memory, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence


_SAFE = ".safetensors"
_CODE = re.compile(r"(?:GLOBAL|class) ([\w.]+)")  # what a pickle would import, in torch's message


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
        tensors = stored(path)
        if path.suffix != _SAFE and isinstance(tensors, dict):
            tensors = tensors.get("state_dict", tensors)
    except Exception as error:
        raise unreadable(path, error) from error
    return _checked(path, tensors)


def unreadable(path: Path, error: BaseException, otherwise: str = "") -> InputError:
    """Return the error for a file of weights, without torch's advice to read pickles with code.

    Args:
        path: The file.
        error: What a library raised, or an error that has it as its cause.
        otherwise: The sentence for errors that are not of a pickle; by default that the weights
            cannot be read.

    Raises:
        MemoryError: If memory ran out.
    """
    if is_memory(error):
        raise MemoryError from error
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, UnpicklingError | EOFError):
            if named := _CODE.search(str(cause)):
                return InputError(
                    f"{path}: the pickle holds {named[1]}, which is no tensor and could run code; "
                    "save the model's state_dict alone, or convert it to safetensors"
                )
            return InputError(
                f"{path}: no pickle of tensors, or a damaged one; copy the file anew, or convert "
                "it to safetensors"
            )
        cause = cause.__cause__ or cause.__context__
    usual = (
        f"{path}: the weights cannot be read ({one_line(error)}); copy the file anew, or convert "
        "it to safetensors"
    )
    return InputError(otherwise or usual)


def stored(path: Path) -> Any:
    """Return what a file of weights holds: safetensors, or a pickle without running its code."""
    if path.suffix == _SAFE:
        from safetensors.torch import load_file

        return load_file(path)
    import torch

    return torch.load(path, map_location="cpu", weights_only=True)


def _checked(path: Path, content: Any) -> dict[str, Any]:
    import torch

    tensors = isinstance(content, Mapping) and all(
        isinstance(name, str) and isinstance(tensor, torch.Tensor)
        for name, tensor in content.items()
    )
    if not tensors or not content:
        raise InputError(f"{path}: no tensors by name; name a file of a model's weights")
    return dict(content)


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
            tensors |= (_safe_parameters if path.suffix == ".safetensors" else _pickled_parameters)(
                path, prefix
            )
        except Exception as error:
            raise unreadable(path, error) from error
    return tensors


def _safe_parameters(path: Path, prefix: str) -> dict[str, Any]:
    from safetensors import safe_open

    with safe_open(path, framework="pt") as file:
        return {
            name.removeprefix(prefix): file.get_tensor(name)
            for name in file.keys()  # noqa: SIM118 - it is no mapping
            if name.startswith(prefix)
        }


def _pickled_parameters(path: Path, prefix: str) -> dict[str, Any]:
    import torch

    stored = torch.load(path, map_location="cpu", weights_only=True, mmap=zipfile.is_zipfile(path))
    if not isinstance(stored, dict) or "state_dict" not in stored:
        raise ValueError("no state_dict, as a checkpoint of Lightning has")
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in stored["state_dict"].items()
        if name.startswith(prefix)
    }
