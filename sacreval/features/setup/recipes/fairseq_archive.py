"""An archive with a translation model of fairseq, such as m39v1, written as an FSMT.

An FSMT of transformers is fairseq's transformer as published: each block normalises its output, and
positions are sines and cosines. Its weights have the same names but for `model.` before them.
SentencePiece model and dictionary are kept as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sacreval.errors import InputError, one_line
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.model_recipe import ModelRecipe
from sacreval.features.setup.recipes.pickled_weights import convert
from sacreval.features.setup.recipes.schema import remotes
from sacreval.features.setup.recipes.unpack import GIBIBYTE, ArchiveLimits, folder_for, unpack
from sacreval.models.weights.vocabularies import of_fairseq
from sacreval.models.weights.weights import FAIRSEQ_DICTIONARY

PICKLE, _PIECES, _SOURCE, _TARGET = "checkpoint.pt", "spm.model", "dict.src.txt", "dict.tgt.txt"
_LIMITS = ArchiveLimits(bytes=32 * GIBIBYTE, files=100)
_POSITIONS = 2000  # most tokens in prism.py
_PADDING, _END = 1, 2  # ids of fairseq
_UNKNOWN = ("encoder_normalize_before", "decoder_normalize_before", "cross_self_attention",
            "layer_wise_attention", "no_token_positional_embeddings")  # fmt: skip
_NO_WEIGHTS = (".version", "._float_tensor")
_EMBEDDINGS = ("encoder.embed_tokens.weight", "decoder.embed_tokens.weight")


def fetch_converted(recipe: ModelRecipe, fetcher: Fetcher, folder: Path) -> list[str]:
    """Fetch the archive of a model, and write the model in the format of transformers."""
    (remote,) = remotes(recipe)
    place = folder.with_name("archive")
    place.mkdir()
    replace(fetcher, allow_unpinned=True).fetch([remote], place)
    archive = place / remote.path
    content = folder_for(archive)
    unpack(archive, content, limits=_LIMITS)
    archive.unlink()
    content /= recipe.short
    _check(content, recipe, archive.name)
    (content / _PIECES).replace(folder / _PIECES)
    (content / _SOURCE).replace(folder / FAIRSEQ_DICTIONARY)
    ids = of_fairseq(folder / _PIECES, folder / FAIRSEQ_DICTIONARY).get_vocab()
    tensors, options = _read(content / PICKLE, place / "checkpoint.safetensors")
    _write(folder, tensors, _config(options, max(ids.values()) + 1))
    return ["config.json", "model.safetensors", _PIECES, FAIRSEQ_DICTIONARY]


def _check(content: Path, recipe: ModelRecipe, archive: str) -> None:
    """Check that all files are there, and are those of the recipe."""
    md5 = hashlib.md5(usedforsecurity=False)
    for name in (PICKLE, _PIECES, _SOURCE, _TARGET):  # the order of prism.py
        if not (content / name).is_file():
            raise InputError(
                f"{archive}: there is no {recipe.short}/{name} in this archive; get the archive "
                "from its official source"
            )
        with (content / name).open("rb") as file:
            while chunk := file.read(2**20):
                md5.update(chunk)
    if md5.hexdigest() != recipe.md5:
        raise InputError(
            f"{archive}: the MD5 of its files is {md5.hexdigest()}, where sacreval's recipe states "
            f"{recipe.md5}; get the archive from its official source"
        )
    if (content / _SOURCE).read_bytes() != (content / _TARGET).read_bytes():
        raise _unlike("its two dictionaries differ")


def _read(pickle: Path, safe: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read the weights and the options of a checkpoint, by a process of its own."""
    from safetensors import safe_open

    convert(pickle, safe, fairseq=True)
    pickle.unlink()
    with safe_open(safe, "pt") as file:
        options = json.loads(file.metadata()["args"])
        return {name: file.get_tensor(name) for name in file.keys()}, options  # noqa: SIM118 - no mapping


def _config(options: Mapping[str, Any], tokens: int) -> dict[str, Any]:
    """Return the configuration of the model, by the options that it was trained with."""
    unknown = [name for name in _UNKNOWN if options.get(name)]
    if unknown:
        raise _unlike(f"it was trained with {unknown[0]}")
    sizes = {"attention_heads": "attention_heads", "ffn_dim": "ffn_embed_dim", "layers": "layers"}
    return {
        "model_type": "fsmt",
        "architectures": ["FSMTForConditionalGeneration"],
        "langs": ["mul", "mul"],
        "src_vocab_size": tokens,
        "tgt_vocab_size": tokens,
        "d_model": options.get("encoder_embed_dim"),
        **{
            f"{side}_{name}": options.get(f"{side}_{theirs}")
            for side in ("encoder", "decoder")
            for name, theirs in sizes.items()
        },
        "activation_function": options.get("activation_fn", "relu"),
        "scale_embedding": not options.get("no_scale_embedding"),
        "max_position_embeddings": _POSITIONS,
        "bos_token_id": 0,
        "pad_token_id": _PADDING,
        "eos_token_id": _END,
        "decoder_start_token_id": _END,
    }


def _write(folder: Path, tensors: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Write weights and configuration in the format of transformers."""
    from safetensors.torch import save_file
    from transformers.models.fsmt.modeling_fsmt import SinusoidalPositionalEmbedding

    first, second = (tensors.get(name) for name in _EMBEDDINGS)
    if first is None or second is None or not first.equal(second):
        raise _unlike("its encoder and its decoder have different embeddings")
    weights = {f"model.{name}": t for name, t in tensors.items() if not name.endswith(_NO_WEIGHTS)}
    weights["model.decoder.output_projection.weight"] = first.clone()
    for side in ("encoder", "decoder"):
        weights[f"model.{side}.embed_positions.weight"] = (
            SinusoidalPositionalEmbedding.get_embedding(
                _POSITIONS + _PADDING + 1, first.shape[1], _PADDING
            )
        )
    _check_shapes(config, weights)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def _check_shapes(config: Mapping[str, Any], weights: Mapping[str, Any]) -> None:
    """Check that the model of transformers has these weights and no others."""
    import torch
    from transformers import AutoConfig, AutoModelForSeq2SeqLM

    try:
        with torch.device("meta"):
            stated = AutoConfig.for_model(**config)
            wanted = AutoModelForSeq2SeqLM.from_config(stated).state_dict()
    except Exception as error:
        raise _unlike(f"its options fit no model of transformers ({one_line(error)})") from error
    theirs, ours = ({(k, tuple(v.shape)) for k, v in x.items()} for x in (weights, wanted))
    if others := sorted(theirs ^ ours):
        raise _unlike(f"its {others[0][0].removeprefix('model.')} is lacking or another one")


def _unlike(what: str) -> InputError:
    return InputError(
        f"{PICKLE}: {what}; use a transformer of fairseq with one dictionary, one matrix of "
        "embeddings and the usual options, as m39v1 is"
    )
