"""Tokenization: ids of texts by a checkpoint's own tokenizer, with what was cut off counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, SacrevalError, one_line
from sacreval.models.weights.vocabularies import converted

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint


_UNLIMITED = 1_000_000  # tokenizers without a limit state about 10**30
_OFFSET_POSITIONS = ("roberta", "xlm-roberta", "camembert", "longformer", "xlm-roberta-xl")
_PREFIXED = ("RobertaTokenizer", "GPT2Tokenizer")
_MOST = 1_000_000  # tokens that are held, about 50 MB
_TOGETHER = 1024  # texts that the library tokenizes at once; it keeps 150 bytes a token meanwhile
_PAIR = 2  # special tokens around a text: one before, one after


class TokenIds(NamedTuple):
    """The tokens of a text.

    Args:
        ids: Their ids, special tokens included.
        words: Number of tokens that are not special; 0 for an empty text.
        cut: Number of tokens beyond the limit, which are left out.
        unknown: Number of tokens that stand for any text outside the vocabulary.
    """

    ids: tuple[int, ...]
    words: int
    cut: int
    unknown: int


class Tokenizer:
    """The tokenizer of a checkpoint.

    Args:
        whole: Tokenizer of the library tokenizers, without truncation.
        limit: Largest number of tokens, special ones included; 0 for none.
        prefix: Text put before each text that is not empty: a blank, or "".
        ends: Ids of the tokens before and after a text, such as [CLS] and [SEP].
        unknown: Id of the token for text outside the vocabulary; None if there is none.
        special: Whether special tokens are put around texts.
    """

    def __init__(
        self,
        whole: Any,
        limit: int,
        prefix: str,
        ends: frozenset[int],
        unknown: int | None,
        *,
        special: bool = True,
    ) -> None:
        self.whole = whole
        self._known: dict[str, TokenIds] = {}
        self._held = 0  # tokens of known texts
        self.limit, self.prefix, self.ends, self.unknown = limit, prefix, ends, unknown
        self._special = special

    def encode(self, texts: Sequence[str]) -> list[TokenIds]:
        """Tokenize texts, each on its own; those of the last calls are not tokenized again.

        Args:
            texts: The texts; surrogates, which UTF-8 does not have, become question marks.
        """
        if self._held > _MOST:
            self._known, self._held = {}, 0
        known = self._known
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._computed(new), strict=True))
        self._held += sum(len(known[text].ids) for text in new)
        return [known[text] for text in texts]

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Return the first and the end character of each token of a text, special ones included.

        Args:
            text: The text.
        """
        shift = len(self.prefix) if text else 0
        prepared = self.prefix + _valid(text) if text else ""
        whole = self.whole.encode(prepared, add_special_tokens=self._special)
        ranges = self._cut(whole.offsets, whole.special_tokens_mask)
        return [(max(0, first - shift), max(0, end - shift)) for first, end in ranges]

    def plain(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """Return the ids of the tokens of texts, uncut and without special tokens."""
        encodings = self.whole.encode_batch([*map(_valid, texts)], add_special_tokens=False)
        return [tuple(encoding.ids) for encoding in encodings]

    def id_of(self, token: str) -> int | None:
        """Return the id of a token, such as the name of a language; None if there is none."""
        number: int | None = self.whole.token_to_id(token)
        return number

    def piece(self, token: int) -> str:
        """Return the text of a token as the vocabulary has it, such as `##ing`; "" if it has none.

        Args:
            token: Its id.
        """
        return self.whole.id_to_token(token) or ""

    def _computed(self, texts: Sequence[str]) -> list[TokenIds]:
        parts = (texts[first : first + _TOGETHER] for first in range(0, len(texts), _TOGETHER))
        return [ids for part in parts for ids in self._part(part)]

    def _part(self, texts: Sequence[str]) -> list[TokenIds]:
        prepared = [self.prefix + _valid(text) if text else "" for text in texts]
        whole = self.whole.encode_batch(prepared, add_special_tokens=self._special)
        return [self._counted(encoding) for encoding in whole]

    def _counted(self, encoding: Any) -> TokenIds:
        ids, special = encoding.ids, encoding.special_tokens_mask
        kept = self._cut(ids, special)
        unknown = 0 if self.unknown is None else kept.count(self.unknown)
        return TokenIds(tuple(kept), len(kept) - sum(special), len(ids) - len(kept), unknown)

    def _cut(self, tokens: list[Any], special: Sequence[int]) -> list[Any]:
        """Leave out what is beyond the limit: the last tokens that are not special.

        Args:
            tokens: What there is of each token of a text, such as its id.
            special: For each token 1 if it is special, else 0.
        """
        excess = len(tokens) - self.limit
        if not self.limit or excess <= 0:
            return tokens
        words = [i for i, mark in enumerate(special) if not mark]
        left_out = set(words[max(0, len(words) - excess) :])
        return [token for i, token in enumerate(tokens) if i not in left_out]


@lru_cache(maxsize=4)
def tokenizer(
    checkpoint: Checkpoint, *, prefix_space: bool = False, longest: int = 0, special: bool = True
) -> Tokenizer:
    """Read the tokenizer of a checkpoint.

    Args:
        checkpoint: The checkpoint.
        prefix_space: Put a blank before each text, which the byte-level tokenizers of RoBERTa and
            GPT-2 then join to the first word; other tokenizers are left as they are.
        longest: Largest number of tokens, special ones included; 0 for what the model states.
        special: Put special tokens, such as [CLS] and [SEP], around texts.

    Raises:
        InputError: If the tokenizer cannot be read.
        NotSetUpError: If it is a SentencePiece model, and the packages that read it are missing.
    """
    whole = _read(checkpoint)
    whole.no_truncation()
    whole.no_padding()
    prefix = " " if prefix_space and _class(checkpoint) in _PREFIXED else ""
    ends, unknown = _ends(checkpoint, whole), _unknown(checkpoint, whole)
    return Tokenizer(whole, longest or limit(checkpoint), prefix, ends, unknown, special=special)


def limit(checkpoint: Checkpoint) -> int:
    """Return the largest number of tokens that a model reads; 0 if it has no limit."""
    config = checkpoint.config()
    stated = checkpoint.document("tokenizer_config.json").get("model_max_length")
    positions = config.get("max_position_embeddings")
    if positions is None and "relative_attention_num_buckets" not in config:  # as T5 has
        positions = config.get("n_positions")
    limits = [int(x) for x in (stated,) if isinstance(x, int | float) and 0 < x < _UNLIMITED]
    if isinstance(positions, int) and positions > 0:
        offset = config.get("model_type") in _OFFSET_POSITIONS
        limits.append(positions - (int(config.get("pad_token_id") or 0) + 1 if offset else 0))
    return min(limits, default=0)


def _read(checkpoint: Checkpoint) -> Any:
    """Read tokenizer.json, or convert the vocabulary of an older checkpoint."""
    try:
        if "tokenizer.json" not in checkpoint.files:
            return converted(checkpoint)
        from tokenizers import Tokenizer as Whole

        return Whole.from_file(str(checkpoint.folder / "tokenizer.json"))
    except SacrevalError:
        raise
    except Exception as error:
        raise InputError(
            f"{checkpoint.folder}: no tokenizer that can be read ({one_line(error)}); add a "
            "tokenizer.json"
        ) from error


def _class(checkpoint: Checkpoint) -> str:
    """Return the name of the tokenizer's class without `Fast`."""
    stated = checkpoint.document("tokenizer_config.json").get("tokenizer_class")
    if isinstance(stated, str):
        return stated.removesuffix("Fast")
    kinds = {"roberta": "RobertaTokenizer", "gpt2": "GPT2Tokenizer"}
    return kinds.get(str(checkpoint.config().get("model_type")), "")


def _ends(checkpoint: Checkpoint, whole: Any) -> frozenset[int]:
    """Return the ids of the tokens [CLS] and [SEP], or of those that play their part."""
    ids = {_special(checkpoint, whole, key) for key in ("cls_token", "sep_token")} - {None}
    if ids:
        return frozenset(x for x in ids if x is not None)
    around = whole.encode("", add_special_tokens=True).ids
    return frozenset(around) if len(around) == _PAIR else frozenset()


def _unknown(checkpoint: Checkpoint, whole: Any) -> int | None:
    """Return the id of the token for text outside the vocabulary; byte-level ones have none."""
    token = getattr(whole.model, "unk_token", None)
    return whole.token_to_id(token) if token else _special(checkpoint, whole, "unk_token")


def _special(checkpoint: Checkpoint, whole: Any, key: str) -> int | None:
    """Return the id of a special token, such as `cls_token`, that the checkpoint names."""
    stated = checkpoint.document("special_tokens_map.json") | checkpoint.document(
        "tokenizer_config.json"
    )
    name = _content(stated.get(key))
    return whole.token_to_id(name) if name else None


def _content(token: Any) -> str:
    """Return the text of a token, which may be written as an object."""
    text = token.get("content") if isinstance(token, dict) else token
    return text if isinstance(text, str) else ""


def _valid(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
