"""Input of the n-gram kernels: raw texts if the tokenizer is compiled, else tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sacreval.text.tokenizers import Tokenizer, tokenized

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.native import Texts

COMPILED = ("13a", "char", "none")


def for_kernel(batch: Batch, tokenize: Tokenizer, *, lowercase: bool) -> tuple[Texts, Any]:
    """Convert a batch for a kernel that counts n-grams of words.

    Args:
        batch: The records.
        tokenize: One of sacrebleu's tokenizers.
        lowercase: Lowercase first.

    Returns:
        The texts, and the kernel's options `tokenize` and `lowercase` for them.
    """
    if tokenize in COMPILED:
        return batch.texts, {"tokenize": tokenize, "lowercase": lowercase}
    texts = batch.texts_after(lambda text: " ".join(tokenized(text, tokenize, lowercase=lowercase)))
    return texts, {"tokenize": "none", "lowercase": False}
