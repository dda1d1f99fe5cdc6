"""A tiny translation model of fairseq in an archive, as the authors of Prism share theirs."""

import argparse
import hashlib
import sys
import tarfile
import types
import zlib
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from support import tiny_sentencepiece

WIDTH, INNER, HEADS, LAYERS = 16, 24, 4, 2
NAME = "m39v1"
FILES = ("checkpoint.pt", "spm.model", "dict.src.txt", "dict.tgt.txt")
OPTIONS = {
    "arch": "transformer", "activation_fn": "relu", "share_all_embeddings": True,
    "no_scale_embedding": False, "adaptive_softmax_cutoff": None, "lr": [0.1],
    **{f"{side}_{name}": value for side in ("encoder", "decoder") for name, value in (
        ("embed_dim", WIDTH), ("ffn_embed_dim", INNER), ("attention_heads", HEADS),
        ("layers", LAYERS), ("normalize_before", False), ("learned_pos", False))},
}  # fmt: skip


def write(folder: Path, **options: Any) -> Path:
    """Write the four files of a model with random weights.

    Args:
        folder: Folder in which a folder of the model's name is made.
        options: Options of its training that are not the usual ones.

    Returns:
        The folder of the model.
    """
    place = folder / NAME
    place.mkdir(parents=True)
    (place / "spm.model").write_bytes(tiny_sentencepiece.trained("xlm-roberta"))
    tokens = dictionary(place / "spm.model")
    text = "".join(f"{token} {1000 - i}\n" for i, token in enumerate(tokens))
    for name in ("dict.src.txt", "dict.tgt.txt"):
        (place / name).write_text(text, encoding="utf-8")
    checkpoint(place, weights(len(tokens) + 4), **options)
    return place


def dictionary(pieces: Path) -> list[str]:
    """Return the tokens of a dictionary: pieces in another order, of which some are missing."""
    from sentencepiece import SentencePieceProcessor

    model = SentencePieceProcessor(model_file=str(pieces))
    every = [model.id_to_piece(i) for i in range(3, len(model))]  # without <unk>, <s> and </s>
    return ["<en>", *every[:5:-1], "<fr>", "madeupword0000"]


def weights(tokens: int) -> dict[str, np.ndarray]:
    """Return weights by the names of fairseq, each drawn from its name."""
    shapes: dict[str, tuple[int, ...]] = {"encoder.embed_tokens.weight": (tokens, WIDTH)}
    for side in ("encoder", "decoder"):
        for i in range(LAYERS):
            layer = f"{side}.layers.{i}"
            attentions = ("self_attn",) if side == "encoder" else ("self_attn", "encoder_attn")
            for attention in attentions:
                for part in ("k", "v", "q", "out"):
                    shapes[f"{layer}.{attention}.{part}_proj.weight"] = (WIDTH, WIDTH)
                    shapes[f"{layer}.{attention}.{part}_proj.bias"] = (WIDTH,)
            for norm in (*attentions, "final"):
                shapes[f"{layer}.{norm}_layer_norm.weight"] = (WIDTH,)
                shapes[f"{layer}.{norm}_layer_norm.bias"] = (WIDTH,)
            for name, (rows, columns) in {"fc1": (INNER, WIDTH), "fc2": (WIDTH, INNER)}.items():
                shapes |= {
                    f"{layer}.{name}.weight": (rows, columns),
                    f"{layer}.{name}.bias": (rows,),
                }
    drawn = {
        name: np.random.RandomState(zlib.crc32(name.encode())).standard_normal(shape)
        for name, shape in shapes.items()
    }
    return {name: np.float32(0.3 * x + name.endswith("norm.weight")) for name, x in drawn.items()}


def checkpoint(folder: Path, numbers: dict[str, np.ndarray], **options: Any) -> None:
    """Write a checkpoint as fairseq 0.9 does, with statistics of its training.

    Args:
        folder: The folder of the model.
        numbers: The weights.
        options: Options of its training that are not the usual ones.
    """
    import torch

    model = {name: torch.from_numpy(array) for name, array in numbers.items()}
    model["decoder.embed_tokens.weight"] = model["encoder.embed_tokens.weight"]
    for side in ("encoder", "decoder"):
        model[f"{side}.version"] = torch.tensor([3.0])
        model[f"{side}.embed_positions._float_tensor"] = torch.zeros(1)
    meters = types.ModuleType("fairseq.meters")
    meter = type("AverageMeter", (), {"__module__": meters.__name__})
    meters.AverageMeter = meter  # type: ignore[attr-defined]
    trained = meter()
    trained.avg = 0.5
    stored = {
        "args": argparse.Namespace(**OPTIONS | options),
        "model": model,
        "optimizer_history": [{"lr_scheduler_state": {"best": 1.0}, "num_updates": 60}],
        "extra_state": {"train_meters": {"loss": trained}},
        "last_optimizer_state": {"state": {0: {"exp_avg": torch.ones(2)}}},
    }
    there = {"fairseq": types.ModuleType("fairseq"), meters.__name__: meters}
    with patch.dict(sys.modules, there):  # while pickle looks the class up
        path = folder / "checkpoint.pt"
        torch.save(stored, path, _use_new_zipfile_serialization=False)


def md5(place: Path) -> str:
    """Return the MD5 of the four files, one after another."""
    data = b"".join((place / name).read_bytes() for name in FILES)
    return hashlib.md5(data, usedforsecurity=False).hexdigest()


def archive(place: Path, mirror: Path) -> Path:
    """Write the archive of a model to a mirror, and return its path."""
    path = mirror / "data.statmt.org" / "prism" / f"{NAME}.tar"
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w") as bundle:
        bundle.add(place, NAME)
    return path
