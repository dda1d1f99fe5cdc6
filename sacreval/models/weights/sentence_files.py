"""The folder of a model of sentence-transformers: what its own configuration states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from sacreval.errors import InputError, NotSetUpError, UsageError, shortened
from sacreval.models.pooling import MODES, Mode
from sacreval.models.sentence import SentenceModel
from sacreval.models.sentence_layers import KINDS, read_layer, weights_file
from sacreval.models.weights.weights import checkpoint, hashed, located, read_object

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
    own = _first_of(folder, [_joined(first.path, file) for file in TRANSFORMER], files)
    _check_task(folder, own)
    pooling = _config(folder, second)
    return SentenceModel(
        hashed(name, folder, files, pickled=pickled),
        inner,
        _modes(folder / second.path, pooling),
        bool(pooling.get("include_prompt", True)),
        tuple(read_layer(folder / one.path, one.kind, _config(folder, one)) for one in others),
        int(own.get("max_seq_length") or 0),
        bool(own.get("do_lower_case")),
        {str(key): str(text) for key, text in (stated.get("prompts") or {}).items()},
        str(stated.get("default_prompt_name") or ""),
    )


class _Module(NamedTuple):
    kind: str
    path: str


def _modules(folder: Path) -> list[_Module]:
    """List the modules, and check that they are supported in their order."""
    path = folder / MODULES
    found = []
    for one in read_object(path, list[dict[str, Any]]):
        kind, place = str(one.get("type")), str(one.get("path"))
        if Path(place).is_absolute() or ".." in Path(place).parts:
            raise InputError(f"{path}: '{shortened(place)}' lies elsewhere; move it into the model")
        own = kind.startswith("sentence_transformers.")
        found.append(_Module(kind.rpartition(".")[2] if own else kind, place))
    kinds = [one.kind for one in found]
    expected = kinds[:2] == ["Transformer", "Pooling"]
    odd = [kind for kind in kinds[2:] if kind not in KINDS] if expected else kinds
    if odd or not expected:
        raise NotSetUpError(
            f"{path}: modules {shortened(', '.join(odd) or 'none')} are not supported; use a model "
            f"with a Transformer, a Pooling and then {', '.join(KINDS)}"
        )
    return found


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


def _check_task(folder: Path, own: Mapping[str, Any]) -> None:
    task = own.get("transformer_task", "feature-extraction")
    output = own.get("module_output_name", "token_embeddings")
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
