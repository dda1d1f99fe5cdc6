"""Tiny classifiers with random weights: the models of `tiny_models` with a head."""

import json
import shutil
import tempfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from support import summac_records, tiny_models

HOME = tiny_models.HOME.parent / "classifiers-1"  # a new number where the recipe changes
NLI = ("contradiction", "neutral", "entailment")
TOXICITY = ("toxicity", "severe_toxicity", "insult")
REGARD = ("positive", "negative", "neutral", "other")


def folders() -> list[str]:
    """Return the folders of classifiers of inference; none without the packages of the extra."""
    return (
        [str(build(kind, NLI)) for kind in ("bert", "roberta")] if tiny_models.installed() else []
    )


def options() -> dict[str, tuple[dict[str, Any], ...]]:
    """Return the options of metrics on a classifier; none without the packages of the extra."""
    if not tiny_models.installed():
        return {}
    nli = [{"model": folder} for folder in folders()]
    rule = {"splitting": "rule"}
    toxic = str(build("bert", TOXICITY))
    return {
        "nli-faithfulness": (*nli, {**nli[0], "claims": "whole", "documents": "joined"}),
        "summac-zs": ({**nli[0], **rule}, {**nli[1], **rule, "over_output": "min"}),
        "summac-conv": ({**nli[0], **rule, "layers": str(_layers())},),
        "alignscore": tuple(
            {"model": str(_aligned()), **rule, "mode": m} for m in ("nli_sp", "bin")
        ),
        "toxicity": ({"model": toxic}, {"model": toxic, "activation": "sigmoid"}),
        "regard": ({"model": str(build("roberta", REGARD))},),
        "bleurt": ({"model": str(build("bert", ("score",)))},),
        "minicheck": ({"model": str(build("bert", ("no", "yes"))), **rule},),
    }


@cache
def _layers() -> Path:
    """Return a file of learned layers of SummaC-Conv, which is written if it is not there."""
    import torch
    from safetensors.torch import save_file

    path = HOME / "layers.safetensors"
    if not path.is_file():
        file = Path(tempfile.mkdtemp(dir=HOME)) / path.name
        save_file({k: torch.tensor(v) for k, v in summac_records.layers(23).items()}, file)
        file.replace(path)
        file.parent.rmdir()
    return path


@cache
def _aligned() -> Path:
    """Return the folder of a tiny AlignScore, which is written if it is not there."""
    place = HOME / "alignscore-bert"
    if not place.is_dir():
        work = Path(tempfile.mkdtemp(dir=HOME))
        alignscore("bert", work)
        (work / "align.ckpt").unlink()
        (work / "align.safetensors").rename(work / "model.safetensors")
        for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
            shutil.copy(tiny_models.build("bert") / name, work)
        try:
            work.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(work)
    return place


@cache
def build(kind: str, labels: tuple[str, ...], problem: str | None = None) -> Path:
    """Return the folder of a tiny classifier, which is written if it is not there.

    Args:
        kind: `bert` or `roberta`, whose tokenizers are those of `tiny_models`.
        labels: Names of the classes.
        problem: The `problem_type` of the configuration.
    """
    tiny_models.needed()
    named = zlib.crc32(repr((labels, problem)).encode())
    place = HOME / f"{kind}-{named:08x}"
    if not place.is_dir():
        HOME.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=HOME))
        for name in ("tokenizer.json", "tokenizer_config.json"):
            shutil.copy(tiny_models.build(kind) / name, work)
        write(work, kind, labels, problem)
        try:
            work.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(work)
    return place


def write(folder: Path, kind: str, labels: tuple[str, ...], problem: str | None = None) -> None:
    """Write the configuration and the weights of a classifier beside its tokenizer."""
    import transformers

    stated = json.loads((tiny_models.build(kind) / "config.json").read_text(encoding="utf-8"))
    stated |= {
        "id2label": dict(enumerate(labels)),
        "label2id": {label: i for i, label in enumerate(labels)},
        "problem_type": problem,
    }
    stated.pop("architectures", None)
    name = {"bert": "Bert", "roberta": "Roberta"}[kind]
    config = getattr(transformers, f"{name}Config")(**stated)
    model = getattr(transformers, f"{name}ForSequenceClassification")(config)
    fill(model)
    model.save_pretrained(folder)


