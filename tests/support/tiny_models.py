"""Tiny models with random weights, which the tests build: a BERT and a RoBERTa.

Weights are drawn by `numpy.random.RandomState`, whose numbers are frozen, from the name of each
parameter, so that they depend neither on torch nor on transformers. They test arithmetic, batches
and tokenization; a real model is needed to see that checkpoints load under their right names.
"""

import json
import os
import shutil
import tempfile
import zlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support import missing
from support.mirror import CHECKOUT

HOME = CHECKOUT / "build" / "tiny_models" / "1"  # a new number where the recipe changes
WORDS = (
    "the a cat sat on mat dog barked at boys three running nothing in common one two four five he "
    "said it once first second line here there upper lower mixed punctuation is not isn every where"
)
SHAPE = {
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 70,
}
LACKING = "metrics that run a model: torch and transformers are not installed (sacreval[neural])"


def installed() -> bool:
    """Return whether the packages of the extra are installed."""
    return all(find_spec(name) for name in ("torch", "transformers", "tokenizers", "safetensors"))


def folders() -> list[str]:
    """Return the folder of each tiny model; none without the packages of the extra."""
    return [str(build(kind)) for kind in ("bert", "roberta")] if installed() else []


def needed() -> None:
    """Skip a test without the packages of the extra, and list it."""
    if not installed():
        missing.say(LACKING)
        pytest.skip("no torch")


@cache
def build(kind: str) -> Path:
    """Return the folder of a tiny model, which is written if it is not there.

    Args:
        kind: `bert`, with word pieces and 70 tokens at most; `roberta`, with bytes; or
            `roberta-large`, the same with the 24 layers of the real one.
    """
    place = HOME / kind
    if not place.is_dir():
        HOME.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=HOME))
        if kind == "bert":
            _bert(work)
        else:
            _roberta(work, layers=24 if kind == "roberta-large" else 3)
        try:
            work.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(work)
    return place


def copied(kind: str, to: Path) -> Path:
    """Copy a tiny model, so that a test can damage it."""
    return Path(shutil.copytree(build(kind), to / kind))


def _bert(folder: Path) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel

    letters = [chr(i) for i in (*range(33, 127), *range(0x430, 0x450))]  # of a-z and Russian
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{x}" for x in letters)]
    pieces = dict.fromkeys([*names, *WORDS.split()])
    vocabulary = {name: i for i, name in enumerate(pieces)}
    whole = Tokenizer(models.WordPiece(vocabulary, unk_token=names[1]))
    whole.normalizer = normalizers.BertNormalizer(lowercase=True)
    whole.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    whole.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    whole.add_special_tokens(names[:4])
    stated = {"cls_token": "[CLS]", "sep_token": "[SEP]", "model_max_length": 64}
    _save(folder, whole, {"tokenizer_class": "BertTokenizerFast", **stated})
    _weights(folder, BertModel(BertConfig(vocab_size=len(vocabulary), **SHAPE)))


def _roberta(folder: Path, layers: int) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import RobertaConfig, RobertaModel

    names = ["<s>", "<pad>", "</s>", "<unk>", *sorted(pre_tokenizers.ByteLevel.alphabet())]
    vocabulary = {name: i for i, name in enumerate(names)}
    whole = Tokenizer(models.BPE(vocabulary, []))
    whole.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    whole.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=False, add_prefix_space=False
    )
    whole.add_special_tokens(names[:4])
    stated = {"cls_token": {"content": "<s>"}, "sep_token": {"content": "</s>"}}
    _save(folder, whole, {"tokenizer_class": "RobertaTokenizer", **stated})
    shape = SHAPE | {"num_hidden_layers": layers}
    config = RobertaConfig(vocab_size=len(vocabulary), type_vocab_size=1, pad_token_id=1, **shape)
    _weights(folder, RobertaModel(config))


def _save(folder: Path, whole: Any, stated: dict[str, Any]) -> None:
    whole.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps(stated), encoding="utf-8")


def _weights(folder: Path, model: Any) -> None:
    """Set every parameter by its name, and save the model."""
    import torch

    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            drawn = np.random.RandomState(zlib.crc32(name.encode())).standard_normal(
                tuple(parameter.shape)
            )
            ones = "LayerNorm.weight" in name
            parameter.copy_(torch.from_numpy(np.float32(ones + 0.1 * drawn)))
    model.save_pretrained(folder)


def official() -> Path:
    """Return the folder of the BERT whose worked numbers the collections hold; skip without it."""
    needed()
    collections = os.environ.get("SACREVAL_CASES") or os.devnull
    folder = Path(collections).parent / "tiny_models" / "bert-tiny"
    if not folder.is_dir():
        missing.say("bert-score's worked numbers: beside SACREVAL_CASES there is no tiny_models")
        pytest.skip("no tiny_models")
    return folder
