"""Tokenization: ids of texts by a checkpoint's own tokenizer, with what was cut off counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, one_line

if TYPE_CHECKING:
    from sacreval.models.weights import Checkpoint

_UNLIMITED = 1_000_000  # tokenizers without a limit state about 10**30
_OFFSET_POSITIONS = ("roberta", "xlm-roberta", "camembert", "longformer", "xlm-roberta-xl")
_PREFIXED = ("RobertaTokenizer", "GPT2Tokenizer")
_MOST = 50_000  # texts whose tokens are held
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
        self._whole = whole
        self._short: Any = None
        self._known: dict[str, TokenIds] = {}
        self.limit, self.prefix, self.ends, self.unknown = limit, prefix, ends, unknown
        self._special = special

    def encode(self, texts: Sequence[str]) -> list[TokenIds]:
        """Tokenize texts, each on its own; those of the last calls are not tokenized again.

        Args:
            texts: The texts; surrogates, which UTF-8 does not have, become question marks.
        """
        if len(self._known) > _MOST:
            self._known = {}
        known = self._known
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._computed(new), strict=True))
        return [known[text] for text in texts]

    def id_of(self, token: str) -> int | None:
        """Return the id of a token, such as the name of a language; None if there is none."""
        found: int | None = self._whole.token_to_id(token)
        return found

    def token_of(self, number: int) -> str:
        """Return the token of an id."""
        return str(self._whole.id_to_token(number))

    def _computed(self, texts: Sequence[str]) -> list[TokenIds]:
        prepared = [self.prefix + _valid(text) if text else "" for text in texts]
        add = self._special
        whole = self._whole.encode_batch(prepared, add_special_tokens=add) if texts else []
        return [self._counted(text, one) for text, one in zip(prepared, whole, strict=True)]

    def _counted(self, text: str, encoding: Any) -> TokenIds:
        length = len(encoding.ids)
        if self.limit and length > self.limit:
            encoding = self._truncating().encode(text, add_special_tokens=self._special)
        words = len(encoding.ids) - sum(encoding.special_tokens_mask)
        ids = tuple(encoding.ids)
        unknown = 0 if self.unknown is None else ids.count(self.unknown)
        return TokenIds(ids, words, length - len(ids), unknown)

    def _truncating(self) -> Any:
        """Return a copy of the tokenizer that cuts texts at the limit."""
        if self._short is None:
            self._short = type(self._whole).from_str(self._whole.to_str())
            self._short.enable_truncation(max_length=self.limit)
        return self._short


@lru_cache(maxsize=4)
def tokenizer(
    found: Checkpoint, *, prefix_space: bool = False, longest: int = 0, special: bool = True
) -> Tokenizer:
    """Read the tokenizer of a checkpoint.

    Args:
        found: The checkpoint.
        prefix_space: Put a blank before each text, which the byte-level tokenizers of RoBERTa and
            GPT-2 then join to the first word; other tokenizers are left as they are.
        longest: Largest number of tokens of a text, which must be positive; 0 for what the model
            states.
        special: Put special tokens, such as [CLS] and [SEP], around texts.

    Raises:
        InputError: If the tokenizer cannot be read.
    """
    whole = _read(found)
    whole.no_truncation()
    whole.no_padding()
    prefix = " " if prefix_space and _class(found) in _PREFIXED else ""
    ends, unknown = _ends(found, whole), _unknown(found, whole)
    return Tokenizer(whole, longest or limit(found), prefix, ends, unknown, special=special)


def limit(found: Checkpoint) -> int:
    """Return the largest number of tokens that a model reads; 0 if it has no limit."""
    config = found.config()
    stated = found.document("tokenizer_config.json").get("model_max_length")
    positions = config.get("max_position_embeddings")
    if positions is None and "relative_attention_num_buckets" not in config:  # as T5 has
        positions = config.get("n_positions")
    limits = [int(x) for x in (stated,) if isinstance(x, int | float) and 0 < x < _UNLIMITED]
    if isinstance(positions, int) and positions > 0:
        offset = config.get("model_type") in _OFFSET_POSITIONS
        limits.append(positions - (int(config.get("pad_token_id") or 0) + 1 if offset else 0))
    return min(limits, default=0)


def _read(found: Checkpoint) -> Any:
    """Read tokenizer.json, or convert the vocabulary of an older checkpoint."""
    try:
        if "tokenizer.json" in found.files:
            from tokenizers import Tokenizer as Whole

            return Whole.from_file(str(found.folder / "tokenizer.json"))
        from transformers import AutoTokenizer

        converted = AutoTokenizer.from_pretrained(
            str(found.folder), use_fast=True, local_files_only=True, trust_remote_code=False
        )
        return type(converted.backend_tokenizer).from_str(converted.backend_tokenizer.to_str())
    except Exception as error:
        raise InputError(
            f"{found.folder}: no tokenizer that can be read ({one_line(error)}); add a "
            "tokenizer.json"
        ) from error


def _class(found: Checkpoint) -> str:
    """Return the name of the tokenizer's class without `Fast`."""
    stated = found.document("tokenizer_config.json").get("tokenizer_class")
    if isinstance(stated, str):
        return stated.removesuffix("Fast")
    kinds = {"roberta": "RobertaTokenizer", "gpt2": "GPT2Tokenizer"}
    return kinds.get(str(found.config().get("model_type")), "")


def _ends(found: Checkpoint, whole: Any) -> frozenset[int]:
    """Return the ids of the tokens [CLS] and [SEP], or of those that play their part."""
    ids = {_special(found, whole, key) for key in ("cls_token", "sep_token")} - {None}
    if ids:
        return frozenset(x for x in ids if x is not None)
    around = whole.encode("", add_special_tokens=True).ids
    return frozenset(around) if len(around) == _PAIR else frozenset()


def _unknown(found: Checkpoint, whole: Any) -> int | None:
    """Return the id of the token for text outside the vocabulary; byte-level ones have none."""
    own = getattr(whole.model, "unk_token", None)
    return whole.token_to_id(own) if own else _special(found, whole, "unk_token")


def _special(found: Checkpoint, whole: Any, key: str) -> int | None:
    """Return the id of a special token, such as `cls_token`, that the checkpoint names."""
    stated = found.document("special_tokens_map.json") | found.document("tokenizer_config.json")
    name = _content(stated.get(key))
    return whole.token_to_id(name) if name else None


def _content(token: Any) -> str:
    """Return the text of a token, which may be written as an object."""
    text = token.get("content") if isinstance(token, dict) else token
    return text if isinstance(text, str) else ""


def _valid(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
