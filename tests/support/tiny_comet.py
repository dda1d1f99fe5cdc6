"""Tiny models of COMET with random weights, in the layout of Unbabel and with safetensors.

The recipe of the weights is that of the worked numbers of `comet_tiny.json`: every parameter is
drawn from its name by numpy's RandomState.
"""

import json
import shutil
import tempfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from support import tiny_models

HOME = tiny_models.CHECKOUT / "build" / "tiny_comet" / "2"  # a new number where the recipe changes
POSITIONS = 200
KINDS: dict[str, dict[str, Any]] = {
    "regression": {"class_identifier": "regression_metric", "layer_transformation": "sparsemax",
                   "layer_norm": False, "pool": "avg", "layer": "mix"},
    "normalised": {"class_identifier": "regression_metric", "layer_transformation": "softmax",
                   "layer_norm": True, "pool": "cls", "layer": "mix", "encoder_model": "BERT"},
    "one-layer": {"class_identifier": "regression_metric", "layer_transformation": "softmax",
                  "layer_norm": False, "pool": "max", "layer": 0, "final_activation": "Sigmoid"},
    "qe": {"class_identifier": "referenceless_regression_metric", "layer": "mix",
           "layer_transformation": "sparsemax", "layer_norm": False, "pool": "avg"},
    "kiwi": {"class_identifier": "unified_metric", "layer_transformation": "sparsemax_patch",
             "layer_norm": False, "sent_layer": "mix", "input_segments": ["mt", "src"],
             "word_layer": 2, "word_level_training": False},
    "unite": {"class_identifier": "unified_metric", "layer_transformation": "sparsemax",
              "layer_norm": True, "sent_layer": "mix", "input_segments": ["mt", "src", "ref"],
              "word_layer": 2, "word_level_training": True, "error_labels": ["minor", "major"]},
    "xcomet": {"class_identifier": "xcomet_metric", "layer_transformation": "softmax",
               "layer_norm": False, "sent_layer": "mix", "word_layer": 2,
               "word_level_training": True, "error_labels": ["minor", "major", "critical"]},
}  # fmt: skip
VECTORS = {"regression_metric": 6, "referenceless_regression_metric": 4}
HIDDEN = (48, 16)
SPREAD = {"scalar_parameters": 1.0, "gamma": 1.0, "estimator": 0.2}


def folders(*kinds: str) -> list[str]:
    """Return the folders of tiny models; none without the packages of the extra."""
    return [str(build(kind)) for kind in kinds] if tiny_models.installed() else []


@cache
def build(kind: str) -> Path:
    """Return the folder of a tiny model, which is written if it is not there.

    Args:
        kind: A key of `KINDS`. `normalised` has a BERT as encoder, the others an XLM-RoBERTa.
    """
    place = HOME / kind
    if not place.is_dir():
        HOME.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=HOME))
        settings = {"encoder_model": "XLM-RoBERTa"} | KINDS[kind]
        write(work, place, settings, spread=SPREAD)
        try:
            work.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(work)
    return place


def copied(kind: str, to: Path) -> Path:
    """Copy a tiny model, so that a test can damage it."""
    return Path(shutil.copytree(build(kind), to / kind))


def write(
    folder: Path,
    place: Path,
    settings: dict[str, Any],
    *,
    spread: dict[str, float] | None = None,
    encoder: Path | None = None,
) -> None:
    """Write a model: hparams.yaml, safetensors, a Lightning checkpoint and the encoder's files.

    Args:
        folder: An empty folder.
        place: Where the folder will lie, which the Lightning checkpoint names.
        settings: What hparams.yaml says.
        spread: Standard deviation of parameters by a word of their names; 0.1 for others.
        encoder: Folder of the encoder; by default a tiny one, by `encoder_model`.
    """
    import torch
    from safetensors.torch import save_file

    _encoder(folder / "encoder", settings["encoder_model"], encoder)
    usual = {"hidden_sizes": list(HIDDEN), "activations": "Tanh", "dropout": 0.0}
    stated = usual | settings | {"pretrained_model": str(place / "encoder")}
    (folder / "hparams.yaml").write_text(json.dumps(stated), encoding="utf-8")  # JSON is YAML
    weights = _weights(folder / "encoder", settings, spread or {})
    save_file(weights, str(folder / "model.safetensors"))
    (folder / "checkpoints").mkdir()
    hyper = {k: v for k, v in stated.items() if k != "class_identifier"}
    torch.save(
        {"state_dict": weights, "hyper_parameters": hyper, "pytorch-lightning_version": "2.6.6"},
        folder / "checkpoints" / "model.ckpt",
    )


def _encoder(folder: Path, architecture: str, source: Path | None) -> None:
    """Write the configuration and the tokenizer of an encoder."""
    bert = architecture == "BERT"
    source = source or tiny_models.build("bert" if bert else "roberta")
    folder.mkdir()
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        if (source / name).is_file():
            shutil.copy(source / name, folder)
    if not bert:
        config = json.loads((folder / "config.json").read_text())
        config |= {"model_type": "xlm-roberta", "architectures": ["XLMRobertaModel"],
                   "max_position_embeddings": POSITIONS}  # fmt: skip
        (folder / "config.json").write_text(json.dumps(config))
        stated = {"tokenizer_class": "XLMRobertaTokenizerFast", "cls_token": "<s>",
                  "sep_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>"}  # fmt: skip
        (folder / "tokenizer_config.json").write_text(json.dumps(stated))
        whole = json.loads((folder / "tokenizer.json").read_text())
        whole["decoder"] = whole["pre_tokenizer"]  # which turns letters for bytes back into text
        (folder / "tokenizer.json").write_text(json.dumps(whole))


def _weights(encoder: Path, settings: dict[str, Any], spread: dict[str, float]) -> dict[str, Any]:
    """Draw the parameters of a model by their names, as COMET names them."""
    import torch

    shapes = _shapes(encoder, settings)
    return {name: torch.from_numpy(_drawn(name, shape, spread)) for name, shape in shapes.items()}


def _drawn(name: str, shape: tuple[int, ...], spread: dict[str, float]) -> np.ndarray:
    """Draw one parameter, with seed 1."""
    random = np.random.RandomState((1_000_003 + zlib.crc32(name.encode())) % 2**32)
    wide = next((value for word, value in spread.items() if word in name), 0.1)
    x = random.standard_normal(shape).astype(np.float32) * np.float32(wide)
    return np.asarray(1 + x if "LayerNorm.weight" in name else x, dtype=np.float32)


def _shapes(encoder: Path, settings: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """Return the shape of each parameter by its name."""
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.from_pretrained(encoder)
    model = AutoModel.from_config(config)
    kind, d = settings["class_identifier"], config.hidden_size
    shapes = {
        f"encoder.model.{name}": tuple(p.shape)
        for name, p in model.named_parameters()
        if "pooler" not in name
    }
    layers = range(config.num_hidden_layers + 1)
    shapes |= {f"layerwise_attention.scalar_parameters.{i}": (1,) for i in layers}
    shapes["layerwise_attention.gamma"] = (1,)
    sizes = (VECTORS.get(kind, 1) * d, *HIDDEN, 1)
    for i in range(len(sizes) - 1):
        shapes[f"estimator.ff.{3 * i}.weight"] = (sizes[i + 1], sizes[i])
        shapes[f"estimator.ff.{3 * i}.bias"] = (sizes[i + 1],)
    if settings.get("word_level_training"):
        labels = 1 + len(settings["error_labels"])
        shapes |= {"hidden2tag.weight": (labels, d), "hidden2tag.bias": (labels,)}
    return shapes
