"""Checkpoints: a model by folder or `name@commit`, and the SHA-256 of its files."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from sacreval.errors import InputError, NotSetUpError, UsageError, shortened

T = TypeVar("T")
_PINNED = re.compile(r"(?P<name>[\w.-]+(?:/[\w.-]+)?)@(?P<commit>[0-9a-f]{40})")
_SAFE, _SAFE_INDEX = "model.safetensors", "model.safetensors.index.json"
_PICKLE, _PICKLE_INDEX = "pytorch_model.bin", "pytorch_model.bin.index.json"
_TOKENIZER = (
    "added_tokens.json", "merges.txt", "sentencepiece.bpe.model", "special_tokens_map.json",
    "spiece.model", "spm.model", "tokenizer.json", "tokenizer.model", "tokenizer_config.json",
    "vocab.json", "vocab.txt",
)  # fmt: skip


class Checkpoint(NamedTuple):
    """A model on disk.

    Args:
        name: Its name without the commit; of a folder, the last part of its path.
        folder: The folder that holds it.
        files: Names of the files that numbers depend on, sorted: configuration, weights, tokenizer.
        pickled: Whether the weights are pickles.
        sha256: SHA-256 of the list of the files' names and SHA-256, in hexadecimal.
    """

    name: str
    folder: Path
    files: tuple[str, ...]
    pickled: bool
    sha256: str

    def paths(self) -> tuple[Path, ...]:
        """Return the path of each file."""
        return tuple(self.folder / name for name in self.files)

    def document(self, name: str) -> dict[str, Any]:
        """Read a JSON object of the checkpoint; empty if it has no such file."""
        return read_object(self.folder / name, dict[str, Any]) if name in self.files else {}

    def config(self) -> dict[str, Any]:
        """Read the configuration of the model."""
        return self.document("config.json")


def checkpoint(model: str, *, pickles: bool = False) -> Checkpoint:
    """Find a model on disk and hash its files; nothing is downloaded.

    Args:
        model: A folder with config.json, weights and tokenizer; or `name@commit`, a snapshot in
            the cache of Hugging Face, with the 40 hexadecimal digits of its commit.
        pickles: Whether weights may be pickles, which are read without running code
            (`weights_only`), if there is no safetensors file.

    Raises:
        UsageError: If the name has no commit, or the weights are pickles.
        NotSetUpError: If the snapshot is not on this machine.
        InputError: If a file is missing or cannot be read.
    """
    folder, name = located(model)
    weights, pickled = _weights(folder)
    if pickled and not pickles:
        raise UsageError(
            f"{folder}: the weights are a pickle, which may run code when it is read; convert them "
            "to safetensors, or give --pickles to read numbers only"
        )
    tokenizer = [file for file in _TOKENIZER if (folder / file).is_file()]
    return hashed(name, folder, {"config.json", *weights, *tokenizer}, pickled=pickled)


def hashed(name: str, folder: Path, files: Iterable[str], *, pickled: bool) -> Checkpoint:
    """Hash the files of a model.

    Args:
        name: Name of the model.
        folder: Its folder.
        files: Paths of the files in it.
        pickled: Whether any weights are pickles.

    Raises:
        InputError: If a file is missing or cannot be read.
    """
    names = tuple(sorted(files))
    hashes = "".join(f"{_file_hash(folder / file)}  {file}\n" for file in names)
    return Checkpoint(name, folder, names, pickled, hashlib.sha256(hashes.encode()).hexdigest())


def located(model: str) -> tuple[Path, str]:
    """Return the folder of a model, and its name without the commit.

    Args:
        model: A folder, or `name@commit`; see `checkpoint`.

    Raises:
        UsageError: If it is neither.
        NotSetUpError: If the snapshot is not on this machine.
    """
    if pinned := _PINNED.fullmatch(model):
        name, commit = pinned["name"], pinned["commit"]
        folder = _hub() / f"models--{name.replace('/', '--')}" / "snapshots" / commit
        if not folder.is_dir():
            raise NotSetUpError(
                f"{model} is not on this machine; run: hf download {name} --revision {commit}"
            )
        return folder, name
    folder = Path(model)
    if not model or not folder.is_dir():
        raise UsageError(
            f"'{shortened(model)}' is no folder; name the folder of a model, or NAME@COMMIT with "
            "the 40 hexadecimal digits of a commit"
        )
    return folder, folder.resolve().name


def _hub() -> Path:
    """Return the cache folder of Hugging Face."""
    if named := os.environ.get("HF_HUB_CACHE"):
        return Path(named)
    home = os.environ.get("HF_HOME") or Path(
        os.environ.get("XDG_CACHE_HOME") or "~/.cache", "huggingface"
    )
    return Path(home).expanduser() / "hub"


def _weights(folder: Path) -> tuple[list[str], bool]:
    """List the files of the weights; and whether they are pickles."""
    read_object(folder / "config.json", dict[str, Any])
    for whole, index, pickled in ((_SAFE, _SAFE_INDEX, False), (_PICKLE, _PICKLE_INDEX, True)):
        if (folder / whole).is_file():
            return [whole], pickled
        if (folder / index).is_file():
            return [index, *_shards(folder / index)], pickled
    raise InputError(
        f"{folder}: no weights ({_SAFE}); copy all files of the model there, or save it with "
        "save_pretrained"
    )


def _shards(index: Path) -> list[str]:
    """List the files that an index of weights names; all must lie beside it."""
    names = read_object(index, dict[str, Any]).get("weight_map")
    found = sorted({str(name) for name in names.values()}) if isinstance(names, dict) else []
    for name in found:
        if Path(name).name != name:
            raise InputError(f"{index}: '{shortened(name)}' lies in another folder; move it here")
    if not found:
        raise InputError(f"{index}: no weight_map with the files of weights; copy the model anew")
    return found


def read_object(path: Path, kind: type[T]) -> T:
    """Read a JSON file of a model.

    Args:
        path: The file.
        kind: Type of its content, such as an object.

    Raises:
        InputError: If it cannot be read, or has another type.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}; name a folder with all files of a model"
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not a JSON object ({error}); copy the file anew") from error


def _file_hash(path: Path) -> str:
    try:
        state = path.stat()
        return _hash_of(path, state.st_size, state.st_mtime_ns)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; copy all files of the model there") from error


@lru_cache(maxsize=256)
def _hash_of(path: Path, size: int, changed: int) -> str:
    """Hash a file; one with the same size and time is not read again."""
    del size, changed
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
