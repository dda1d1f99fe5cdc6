"""Checkpoints of COMET: an encoder with heads, described by hparams.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from sacreval.errors import InputError
from sacreval.io.formats import yaml_files
from sacreval.models.weights.weights import (
    Checkpoint,
    WeightFiles,
    files_hash,
    located,
    refuse_pickles,
    tokenizer_files,
    weight_files,
)

HPARAMS = "hparams.yaml"
PICKLE = "checkpoints/model.ckpt"
_SUBFOLDER = "encoder"
_TWO_SEPARATORS = ("XLM-RoBERTa", "XLM-RoBERTa-XL", "MiniLM")
_UNIFIED = ("unified_metric", "xcomet_metric")
Class = Literal[
    "regression_metric", "referenceless_regression_metric", "unified_metric", "xcomet_metric",
    "ranking_metric",
]  # fmt: skip
Segment = Literal["mt", "src", "ref"]


class CometSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What hparams.yaml says of a model; what concerns training is left out.

    Args:
        class_identifier: The kind of model.
        encoder_model: The architecture of the encoder, as COMET names it.
        pretrained_model: The name of the encoder before it was trained further.
        layer: The layer that regression models read, 0 for the embeddings; `mix` for all.
        sent_layer: The same of unified models.
        layer_transformation: How weights of layers are normalised: by softmax, or by sparsemax.
            `sparsemax_patch` means softmax, with which such models were trained.
        layer_norm: Whether states of a layer are normalised before they are mixed.
        pool: How states of tokens become one vector.
        word_layer: The layer from which unified models label tokens.
        word_level_training: Whether a unified model labels tokens.
        activations: Function between the layers of the estimator.
        final_activation: Function after its last layer.
        input_segments: The texts that a unified model reads.
        error_labels: Severities of errors, in the order of the labels of tokens.
    """

    class_identifier: Class
    encoder_model: str = "XLM-RoBERTa"
    pretrained_model: str = "xlm-roberta-large"
    layer: int | Literal["mix"] = "mix"
    sent_layer: int | Literal["mix"] = "mix"
    layer_transformation: str = ""
    layer_norm: bool = True
    pool: Literal["avg", "cls", "max"] = "avg"
    word_layer: int = 24
    word_level_training: bool = False
    activations: str = "Tanh"
    final_activation: str | None = None
    input_segments: tuple[Segment, ...] = ("mt", "src", "ref")
    error_labels: tuple[str, ...] = ("minor", "major", "critical")

    @property
    def is_unified(self) -> bool:
        """Whether the texts are joined before they are encoded."""
        return self.class_identifier in _UNIFIED

    @property
    def labels_tokens(self) -> bool:
        """Whether each token of the output gets a label."""
        return self.class_identifier == "xcomet_metric" or self.word_level_training

    @property
    def mixed_layer(self) -> int | Literal["mix"]:
        """The layer of the vector of a text."""
        return self.sent_layer if self.is_unified else self.layer

    @property
    def separators(self) -> int:
        """Number of separators between two texts that are joined."""
        return 2 if self.encoder_model in _TWO_SEPARATORS else 1


class CometCheckpoint(NamedTuple):
    """A model of COMET on disk.

    Args:
        whole: All files that its numbers depend on.
        encoder: The configuration and the tokenizer of its encoder.
        settings: What hparams.yaml says.
        most: Largest number of tokens that the encoder reads; texts that are encoded alone, or
            before they are joined, are cut two tokens earlier.
    """

    whole: Checkpoint
    encoder: Checkpoint
    settings: CometSettings
    most: int


def comet_checkpoint(
    model: str, *, pickles: bool = False, metric: str = "METRIC"
) -> CometCheckpoint:
    """Find a model of COMET on disk and hash its files; nothing is downloaded.

    Args:
        model: A folder, or `name@commit`, a snapshot in the cache of Hugging Face. It has
            hparams.yaml; weights under COMET's names, in model.safetensors or in
            checkpoints/model.ckpt; and config.json and tokenizer of the encoder, beside them or in
            a subfolder `encoder`.
        pickles: Whether weights may be pickles, which are read without running code.
        metric: The metric that needs it, for the command in messages.

    Raises:
        UsageError: If the name has no commit, or the weights are pickles.
        NotSetUpError: If the snapshot is not on this machine.
        InputError: If a file is missing or cannot be read.
    """
    folder, name = located(model, metric)
    stated = settings(folder)
    weights = _weights(folder)
    refuse_pickles(folder, weights, pickles=pickles)
    home = _home(folder, stated)
    inside = ("config.json", *tokenizer_files(home))
    prefix = "" if home == folder else f"{_SUBFOLDER}/"
    files = tuple(sorted({HPARAMS, *weights.names, *(prefix + file for file in inside)}))
    whole = Checkpoint(name, folder, files, weights.pickled, files_hash(folder, files))
    paths = tuple(folder / file for file in weights.names if not file.endswith(".json"))
    encoder = whole._replace(folder=home, files=tuple(sorted(inside)), weights=paths)
    return CometCheckpoint(whole, encoder, stated, _most(encoder))


def settings(folder: Path) -> CometSettings:
    """Read hparams.yaml; defaults that differ by the kind of model are filled in.

    Args:
        folder: The folder of the model.

    Raises:
        InputError: If it has no such file, or one with unknown values.
    """
    path = folder / HPARAMS
    if not path.is_file():
        raise InputError(
            f"{folder}: no {HPARAMS}; name a folder with a model of COMET, or a snapshot of one"
        )
    stated = yaml_files.read(str(path)).data
    try:
        values = _without_null(stated)
        kind = values.get("class_identifier")
        usual: dict[str, Any] = {}
        if kind == "unified_metric":
            usual = {"layer_transformation": "sparsemax", "error_labels": ["minor", "major"]}
        elif kind == "xcomet_metric":
            usual = {"layer_transformation": "sparsemax", "layer_norm": False, "word_layer": 36}
        return msgspec.convert(usual | values, CometSettings)
    except msgspec.ValidationError as error:
        raise InputError(
            f"{path}: {error}; use a model whose settings sacreval knows, or copy the file anew"
        ) from error


def _without_null(stated: Any) -> dict[str, Any]:
    return {key: value for key, value in msgspec.convert(stated, dict[str, Any]).items()
            if value is not None}  # fmt: skip


def _weights(folder: Path) -> WeightFiles:
    """Find the weights: safetensors, or else the pickle that Lightning writes."""
    weights = weight_files(folder)
    if weights.names and not weights.pickled:
        return weights
    if (folder / PICKLE).is_file():
        return WeightFiles((PICKLE,), pickled=True)
    raise InputError(
        f"{folder}: no weights (model.safetensors, or {PICKLE}); copy all files of the model there"
    )


def _home(folder: Path, stated: CometSettings) -> Path:
    """Return the folder with the encoder's configuration and tokenizer."""
    for home in (folder / _SUBFOLDER, folder):
        if (home / "config.json").is_file() and tokenizer_files(home):
            return home
    raise InputError(
        f"{folder}: no config.json and tokenizer of the encoder; copy those of "
        f"{stated.pretrained_model}, without its weights, to {folder / _SUBFOLDER}"
    )


def _most(encoder: Checkpoint) -> int:
    """Return the number of tokens that COMET lets an encoder read: two fewer than it could."""
    positions = encoder.config().get("max_position_embeddings")
    if not isinstance(positions, int) or positions < 1 + 2 * 2:
        raise InputError(
            f"{encoder.folder / 'config.json'}: no max_position_embeddings; copy the file anew"
        )
    return positions - 2
