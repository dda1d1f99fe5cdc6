"""A mirror of the usual models: tiny ones in the files and formats of the real repositories."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import structs

from sacreval.features.setup.recipes.model_recipe import ModelRecipe, known
from support import tiny_classifiers, tiny_comet, tiny_models, tiny_sentences, tiny_seq2seq

HOST = "huggingface.co"
ENCODER = ("config.json", "tokenizer.json", "tokenizer_config.json")
SENTENCES = ("modules.json", "sentence_bert_config.json", "1_Pooling/config.json")
IGNORED = {"flax_model.msgpack": b"x", "onnx/model.onnx": b"x", "training_args.bin": b"x"}


def tiny(recipe: str) -> Path:
    """Return the folder of the tiny model that stands for that of a recipe.

    Args:
        recipe: The name of the recipe.
    """
    return Path(_BUILDS.get(recipe, lambda: tiny_models.build("bert"))())


@cache
def _sentences() -> Path:
    """Return a tiny model of sentence-transformers, which takes the mean of its tokens."""
    place = tiny_models.HOME.parent / "sentences-1"
    if not place.is_dir():
        work = Path(tempfile.mkdtemp(dir=tiny_models.HOME.parent))
        pooling = {"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True}
        whole = tiny_sentences.build(work, ("Pooling", pooling), max_seq_length=40)
        with suppress(OSError):  # another process was faster
            whole.rename(place)
        shutil.rmtree(work)
    return place


_BUILDS: dict[str, Callable[[], Path]] = {
    "all-minilm-l6-v2": _sentences,
    "roberta-large": lambda: tiny_models.build("roberta"),
    "deberta-xlarge-mnli": lambda: tiny_models.build("roberta"),
    "wmt22-comet-da": lambda: tiny_comet.build("regression"),
    "wmt20-comet-da": lambda: tiny_comet.build("normalised"),
    "wmt20-comet-qe-da": lambda: tiny_comet.build("qe"),
    "wmt22-cometkiwi-da": lambda: tiny_comet.build("kiwi"),
    "xcomet-xl": lambda: tiny_comet.build("xcomet"),
    "bleurt-20": lambda: tiny_classifiers.build("bert", ("score",)),
    "bart-large-cnn": lambda: tiny_seq2seq.build("bart"),
    "metricx-24-hybrid-large": lambda: tiny_seq2seq.build("mt5"),
    "unieval-sum": lambda: tiny_seq2seq.build("t5"),
    "albert-xlarge-vitaminc-mnli": lambda: tiny_classifiers.build("bert", tiny_classifiers.NLI),
    "alignscore-large": lambda: Path(tiny_classifiers.options()["alignscore"][0]["model"]),
    "minicheck-roberta-large": lambda: tiny_classifiers.build("roberta", ("no", "yes")),
    "minicheck-flan-t5-large": lambda: tiny_seq2seq.build("t5"),
    "toxic-bert": lambda: tiny_classifiers.build("bert", tiny_classifiers.TOXICITY),
    "unbiased-toxic-roberta": lambda: tiny_classifiers.build("roberta", tiny_classifiers.TOXICITY),
    "roberta-hate-speech": lambda: tiny_classifiers.build("roberta", ("nothate", "hate")),
    "regardv3": lambda: tiny_classifiers.build("bert", tiny_classifiers.REGARD),
    "roberta-large-mnli": lambda: tiny_classifiers.build("roberta", tiny_classifiers.NLI),
    "gpt2": lambda: tiny_seq2seq.build("gpt2"),
    "gpt2-large": lambda: tiny_seq2seq.build("gpt2"),
    "bert-base-uncased": lambda: tiny_seq2seq.build("masked"),
}


def recipes() -> list[ModelRecipe]:
    """Return the recipes of all models of the hub, without the checksums of the real files."""
    return [structs.replace(recipe, sources=[], sha256={}) for recipe in known() if not recipe.md5]


def write(recipe: ModelRecipe, mirror: Path) -> None:
    """Write the files of a model, and of those that it has files of, with the hub's listings.

    Args:
        recipe: The recipe.
        mirror: Folder of the mirror.
    """
    source = tiny(recipe.name)
    files = {**IGNORED, "README.md": b"---\nlicense: mit\n---\n"}
    if (source / "hparams.yaml").is_file():
        stated = json.loads((source / "hparams.yaml").read_text())
        stated["pretrained_model"] = recipe.copies[0].model
        files["hparams.yaml"] = json.dumps(stated).encode()
        files["checkpoints/model.ckpt"] = (source / "checkpoints/model.ckpt").read_bytes()
        others = source / "encoder"
    else:
        names = [*ENCODER, *SENTENCES]
        files |= {n: (source / n).read_bytes() for n in names if (source / n).is_file()}
        weights = recipe.weights or ("pytorch_model.bin" if recipe.pickled else "model.safetensors")
        files[weights] = _weights(source, mirror, lightning=bool(recipe.weights), name=weights)
        others = source
    for copied in recipe.copies:
        if copied.into == "":
            for name in ENCODER if recipe.weights else ENCODER[1:]:
                del files[name]
        whole = {name: (others / name).read_bytes() for name in ENCODER}
        _repository(mirror, copied.model, copied.commit, {**whole, "model.safetensors": b"x"})
    _repository(mirror, recipe.model, recipe.commit, files)


def _weights(source: Path, mirror: Path, *, lightning: bool, name: str) -> bytes:
    """Return the weights of a model as its repository stores them."""
    safe = source / "model.safetensors"
    if name == safe.name:
        return safe.read_bytes()
    import torch
    from safetensors.torch import load_file

    tensors = load_file(safe)
    stored = {"state_dict": tensors, "hyper_parameters": {"model": "x"}} if lightning else tensors
    path = mirror / "weights"
    mirror.mkdir(exist_ok=True)
    torch.save(stored, path)
    content = path.read_bytes()
    path.unlink()
    return content


def _repository(mirror: Path, model: str, commit: str, files: dict[str, bytes]) -> None:
    """Write files and listing of one commit."""
    place = mirror / HOST / model / "resolve" / commit
    shutil.rmtree(place, ignore_errors=True)
    listing = []
    for name, content in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
        entry = {"type": "file", "path": name, "size": len(content)}
        blob = b"blob %d\0" % len(content) + content
        entry["oid"] = hashlib.sha1(blob, usedforsecurity=False).hexdigest()
        if name.endswith((".safetensors", ".bin", ".ckpt")):
            digest = hashlib.sha256(content).hexdigest()
            entry["lfs"] = {"oid": digest, "size": len(content)}
        listing.append(entry)
    path = mirror / HOST / "api" / "models" / model / "tree" / commit
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(listing))
