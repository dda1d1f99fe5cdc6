"""Tokenizers of checkpoints without tokenizer.json, converted from their files of vocabulary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError, one_line
from sacreval.models import extra
from sacreval.models.quiet import quiet

if TYPE_CHECKING:
    from sacreval.models.weights import Checkpoint

SENTENCEPIECE = ("sentencepiece.bpe.model", "sentencepiece.model", "spiece.model", "spm.model",
                 "tokenizer.model")  # fmt: skip
_OTHERS = ("vocab.json", "vocab.txt")
_LIKE_DEBERTA = ("BleurtSPTokenizer", "DebertaV2Tokenizer", "RemBertTokenizer")
_CLASSES = {"deberta-v2": "DebertaV2Tokenizer", "rembert": "RemBertTokenizer"}
_ALIKE = {"BleurtTokenizer": "BertTokenizerFast"}


def converted(found: Checkpoint) -> Any:
    """Convert the vocabulary of a checkpoint to a tokenizer of the library tokenizers.

    Args:
        found: The checkpoint, which has no tokenizer.json.

    Raises:
        InputError: If there is no vocabulary, or it cannot be read.
        NotSetUpError: If the packages that read a SentencePiece model are not installed.
    """
    name = next((x for x in (*SENTENCEPIECE, *_OTHERS) if x in found.files), None)
    if name is None:  # transformers would make up an empty one
        raise InputError(
            f"{found.folder}: no tokenizer; copy all files of the model there, tokenizer.json or "
            "its vocabulary among them"
        )
    stated = _class(found)
    if name in _OTHERS:
        return _by_transformers(found, _ALIKE.get(stated, "AutoTokenizer"))
    path = found.folder / name
    model = _sentencepiece_model(path)
    if stated not in _LIKE_DEBERTA:
        return _by_transformers(found, "AutoTokenizer")
    whole = _by_transformers(found, "DebertaV2TokenizerFast", vocab_file=str(path))
    whole.normalizer = _normalizer(found, model)
    return whole


def _class(found: Checkpoint) -> str:
    """Return the name of the tokenizer's class without `Fast`; "" if it is not stated."""
    stated = found.document("tokenizer_config.json").get("tokenizer_class")
    usual = _CLASSES.get(str(found.config().get("model_type")), "")
    return (stated if isinstance(stated, str) else usual).removesuffix("Fast")


def _by_transformers(found: Checkpoint, kind: str, **options: Any) -> Any:
    """Convert a vocabulary with a class of transformers."""
    import transformers

    local = {"local_files_only": True, "trust_remote_code": False}
    with quiet():
        read = getattr(transformers, kind).from_pretrained(
            str(found.folder), use_fast=True, **local, **options
        )
    whole = read.backend_tokenizer
    return type(whole).from_str(whole.to_str())


def _sentencepiece_model(path: Path) -> Any:
    """Read a SentencePiece model."""
    extra.require(str(path), extra.SENTENCEPIECE)
    from sentencepiece import SentencePieceProcessor, sentencepiece_model_pb2

    try:
        content = path.read_bytes()
        SentencePieceProcessor().LoadFromSerializedProto(content)  # it checks more than the other
        return sentencepiece_model_pb2.ModelProto.FromString(content)
    except Exception as error:
        raise InputError(
            f"{path}: no SentencePiece model that can be read ({one_line(error)}); copy the file "
            "anew, or add a tokenizer.json"
        ) from error


def _normalizer(found: Checkpoint, model: Any) -> Any:
    """Return the normalizer of DeBERTa, with the model's own rules, which transformers 5 omits."""
    from tokenizers import Regex, normalizers

    lower = found.document("tokenizer_config.json").get("do_lower_case")
    rules = model.normalizer_spec.precompiled_charsmap
    steps = [normalizers.Lowercase()] * bool(lower)
    steps += [normalizers.Precompiled(rules)] * bool(rules)
    return normalizers.Sequence(
        [*steps, normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
