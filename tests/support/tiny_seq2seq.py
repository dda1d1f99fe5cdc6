"""Tiny models that score texts, with random weights: BART, FSMT, T5, mT5, GPT-2, a BERT's head.

They are built as those of `support.tiny_models` are, from the name of each parameter.
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

HOME = tiny_models.HOME.parent / "seq2seq-6"  # a new number where the recipe changes
WORDS = tiny_models.WORDS
POSITIONS = 96  # tokens that the BART and the GPT-2 read at most
NORMS = ("LayerNorm.weight", "layer_norm.weight", "layernorm_embedding.weight", "ln_")


def folders(kind: str) -> list[str]:
    """Return the folder of a tiny model; none without the packages of the extra."""
    return [str(build(kind))] if tiny_models.installed() else []


@cache
def build(kind: str) -> Path:
    """Return the folder of a tiny model, which is written if it is not there.

    Args:
        kind: `bart`, `fsmt` and `gpt2`, with bytes; `t5`, whose tokens are letters, words, Yes and
            No; `mt5`, a T5 with a vocabulary of 250,112; `masked`, a BERT that fills gaps.
    """
    place = HOME / kind
    if not place.is_dir():
        HOME.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=HOME))
        makers = {"bart": _bart, "fsmt": _fsmt, "gpt2": _gpt2, "t5": _t5, "mt5": _mt5}
        (makers | {"masked": _masked})[kind](work)
        try:
            work.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(work)
    return place


def copied(kind: str, to: Path) -> Path:
    """Copy a tiny model, so that a test can damage it."""
    return Path(shutil.copytree(build(kind), to / kind))


def _bart(folder: Path) -> None:
    from tokenizers import processors
    from transformers import BartConfig, BartForConditionalGeneration

    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    whole = _bytes(names)
    whole.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=False, add_prefix_space=False
    )
    stated = {"cls_token": "<s>", "sep_token": "</s>", "pad_token": "<pad>"}
    tiny_models._save(folder, whole, {"tokenizer_class": "BartTokenizer", **stated})
    config = BartConfig(
        vocab_size=whole.get_vocab_size(), d_model=16, encoder_layers=2, decoder_layers=2,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, max_position_embeddings=POSITIONS, pad_token_id=1, bos_token_id=0,
        eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2,
    )  # fmt: skip
    _weights(folder, BartForConditionalGeneration(config))


def _fsmt(folder: Path) -> None:
    from safetensors.torch import save_file
    from tokenizers import processors
    from transformers import FSMTConfig, FSMTForConditionalGeneration

    whole = _bytes(["<s>", "<pad>", "</s>", "<unk>", "<en>"])
    whole.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 2)]
    )
    tiny_models._save(folder, whole, {"tokenizer_class": "PreTrainedTokenizerFast"})
    size = whole.get_vocab_size()
    config = FSMTConfig(
        langs=["a", "a"], src_vocab_size=size, tgt_vocab_size=size, d_model=16, encoder_layers=2,
        decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2,
        encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=POSITIONS,
        decoder_start_token_id=2,
    )  # fmt: skip
    model = FSMTForConditionalGeneration(config)
    _weights(folder, model)
    # Versions of transformers save and tie different ones of the three equal embeddings.
    tensors = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})


def _gpt2(folder: Path) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel

    whole = _bytes(["<|endoftext|>"])
    stated = {"tokenizer_class": "GPT2Tokenizer", "bos_token": "<|endoftext|>"}
    tiny_models._save(folder, whole, stated)
    config = GPT2Config(
        vocab_size=whole.get_vocab_size(), n_positions=POSITIONS, n_embd=16, n_layer=2, n_head=2,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    _weights(folder, GPT2LMHeadModel(config))


def _bytes(names: list[str]) -> Any:
    """Return a byte-level tokenizer with special tokens and no merges."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    vocabulary = {
        x: i for i, x in enumerate([*names, *sorted(pre_tokenizers.ByteLevel.alphabet())])
    }
    whole = Tokenizer(models.BPE(vocabulary, []))
    whole.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    whole.add_special_tokens(names)
    return whole


def _t5(folder: Path) -> None:
    _pieces(folder, size=256)


def _mt5(folder: Path) -> None:
    _pieces(folder, size=250_112)


def _pieces(folder: Path, size: int) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import (
        MT5Config,
        MT5ForConditionalGeneration,
        T5Config,
        T5ForConditionalGeneration,
    )

    blank = "▁"
    names = ["<pad>", "</s>", "<unk>", blank, f"{blank}Yes", f"{blank}No"]
    letters = [chr(i) for i in (*range(33, 127), *range(0x430, 0x450))]
    words = [blank + word for word in dict.fromkeys(WORDS.split()) if len(word) > 1]
    pieces = [*names, *letters, *words]
    scored = [(piece, -float(i % 7) - 10 * (len(piece) == 1)) for i, piece in enumerate(pieces)]
    whole = Tokenizer(models.Unigram(scored, unk_id=2, byte_fallback=False))
    whole.pre_tokenizer = pre_tokenizers.Sequence(  # as that of T5
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    whole.add_special_tokens(names[:3])
    whole.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    stated = {"tokenizer_class": "T5TokenizerFast", "eos_token": "</s>", "unk_token": "<unk>"}
    tiny_models._save(folder, whole, stated)
    wide = size > 1000
    kind, config = (
        (MT5ForConditionalGeneration, MT5Config) if wide else (T5ForConditionalGeneration, T5Config)
    )
    configuration = config(
        vocab_size=size, d_model=4 if wide else 16, d_kv=4, d_ff=32, num_layers=2, num_heads=2,
        decoder_start_token_id=0, pad_token_id=0, eos_token_id=1,
    )  # fmt: skip
    _weights(folder, kind(configuration))
    if wide:
        _untie(folder)


def _untie(folder: Path) -> None:
    """Give the head weights of its own, as mT5 has, by which MetricX is not clamped to 0."""
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    weights = load_file(path)
    weights["lm_head.weight"] = -20 * weights["shared.weight"]
    save_file(weights, path, metadata={"format": "pt"})
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    stated = config | {"tie_word_embeddings": False}
    (folder / "config.json").write_text(json.dumps(stated), encoding="utf-8")


def _masked(folder: Path) -> None:
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertForMaskedLM

    whole = Tokenizer.from_file(str(tiny_models.build("bert") / "tokenizer.json"))
    whole.add_special_tokens(["[MASK]"])
    stated = {"cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
    tiny_models._save(folder, whole, {"tokenizer_class": "BertTokenizerFast", **stated})
    _weights(
        folder, BertForMaskedLM(BertConfig(vocab_size=whole.get_vocab_size(), **tiny_models.SHAPE))
    )


def _weights(folder: Path, model: Any) -> None:
    """Set every parameter by its name, and save the model."""
    import torch

    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            drawn = np.random.RandomState(zlib.crc32(name.encode())).standard_normal(
                tuple(parameter.shape)
            )
            ones = name.endswith("weight") and any(norm in name for norm in NORMS)
            parameter.copy_(torch.from_numpy(np.float32(ones + 0.2 * drawn)))
    model.save_pretrained(folder)
