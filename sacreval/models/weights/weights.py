"""Checkpoints: a model by folder or `name@commit`, and the SHA-256 of its files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from sacreval.errors import InputError, NotSetUpError, UsageError, shortened
from sacreval.models.weights import home

T = TypeVar("T")
SAFE, _SAFE_INDEX = "model.safetensors", "model.safetensors.index.json"
_ADAPTER = "adapter_config.json"  # which transformers applies where PEFT is installed
PICKLE, _PICKLE_INDEX = "pytorch_model.bin", "pytorch_model.bin.index.json"
FAIRSEQ_DICTIONARY = "fairseq_dict.txt"  # with spm.model, the vocabulary of a model of fairseq
TOKENIZER = (
    "added_tokens.json", FAIRSEQ_DICTIONARY, "merges.txt", "sentencepiece.bpe.model",
    "sentencepiece.model", "special_tokens_map.json", "spiece.model", "spm.model",
    "tokenizer.json", "tokenizer.model", "tokenizer_config.json", "vocab.json", "vocab.txt",
)  # fmt: skip
"""Files of tokenizers."""


class Checkpoint(NamedTuple):
    """A model on disk.

    Args:
        name: Its name without the commit; of a folder, the last part of its path.
        folder: The folder that holds it.
        files: Names of the files that numbers depend on, sorted: configuration, weights, tokenizer.
        pickled: Whether the weights are pickles.
        sha256: SHA-256 of the list of the files' names and SHA-256, in hexadecimal.
        weights: Files of a larger model whose weights named `encoder.model.` are this one's; none
            if the weights are in its own folder.
    """

    name: str
    folder: Path
    files: tuple[str, ...]
    pickled: bool
    sha256: str
    weights: tuple[Path, ...] = ()

    def paths(self) -> tuple[Path, ...]:
        """Return the path of each file."""
        return tuple(self.folder / name for name in self.files)

    def document(self, name: str) -> dict[str, Any]:
        """Read a JSON object of the checkpoint; empty if it has no such file."""
        return read_object(self.folder / name, dict[str, Any]) if name in self.files else {}

    def config(self) -> dict[str, Any]:
        """Read the configuration of the model."""
        return self.document("config.json")

    def padding(self) -> int:
        """Return the id of padding, from which RoBERTa counts positions; 0 if none is stated."""
        return int(self.config().get("pad_token_id") or 0)


def checkpoint(model: str, *, pickles: bool = False, metric: str = "METRIC") -> Checkpoint:
    """Find a model on disk and hash its files; nothing is downloaded.

    Args:
        model: A folder with config.json, weights and tokenizer; NAME or NAME@COMMIT of a model that
            `sacreval setup-metric` has set up, with the 40 hexadecimal digits of its commit; or
            NAME@COMMIT of a snapshot in the cache of Hugging Face. They are tried in this order.
        pickles: Whether weights may be pickles, which are read without running code
            (`weights_only`), if there is no safetensors file.
        metric: The metric that needs it, for the command in messages.

    Raises:
        UsageError: If there is no such folder or name, or the weights are pickles.
        NotSetUpError: If the model is not on this machine.
        InputError: If a file is missing or cannot be read.
    """
    folder, name = located(model, metric)
    read_object(folder / "config.json", dict[str, Any])
    if (folder / _ADAPTER).is_file():
        raise UsageError(f"{folder}: {_ADAPTER} changes the model; merge the adapter first")
    weights = weight_files(folder)
    if not weights.names:
        raise InputError(
            f"{folder}: no weights ({SAFE}); copy all files of the model there, or save it with "
            "save_pretrained"
        )
    refuse_pickles(folder, weights, pickles=pickles)
    files = {"config.json", *weights.names, *tokenizer_files(folder)}
    return hashed(name, folder, files, pickled=weights.pickled)


class WeightFiles(NamedTuple):
    """The files of weights in a folder.

    Args:
        names: Their names, and that of their index; none if there are no weights.
        pickled: Whether they are pickles.
    """

    names: tuple[str, ...]
    pickled: bool


def weight_files(folder: Path) -> WeightFiles:
    """Find the files of weights in a folder: those of safetensors, or else pickles.

    Args:
        folder: The folder.

    Raises:
        InputError: If an index of them is damaged.
    """
    for whole, index, pickled in ((SAFE, _SAFE_INDEX, False), (PICKLE, _PICKLE_INDEX, True)):
        if (folder / whole).is_file():
            return WeightFiles((whole,), pickled)
        if (folder / index).is_file():
            return WeightFiles((index, *_shards(folder / index)), pickled)
    return WeightFiles((), pickled=False)


def refuse_pickles(folder: Path, weights: WeightFiles, *, pickles: bool) -> None:
    """Check that weights are no pickles, or that the user allows them."""
    if weights.pickled and not pickles:
        raise UsageError(
            f"{folder}: the weights are a pickle, which may run code when it is read; set the "
            "model up with --convert, or give --pickles to read numbers only"
        )


def tokenizer_files(folder: Path) -> list[str]:
    """List the names of the files of a tokenizer that a folder holds."""
    return [file for file in TOKENIZER if (folder / file).is_file()]


def files_hash(folder: Path, files: Sequence[str]) -> str:
    """Return the SHA-256 of the list of the files' names and SHA-256, in hexadecimal."""
    hashes = "".join(f"{_file_hash(folder / file)}  {file}\n" for file in files)
    return hashlib.sha256(hashes.encode()).hexdigest()


