"""A classifier whose weights have other names than those of transformers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, one_line
from sacreval.models.loading import Device, DType, check_device, check_ids
from sacreval.models.weights.weight_files import read_tensors

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint

_COMPUTED = "position_ids"  # numbers that older checkpoints hold and newer models compute


class Renamed(NamedTuple):
    """What a checkpoint is called, and what transformers calls it.

    Args:
        kind: The type of the model in transformers, such as `bert`.
        names: Pairs: how names of its weights begin, and what replaces that; "" leaves them out.
        config: Options of the configuration that are changed, by name.
        path: File of the weights; None for those of the checkpoint.
        checksum: SHA-256 of that file, so that a file that changed is read again.
        pickles: Whether that file may be a pickle.
    """

    kind: str
    names: tuple[tuple[str, str], ...]
    config: tuple[tuple[str, Any], ...] = ()
    path: Path | None = None
    checksum: str = ""
    pickles: bool = False


@lru_cache(maxsize=2)
def load_renamed(found: Checkpoint, renamed: Renamed, dtype: DType, device: Device) -> Any:
    """Load a classifier.

    Args:
        found: The checkpoint with its configuration.
        renamed: The names of its weights.
        dtype: Type of weights and logits.
        device: Where the model runs.

    Returns:
        A model of transformers, whose outputs have `logits`.

    Raises:
        UsageError: If the device is not available, or the weights are an unwanted pickle.
        InputError: If weights are damaged, have unknown names, other shapes, or lack some.
    """
    import torch

    check_device(device)
    weights = _renamed(found, renamed)
    model = _empty(found, renamed)
    try:
        lacking, _ = model.load_state_dict(weights, strict=False)
    except RuntimeError as error:
        raise InputError(
            f"{_place(found, renamed)}: the weights do not fit the configuration "
            f"({one_line(error)}); name the folder of the model that they are of"
        ) from error
    if lacking:
        raise InputError(
            f"{_place(found, renamed)}: the weights lack {lacking[0]} and {len(lacking) - 1} more; "
            "copy the file anew, or use weights of this model"
        )
    return check_ids(model, found).to(getattr(torch, dtype)).eval().to(device)


def _renamed(found: Checkpoint, renamed: Renamed) -> dict[str, Any]:
    """Read the weights, by the names of transformers."""
    weights: dict[str, Any] = {}
    for name, tensor in _read(found, renamed).items():
        new = _new(name, renamed.names)
        if new is None and not name.endswith(_COMPUTED):
            raise InputError(
                f"{_place(found, renamed)}: '{name}' is no weight of this kind of model; use a "
                "checkpoint of the model that the metric names"
            )
        if new and not name.endswith(_COMPUTED):
            weights[new] = tensor
    return weights


def _new(name: str, names: tuple[tuple[str, str], ...]) -> str | None:
    """Return the new name of a weight; "" if it is left out, None if no pair fits."""
    for old, new in names:
        if name.startswith(old):
            return new + name.removeprefix(old) if new else ""
    return None


def _read(found: Checkpoint, renamed: Renamed) -> Mapping[str, Any]:
    if renamed.path is not None:
        return read_tensors(renamed.path, pickles=renamed.pickles)
    weights: dict[str, Any] = {}
    for path in found.paths():
        if path.suffix in {".safetensors", ".bin"}:
            weights |= read_tensors(path, pickles=found.pickled)
    return weights


def _empty(found: Checkpoint, renamed: Renamed) -> Any:
    """Build the model from its configuration, with weights that are then replaced."""
    import torch
    from transformers import CONFIG_MAPPING, AutoModelForSequenceClassification

    stated = {k: v for k, v in found.config().items() if k not in {"model_type", "architectures"}}
    for labels in ("id2label", "label2id"):
        stated.pop(labels, None)
    try:
        config = CONFIG_MAPPING[renamed.kind](**(stated | dict(renamed.config)))
        with torch.random.fork_rng(devices=[]):
            return AutoModelForSequenceClassification.from_config(config)
    except Exception as error:
        raise InputError(
            f"{found.folder / 'config.json'}: no configuration of a {renamed.kind} "
            f"({one_line(error)}); copy all files of the model there"
        ) from error


def _place(found: Checkpoint, renamed: Renamed) -> Path:
    return renamed.path or found.folder
