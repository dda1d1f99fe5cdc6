"""Folders of sentence-transformers, and classifiers whose weights have other names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sacreval.errors import InputError, NotSetUpError, UsageError, one_line, shortened
from sacreval.models.loading import Device, DType, check_device, check_ids
from sacreval.models.pooling import MODES, Mode
from sacreval.models.sentence import KINDS, SentenceModel, read_layer, weights_file
from sacreval.models.weights.weight_files import read_tensors
from sacreval.models.weights.weights import checkpoint, hashed, located, read_object

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint


MODULES = "modules.json"
TRANSFORMER = tuple(
    f"sentence_{kind}_config.json"
    for kind in ("bert", "roberta", "distilbert", "camembert", "albert", "xlm-roberta", "xlnet")
)
_WHOLE = "config_sentence_transformers.json"
_LEGACY = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}


def sentence_model(model: str, *, pickles: bool = False, metric: str = "METRIC") -> SentenceModel:
    """Find a model of sentence-transformers.

    Args:
        model: Its folder, or `name@commit`; see `models.weights.checkpoint`.
        pickles: Whether weights may be pickles, which are read without running code.
        metric: The metric that needs it, for the command in messages.

    Raises:
        UsageError: If it is a model without modules, or its weights are pickles.
        NotSetUpError: If it has a module that is not supported, or is not on this machine.
        InputError: If a file is missing or damaged.
    """
    folder, name = located(model, metric)
    if not (folder / MODULES).is_file():
        raise UsageError(
            f"{folder} has no {MODULES}, as a model of sentence-transformers has; name how the "
            "states of tokens are pooled, such as --pooling mean"
        )
    first, second, *others = _modules(folder)
    files = {MODULES}
    inner = checkpoint(str(folder / first.path), pickles=pickles)
    files |= {_joined(first.path, file) for file in inner.files}
    pickled = inner.pickled
    for module in (second, *others):
        files |= _files_of(folder, module, pickles=pickles)
        pickled |= any(file.endswith(".bin") for file in files)
    stated = _first_of(folder, (_WHOLE,), files)
    settings = _first_of(folder, [_joined(first.path, file) for file in TRANSFORMER], files)
    _check_task(folder, settings)
    pooling = _config(folder, second)
    return SentenceModel(
        hashed(name, folder, files, pickled=pickled),
        inner,
        _modes(folder / second.path, pooling),
        bool(pooling.get("include_prompt", True)),
        tuple(read_layer(folder / x.path, x.kind, _config(folder, x)) for x in others),
        int(settings.get("max_seq_length") or 0),
        bool(settings.get("do_lower_case")),
        {str(key): str(text) for key, text in (stated.get("prompts") or {}).items()},
        str(stated.get("default_prompt_name") or ""),
    )


class _Module(NamedTuple):
    kind: str
    path: str


def _modules(folder: Path) -> list[_Module]:
    """List the modules, and check that they are supported in their order."""
    path = folder / MODULES
    modules = []
    for entry in read_object(path, list[dict[str, Any]]):
        kind, place = str(entry.get("type")), str(entry.get("path"))
        if Path(place).is_absolute() or ".." in Path(place).parts:
            raise InputError(f"{path}: '{shortened(place)}' lies elsewhere; move it into the model")
        of_library = kind.startswith("sentence_transformers.")
        modules.append(_Module(kind.rpartition(".")[2] if of_library else kind, place))
    kinds = [module.kind for module in modules]
    expected = kinds[:2] == ["Transformer", "Pooling"]
    odd = [kind for kind in kinds[2:] if kind not in KINDS] if expected else kinds
    if odd or not expected:
        raise NotSetUpError(
            f"{path}: modules {shortened(', '.join(odd) or 'none')} are not supported; use a model "
            f"with a Transformer, a Pooling and then {', '.join(KINDS)}"
        )
    return modules


def _files_of(folder: Path, module: _Module, *, pickles: bool) -> set[str]:
    """List the files of a module."""
    place = folder / module.path
    files = {"config.json"} if (place / "config.json").is_file() else set()
    if module.kind in {"Dense", "LayerNorm"}:
        weights = weights_file(place)
        if weights.endswith(".bin") and not pickles:
            raise UsageError(
                f"{place}: the weights are a pickle, which may run code when it is read; convert "
                "them to safetensors, or give --pickles to read numbers only"
            )
        files.add(weights)
    return {_joined(module.path, file) for file in files}


def _first_of(folder: Path, names: Sequence[str], files: set[str]) -> dict[str, Any]:
    """Read the first of some files that is there, and add it to those of the model."""
    for name in names:
        if (folder / name).is_file():
            files.add(name)
            return read_object(folder / name, dict[str, Any])
    return {}


def _config(folder: Path, module: _Module) -> dict[str, Any]:
    path = folder / module.path / "config.json"
    if module.kind in {"Normalize", "Dropout"} and not path.is_file():
        return {}
    return read_object(path, dict[str, Any])


def _check_task(folder: Path, settings: Mapping[str, Any]) -> None:
    task = settings.get("transformer_task", "feature-extraction")
    output = settings.get("module_output_name", "token_embeddings")
    if task != "feature-extraction" or output != "token_embeddings":
        raise NotSetUpError(
            f"{folder}: a transformer for '{shortened(str(task))}' is not supported; use a model "
            "whose transformer computes states of tokens"
        )


def _modes(folder: Path, config: Mapping[str, Any]) -> tuple[Mode, ...]:
    """Return how states are pooled, in the order in which vectors are concatenated."""
    stated = config.get("pooling_mode")
    if stated is None:
        stated = [mode for key, mode in _LEGACY.items() if config.get(key)] or ["mean"]
    modes = [stated] if isinstance(stated, str) else list(stated)
    odd = [str(mode) for mode in modes if mode not in MODES]
    if odd:
        raise NotSetUpError(
            f"{folder}: pooling '{shortened(odd[0])}' is not supported; use a model with one of "
            f"{', '.join(MODES)}"
        )
    return tuple(cast("Mode", mode) for mode in modes)


def _joined(path: str, file: str) -> str:
    return f"{path}/{file}" if path else file


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
def load_renamed(checkpoint: Checkpoint, renamed: Renamed, dtype: DType, device: Device) -> Any:
    """Load a classifier.

    Args:
        checkpoint: The checkpoint with its configuration.
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
    weights = _renamed(checkpoint, renamed)
    model = _empty(checkpoint, renamed)
    try:
        lacking, _ = model.load_state_dict(weights, strict=False)
    except RuntimeError as error:
        raise InputError(
            f"{_place(checkpoint, renamed)}: the weights do not fit the configuration "
            f"({one_line(error)}); name the folder of the model that they are of"
        ) from error
    if lacking:
        raise InputError(
            f"{_place(checkpoint, renamed)}: the weights lack {lacking[0]} and {len(lacking) - 1} "
            "more; copy the file anew, or use weights of this model"
        )
    return check_ids(model, checkpoint).to(getattr(torch, dtype)).eval().to(device)