def hashed(name: str, folder: Path, files: Iterable[str], *, pickled: bool) -> Checkpoint:
    """Hash the files of a model."""
    names = tuple(sorted(files))
    return Checkpoint(name, folder, names, pickled, files_hash(folder, names))


def located(model: str, metric: str) -> tuple[Path, str]:
    """Return the folder of a model, and its name without the commit.

    Args:
        model: A folder, NAME or NAME@COMMIT, see `checkpoint`.
        metric: The metric that needs it, for the command in messages.
    """
    folder = Path(model)
    if model and folder.is_dir():
        return folder, folder.resolve().name
    if setup := home.find(model, metric):
        if name := setup.damaged:
            raise InputError(
                f"{setup.folder / name}: missing, or of another size than when it was set up; run: "
                f"sacreval setup-metric {metric} --model {setup.pinned} --force"
            )
        return setup.folder, setup.name
    named = home.parsed(model)
    if named is None:
        raise UsageError(
            f"'{shortened(model)}' is no folder; name the folder of a model, or NAME@COMMIT with "
            "the 40 hexadecimal digits of a commit"
        )
    if not named.commit:
        raise NotSetUpError(
            f"'{shortened(model)}' is no folder, and no model of that name was set up; name a "
            f"folder, or run: sacreval setup-metric {metric} --model {shortened(model)}@COMMIT "
            "(without @COMMIT if sacreval setup-metric --list has it)"
        )
    snapshot = _hub() / f"models--{named.name.replace('/', '--')}" / "snapshots" / named.commit
    if not snapshot.is_dir():
        raise home.not_set_up(model, metric)
    return snapshot, named.name


def _hub() -> Path:
    """Return the cache folder of Hugging Face."""
    if named := os.environ.get("HF_HUB_CACHE"):
        return Path(named)
    home = os.environ.get("HF_HOME") or Path(
        os.environ.get("XDG_CACHE_HOME") or "~/.cache", "huggingface"
    )
    return Path(home).expanduser() / "hub"


def _shards(index: Path) -> list[str]:
    """List the files that an index of weights names; all must lie beside it."""
    names = read_object(index, dict[str, Any]).get("weight_map")
    shards = sorted({str(name) for name in names.values()}) if isinstance(names, dict) else []
    for name in shards:
        if Path(name).name != name:
            raise InputError(f"{index}: '{shortened(name)}' lies in another folder; move it here")
    if not shards:
        raise InputError(f"{index}: no weight_map with the files of weights; copy the model anew")
    return shards


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
def _hash_of(path: Path, _size: int, _changed: int) -> str:
    """Hash a file; one with the same size and time is not read again."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
