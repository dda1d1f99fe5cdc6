"""Texts for the n-gram metrics: raw if their kernel has the tokenizer, else split beforehand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from sacreval.text.tokenizers import Tokenizer, tokenized

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.native import Texts
    from sacreval.native.text_kernels import Lexer

COMPILED = ("13a", "char", "none")


def for_kernel(batch: Batch, tokenize: Tokenizer, *, lowercase: bool) -> tuple[Texts, Any]:
    """Convert a batch for a kernel that counts n-grams of words.

    Args:
        batch: The records.
        tokenize: One of the tokenizers.
        lowercase: Lowercase first.

    Returns:
        The texts, and the kernel's options `tokenize` and `lowercase` for them.
    """
    if tokenize in COMPILED:
        return batch.texts, {"tokenize": tokenize, "lowercase": lowercase}
    split = splitter(batch, tokenize, lowercase=lowercase)
    texts = batch.texts_after(lambda text: " ".join(split(text)))
    return texts, {"tokenize": "none", "lowercase": False}


def splitter(batch: Batch, tokenize: Tokenizer, *, lowercase: bool) -> Callable[[str], list[str]]:
    """Return a function from a text of a batch to its tokens.

    Args:
        batch: The records. Their predictions and references are split at once if the tokenizer is
            ptb and the kernels are available.
        tokenize: One of the tokenizers.
        lowercase: Lowercase first.
    """
    from sacreval import native

    if tokenize != "ptb" or not native.available():
        return lambda text: tokenized(text, tokenize, lowercase=lowercase)
    lines = ptb_lines(batch)
    return lambda text: lines[text].split()


def ptb_lines(batch: Batch) -> dict[str, str]:
    """Split all texts of a batch as the Penn Treebank does, with the kernel."""
    from sacreval.text.penn_treebank import finished

    references = (text for texts in batch.references for text in texts)
    texts = [*dict.fromkeys([*batch.predictions, *references])]
    lines = _ptb_lexer().lines(texts, workers=batch.workers)
    return {text: finished(line) for text, line in zip(texts, lines, strict=True)}


@cache
def _ptb_lexer() -> Lexer:
    from sacreval.native.text_kernels import Lexer
    from sacreval.text.penn_treebank import DROPPED, RULES

    return Lexer(RULES, DROPPED)
