"""Tokenizers of checkpoints without tokenizer.json, by their files of vocabulary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError, one_line
from sacreval.models import loading
from sacreval.models.loading import quiet
from sacreval.models.weights.weights import FAIRSEQ_DICTIONARY

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint

SENTENCEPIECE = ("sentencepiece.bpe.model", "sentencepiece.model", "spiece.model", "spm.model",
                 "tokenizer.model")  # fmt: skip
_OTHERS = ("vocab.json", "vocab.txt")
VOCABULARIES = ("tokenizer.json", *SENTENCEPIECE, *_OTHERS)
_LIKE_DEBERTA = ("BleurtSPTokenizer", "DebertaV2Tokenizer", "RemBertTokenizer")
_CLASSES = {"deberta-v2": "DebertaV2Tokenizer", "rembert": "RemBertTokenizer"}
_ALIKE = {"BleurtTokenizer": "BertTokenizerFast"}
_FAIRSEQ_SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")  # the first ids of its dictionaries


def converted(checkpoint: Checkpoint) -> Any:
    """Convert the vocabulary of a checkpoint to a tokenizer of the library tokenizers."""
    if FAIRSEQ_DICTIONARY in checkpoint.files:
        return of_fairseq(checkpoint.folder / "spm.model", checkpoint.folder / FAIRSEQ_DICTIONARY)
    name = next((x for x in (*SENTENCEPIECE, *_OTHERS) if x in checkpoint.files), None)
    if name is None:  # transformers would make up an empty one
        raise InputError(
            f"{checkpoint.folder}: no tokenizer; copy all files of the model there, tokenizer.json "
            "or its vocabulary among them"
        )
    stated = _class(checkpoint)
    if name in _OTHERS:
        return _by_transformers(checkpoint, _ALIKE.get(stated, "AutoTokenizer"))
    path = checkpoint.folder / name
    model = _sentencepiece_model(path)
    if stated not in _LIKE_DEBERTA:
        return _by_transformers(checkpoint, "AutoTokenizer")
    whole = _by_transformers(checkpoint, "DebertaV2TokenizerFast", vocab_file=str(path))
    whole.normalizer = _normalizer(checkpoint, model)
    return whole


def of_fairseq(pieces: Path, dictionary: Path) -> Any:
    """Return a tokenizer that numbers the pieces of SentencePiece by a dictionary of fairseq.

    Pieces that the dictionary lacks are `<unk>`, and tokens of the dictionary that are no pieces,
    such as `<en>`, are in no text.

    Args:
        pieces: The SentencePiece model.
        dictionary: The dictionary: lines of a token, a blank and a count, in the order of their
            ids, which follow those of the four special tokens.

    Raises:
        InputError: If one of them cannot be read.
        NotSetUpError: If the packages that read a SentencePiece model are not installed.
    """
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    whole = Tokenizer(models.WordLevel(_fairseq_ids(dictionary), unk_token="<unk>"))  # noqa: S106 - no secret
    whole.pre_tokenizer = pre_tokenizers.PreTokenizer.custom(_Pieces(_sentencepiece_model(pieces)))
    whole.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", _FAIRSEQ_SPECIAL.index("</s>"))]
    )
    return whole


class _Pieces:
    """Splits texts as fairseq splits the output of SentencePiece.

    Args:
        model: The SentencePiece model.
    """

    def __init__(self, model: Any) -> None:
        from sentencepiece import SentencePieceProcessor

        self._model = SentencePieceProcessor(model_proto=model.SerializeToString())

    def pre_tokenize(self, text: Any) -> None:
        """Split a text into pieces."""
        text.split(self._split)

    def _split(self, _: int, part: Any) -> list[Any]:
        from tokenizers import NormalizedString

        line = " ".join(self._model.encode_as_pieces(str(part)))
        return [NormalizedString(token) for token in line.split()]  # a piece may hold white space


def _fairseq_ids(path: Path) -> dict[str, int]:
    """Read a dictionary of fairseq: the id of each token; of equal tokens, the last has it."""
    try:
        with path.open(encoding="utf-8") as lines:
            tokens = [_token(line) for line in lines]
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path}: no dictionary of fairseq ({one_line(error)}); copy the file anew"
        ) from error
    return {token: i for i, token in enumerate([*_FAIRSEQ_SPECIAL, *tokens])}


def _token(line: str) -> str:
    token, _, count = line.rpartition(" ")
    int(count)
    return token


def _class(checkpoint: Checkpoint) -> str:
    """Return the name of the tokenizer's class without `Fast`; "" if it is not stated."""
    stated = checkpoint.document("tokenizer_config.json").get("tokenizer_class")
    usual = _CLASSES.get(str(checkpoint.config().get("model_type")), "")
    return (stated if isinstance(stated, str) else usual).removesuffix("Fast")


def _by_transformers(checkpoint: Checkpoint, kind: str, **options: Any) -> Any:
    """Convert a vocabulary with a class of transformers."""
    import transformers

    local = {"local_files_only": True, "trust_remote_code": False}
    with quiet():
        read = getattr(transformers, kind).from_pretrained(
            str(checkpoint.folder), use_fast=True, **local, **options
        )
    whole = read.backend_tokenizer
    return type(whole).from_str(whole.to_str())


def _sentencepiece_model(path: Path) -> Any:
    """Read a SentencePiece model."""
    loading.require(str(path), loading.SENTENCEPIECE)
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


def _normalizer(checkpoint: Checkpoint, model: Any) -> Any:
    """Return the normalizer of DeBERTa, with the model's own rules, which transformers 5 omits."""
    from tokenizers import Regex, normalizers

    lower = checkpoint.document("tokenizer_config.json").get("do_lower_case")
    rules = model.normalizer_spec.precompiled_charsmap
    steps = [normalizers.Lowercase()] * bool(lower)
    steps += [normalizers.Precompiled(rules)] * bool(rules)
    return normalizers.Sequence(
        [*steps, normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
