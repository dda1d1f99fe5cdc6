"""Checkpoints whose only vocabulary is a SentencePiece model, which is trained on a few words."""

import io
import json
import random
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from support import missing, tiny_models

_WITHOUT_ENDS = {
    "pad_id": 0, "unk_id": 1, "bos_id": -1, "eos_id": -1, "pad_piece": "[PAD]",
    "control_symbols": ["[CLS]", "[SEP]"], "user_defined_symbols": ["[MASK]"],
}  # fmt: skip
_T5 = {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1}


class Kind(NamedTuple):
    """A kind of checkpoint.

    Args:
        file: Name of the SentencePiece model.
        model_type: What config.json states.
        tokenizer_class: What tokenizer_config.json states; "" for none.
        options: Options of the trainer.
    """

    file: str
    model_type: str
    tokenizer_class: str
    options: dict[str, Any]


KINDS = {
    "t5": Kind("spiece.model", "t5", "T5Tokenizer", _T5),
    "mt5": Kind("spiece.model", "mt5", "T5Tokenizer",
                {**_T5, "byte_fallback": True, "vocab_size": 400}),
    "albert": Kind("spiece.model", "albert", "", {**_WITHOUT_ENDS, "pad_piece": "<pad>"}),
    "xlm-roberta": Kind("sentencepiece.bpe.model", "xlm-roberta", "XLMRobertaTokenizer",
                        {"unk_id": 0, "bos_id": 1, "eos_id": 2, "pad_id": -1}),
    "bleurt": Kind("sentencepiece.model", "bleurt", "BleurtSPTokenizer", _WITHOUT_ENDS),
    "rembert": Kind("sentencepiece.model", "rembert", "", _WITHOUT_ENDS),
    "deberta-v2": Kind("spm.model", "deberta-v2", "DebertaV2Tokenizer",
                       {"pad_id": 0, "bos_id": 1, "eos_id": 2, "unk_id": 3, "pad_piece": "[PAD]",
                        "bos_piece": "[CLS]", "eos_piece": "[SEP]", "unk_piece": "[UNK]"}),
}  # fmt: skip


@cache
def trained(kind: str) -> bytes:
    """Return the SentencePiece model of a kind of checkpoint; skip a test without the package."""
    tiny_models.needed()
    library = missing.module("sentencepiece", "models without tokenizer.json")
    missing.module("google.protobuf", "models without tokenizer.json")
    drawn = random.Random(1)
    words = tiny_models.WORDS.split()
    sentences = [" ".join(drawn.choices(words, k=8)) for _ in range(400)]
    written = io.BytesIO()
    options = {"vocab_size": 120, "hard_vocab_limit": False, "minloglevel": 2}
    library.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_writer=written, **options | KINDS[kind].options
    )
    return written.getvalue()


def write(kind: str, folder: Path) -> Path:
    """Write config.json, tokenizer_config.json and the SentencePiece model; return its path."""
    spec = KINDS[kind]
    path = folder / spec.file
    path.write_bytes(trained(kind))
    config = {"model_type": spec.model_type, "hidden_size": 8}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    stated = {"tokenizer_class": spec.tokenizer_class} if spec.tokenizer_class else {}
    (folder / "tokenizer_config.json").write_text(json.dumps(stated), encoding="utf-8")
    return path
