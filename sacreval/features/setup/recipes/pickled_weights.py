"""Weights that are pickles, written as safetensors by a process of its own.

The process runs this file alone: it reads the tensors without running code of the pickle
(`weights_only`), with the few variables that Python needs, and without the keys of the user. It
also reads the options of a checkpoint of fairseq, which holds them as an `argparse.Namespace`.
"""

from __future__ import annotations

import argparse
import json
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
_ASKS = "it asks for "
_SHOWN = 200  # most characters of an error
_FAIRSEQ = "--fairseq"
_METERS = ("AverageMeter", "StopwatchMeter", "TimeMeter")  # of fairseq: statistics of its training


def pickled(names: Sequence[str]) -> list[str]:
    """Select the files that are pickles.

    Args:
        names: Paths of files.
    """
    return sorted(name for name in names if name.endswith(_PICKLES))


def to_safetensors(folder: Path, names: Sequence[str]) -> list[str]:
    """Replace the pickles of a model by safetensors with the same names and numbers.

    A `pytorch_model.bin`, its shards and those of modules in folders of their own keep their place;
    any other file becomes `model.safetensors`.
    """
    index = folder / _INDEX
    renamed = {name: _renamed(name) for name in names}
    for name, new in renamed.items():
        convert(folder / name, folder / new)
        (folder / name).unlink()
        if (parent := (folder / name).parent) != folder and not any(parent.iterdir()):
            parent.rmdir()
    if not index.is_file():
        return list(renamed.values())
    text = index.read_text("utf-8")
    for name, new in renamed.items():
        text = text.replace(f'"{name}"', f'"{new}"')
    (folder / f"{_SAFE}.index.json").write_text(text, encoding="utf-8")
    index.unlink()
    return [*renamed.values(), f"{_SAFE}.index.json"]


def _renamed(name: str) -> str:
    if not Path(name).name.startswith("pytorch_model"):
        return _SAFE
    return name.replace("pytorch_model", "model").replace(".bin", ".safetensors")


def convert(source: Path, target: Path, *, fairseq: bool = False) -> None:
    """Convert one file in a process of its own.

    Args:
        source: The pickle.
        target: The safetensors file that is written.
        fairseq: Whether it is a checkpoint of fairseq, whose options are written too, as JSON in
            the metadata `args`.

    Raises:
        InputError: If the pickle is damaged, or holds other things than tensors by name.
    """
    from sacreval.errors import InputError

    variables = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
    command = [sys.executable, "-I", __file__, str(source), str(target), *[_FAIRSEQ] * fairseq]
    done = subprocess.run(command, env=variables, capture_output=True, check=False)  # noqa: S603 - this file
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        reason = lines[-1][:_SHOWN] if lines else f"exit code {done.returncode}"
        remedy = (
            "get the archive from its official source"
            if fairseq
            else "use a model whose weights are safetensors, or another commit"
        )
        what = (
            "its numbers cannot be read without running its code"
            if reason.startswith(_ASKS)
            else "its numbers cannot be read, since it is damaged or holds other things"
        )
        raise InputError(f"{source.name}: {what} ({reason}); {remedy}")


def _tensors(path: str) -> dict[str, Any]:
    """Read the tensors of a pickle by name, each with memory of its own."""
    import torch

    stored = torch.load(path, map_location="cpu", weights_only=True)
    if isinstance(stored, dict):
        stored = stored.get("state_dict", stored)
    return _checked(stored)


class _Meter:
    """Stands for the statistics of training in a checkpoint of fairseq, without their code."""


def _fairseq(path: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read the tensors of a checkpoint of fairseq by name, and the options that are plain."""
    import torch

    meters = [(_Meter, f"fairseq.meters.{name}") for name in _METERS]
    with torch.serialization.safe_globals([argparse.Namespace, *meters]):
        stored = torch.load(path, map_location="cpu", weights_only=True)
    if not isinstance(stored, dict) or not isinstance(stored.get("args"), argparse.Namespace):
        raise ValueError("it is no checkpoint of fairseq")  # noqa: TRY004 - a fault of the file
    plain = str | int | float | bool | None
    args = {name: value for name, value in vars(stored["args"]).items() if isinstance(value, plain)}
    return _checked(stored.get("model")), args


def _checked(stored: Any) -> dict[str, Any]:
    """Check that tensors have names, and give each memory of its own."""
    import torch

    if not isinstance(stored, dict) or not stored:
        raise ValueError("it holds no tensors by name")
    for name, tensor in stored.items():
        if not isinstance(name, str) or not isinstance(tensor, torch.Tensor):
            raise ValueError(f"{name!r} is no tensor")  # noqa: TRY004 - a fault of the file
    return {name: tensor.clone().contiguous() for name, tensor in stored.items()}


def _main(source: str, target: str, *kind: str) -> None:
    from safetensors.torch import save_file

    try:
        tensors, args = _fairseq(source) if kind else (_tensors(source), None)
        stated = {} if args is None else {"args": json.dumps(args)}
        save_file(tensors, target, metadata={"format": "pt"} | stated)
    except Exception as error:  # noqa: BLE001 - whatever a damaged file makes torch raise
        wanted = re.search(r"GLOBAL (\S+)", str(error))  # a class or function that it would call
        first = (str(error).splitlines() or [""])[0].partition(". ")[0]
        sys.exit(f"{_ASKS}{wanted[1]}" if wanted else f"{type(error).__name__}: {first}")


if __name__ == "__main__":
    _main(*sys.argv[1:])
