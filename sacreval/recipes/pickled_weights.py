"""Weights that are pickles, written as safetensors by a process of its own.

The process runs this file alone: it reads the tensors without running code of the pickle
(`weights_only`), with the few variables that Python needs, and without the keys of the user.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PICKLES = (".bin", ".ckpt", ".pt", ".pth")
_INDEX = "pytorch_model.bin.index.json"
_SAFE = "model.safetensors"
_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "SYSTEMROOT")
_SHOWN = 200  # most characters of an error


def pickled(names: Sequence[str]) -> list[str]:
    """Select the files that are pickles.

    Args:
        names: Paths of files.
    """
    return sorted(name for name in names if name.endswith(_PICKLES))


def to_safetensors(folder: Path, names: Sequence[str]) -> list[str]:
    """Replace the pickles of a model by safetensors with the same names and numbers.

    A single file becomes `model.safetensors`; shards keep their names, but for the ending, and
    their index.

    Args:
        folder: The folder of the model.
        names: The pickles in it.

    Returns:
        The names of the new files.

    Raises:
        InputError: If a pickle is damaged, or holds other things than tensors by name.
    """
    index = folder / _INDEX
    renamed = {name: _SAFE if len(names) == 1 else _of_shard(name) for name in names}
    for name, new in renamed.items():
        _convert(folder / name, folder / new)
        (folder / name).unlink()
    if not index.is_file():
        return list(renamed.values())
    text = index.read_text("utf-8")
    for name, new in renamed.items():
        text = text.replace(f'"{name}"', f'"{new}"')
    (folder / f"{_SAFE}.index.json").write_text(text, encoding="utf-8")
    index.unlink()
    return [*renamed.values(), f"{_SAFE}.index.json"]


def _of_shard(name: str) -> str:
    return name.replace("pytorch_model", "model").replace(".bin", ".safetensors")


def _convert(source: Path, target: Path) -> None:
    """Convert one file in a process of its own."""
    from sacreval.errors import InputError

    variables = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
    command = [sys.executable, "-I", __file__, str(source), str(target)]
    done = subprocess.run(command, env=variables, capture_output=True, check=False)  # noqa: S603 - this file
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        reason = lines[-1][:_SHOWN] if lines else f"exit code {done.returncode}"
        raise InputError(
            f"{source.name}: its numbers cannot be read without running its code ({reason}); use "
            "a model whose weights are safetensors, or another commit"
        )


def _tensors(path: str) -> dict[str, Any]:
    """Read the tensors of a pickle by name, each with memory of its own."""
    import torch

    stored = torch.load(path, map_location="cpu", weights_only=True)
    if isinstance(stored, dict):
        stored = stored.get("state_dict", stored)
    if not isinstance(stored, dict) or not stored:
        raise ValueError("it holds no tensors by name")
    for name, tensor in stored.items():
        if not isinstance(name, str) or not isinstance(tensor, torch.Tensor):
            raise ValueError(f"{name!r} is no tensor")  # noqa: TRY004 - a fault of the file
    return {name: tensor.clone().contiguous() for name, tensor in stored.items()}


def _main(source: str, target: str) -> None:
    from safetensors.torch import save_file

    try:
        save_file(_tensors(source), target, metadata={"format": "pt"})
    except Exception as error:  # noqa: BLE001 - whatever a damaged file makes torch raise
        wanted = re.search(r"GLOBAL (\S+)", str(error))  # a class or function that it would call
        first = (str(error).splitlines() or [""])[0].partition(". ")[0]
        sys.exit(f"it asks for {wanted[1]}" if wanted else f"{type(error).__name__}: {first}")


if __name__ == "__main__":
    _main(*sys.argv[1:])