def fill(model) -> None:
    """Set every parameter by its name; logits have a spread of a few units."""
    import torch

    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            drawn = np.random.RandomState(zlib.crc32(name.encode())).standard_normal(
                tuple(parameter.shape)
            )
            ones = "LayerNorm.weight" in name
            scale = 1.0 if name.startswith("classifier") or "embeddings" in name else 0.1
            parameter.copy_(torch.from_numpy(np.float32(ones + scale * drawn)))


def official_logits(folder, inputs, **options):
    """Return the logits of inputs by transformers' own tokenizer and model, one by one.

    Args:
        folder: The classifier.
        inputs: Tuples of one text or two.
        options: Options of the tokenizer, such as `truncation`.
    """
    import torch
    from transformers import AutoModelForSequenceClassification, PreTrainedTokenizerFast

    stated = json.loads((Path(folder) / "tokenizer_config.json").read_text(encoding="utf-8"))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(Path(folder) / "tokenizer.json"),
        model_input_names=["input_ids", "attention_mask"]
        + ["token_type_ids"] * stated["tokenizer_class"].startswith("Bert"),
    )
    model = AutoModelForSequenceClassification.from_pretrained(str(folder)).eval()
    with torch.inference_mode():
        rows = [
            model(**tokenizer(*([x] for x in texts), return_tensors="pt", **options))
            .logits[0]
            .numpy()
            for texts in inputs
        ]
    return np.array(rows, dtype=np.float64)


def official_probabilities(folder, inputs, **options):
    """Return the probabilities of classes of inputs by transformers; see `official_logits`."""
    logits = official_logits(folder, inputs, **options)
    odds = np.exp(logits)
    return odds / odds.sum(axis=1, keepdims=True)


def alignscore(kind, folder):
    """Write the weights of a tiny AlignScore as its checkpoints name them.

    Args:
        kind: `bert` or `roberta`.
        folder: Where `align.ckpt`, a checkpoint of Lightning, and `align.safetensors` are written.
    """
    import torch
    from safetensors.torch import save_file
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.from_pretrained(str(tiny_models.build(kind)))
    parts = {"base_model": AutoModel.from_config(config)}
    for name, classes in (("bin_layer", 2), ("tri_layer", 3), ("reg_layer", 1)):
        parts[name] = torch.nn.Linear(config.hidden_size, classes)
    whole = torch.nn.ModuleDict(parts)
    fill(whole)
    with torch.no_grad():
        for name in ("bin_layer", "tri_layer"):
            whole[name].weight.mul_(5)
    tensors = {name: tensor.clone() for name, tensor in whole.state_dict().items()}
    tensors["mlm_head.bias"] = torch.zeros(config.vocab_size)
    tensors["base_model.embeddings.position_ids"] = torch.arange(3)
    save_file(tensors, folder / "align.safetensors")
    stated = {"epoch": 0, "global_step": 0, "pytorch-lightning_version": "1.7.7"}
    known = {"state_dict": tensors, "hyper_parameters": {"model": kind}, **stated}
    torch.save(known, folder / "align.ckpt")
    return whole


def bleurt(folder, embeddings=None):
    """Write a tiny BLEURT with the names of bleurt-pytorch, and return it as transformers has it.

    Args:
        folder: An empty folder.
        embeddings: Size of the embeddings of a RemBERT; None for a BERT.
    """
    import transformers
    from safetensors.torch import save_file

    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tiny_models.build("bert") / name, folder)
    stated = json.loads((tiny_models.build("bert") / "config.json").read_text(encoding="utf-8"))
    sizes = {"input_embedding_size": embeddings} if embeddings else {}
    kind = "RemBert" if embeddings else "Bert"
    config = getattr(transformers, f"{kind}Config")(**(stated | {"num_labels": 1} | sizes))
    model = getattr(transformers, f"{kind}ForSequenceClassification")(config).eval()
    fill(model)
    changes = {f"{kind.lower()}.": "bleurt.",
               "encoder.embedding_hidden_mapping_in": "encoder.embedding_projection"}  # fmt: skip
    tensors = {}
    for name, tensor in model.state_dict().items():
        new = name
        for old, other in changes.items():
            new = new.replace(old, other)
        tensors[new] = tensor.clone()
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    settings = {"model_type": "bleurt", "embedding_size": embeddings, "tie_word_embeddings": False}
    (folder / "config.json").write_text(json.dumps(stated | settings), encoding="utf-8")
    return model