def _renamed(checkpoint: Checkpoint, renamed: Renamed) -> dict[str, Any]:
    """Read the weights, by the names of transformers."""
    weights: dict[str, Any] = {}
    for name, tensor in _read(checkpoint, renamed).items():
        new = _new(name, renamed.names)
        if new is None and not name.endswith(_COMPUTED):
            raise InputError(
                f"{_place(checkpoint, renamed)}: '{name}' is no weight of this kind of model; use "
                "a checkpoint of the model that the metric names"
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


def _read(checkpoint: Checkpoint, renamed: Renamed) -> Mapping[str, Any]:
    if renamed.path is not None:
        return read_tensors(renamed.path, pickles=renamed.pickles)
    weights: dict[str, Any] = {}
    for path in checkpoint.paths():
        if path.suffix in {".safetensors", ".bin"}:
            weights |= read_tensors(path, pickles=checkpoint.pickled)
    return weights


def _empty(checkpoint: Checkpoint, renamed: Renamed) -> Any:
    """Build the model from its configuration, with weights that are then replaced."""
    import torch
    from transformers import CONFIG_MAPPING, AutoModelForSequenceClassification

    stated = {
        k: v for k, v in checkpoint.config().items() if k not in {"model_type", "architectures"}
    }
    for labels in ("id2label", "label2id"):
        stated.pop(labels, None)
    try:
        config = CONFIG_MAPPING[renamed.kind](**(stated | dict(renamed.config)))
        with torch.random.fork_rng(devices=[]):
            return AutoModelForSequenceClassification.from_config(config)
    except Exception as error:
        raise InputError(
            f"{checkpoint.folder / 'config.json'}: no configuration of a {renamed.kind} "
            f"({one_line(error)}); copy all files of the model there"
        ) from error


def _place(checkpoint: Checkpoint, renamed: Renamed) -> Path:
    return renamed.path or checkpoint.folder
