"""n-gram statistics of every text against every other: BLEU and chrF for consensus."""

from typing import TYPE_CHECKING, Literal

from sacreval.native.batch import Texts, extension

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rows = tuple[int, int]
"""The first text whose rows are computed, and the one after the last; both 0 to k."""


def bleu_all_pairs(
    texts: Texts,
    rows: Rows,
    *,
    tokenize: Literal["13a", "char", "none"],
    lowercase: bool,
    max_ngram_order: int,
) -> "NDArray[np.int64]":
    """Compute BLEU's statistics of texts against each of the others, and themselves.

    Args:
        texts: A batch of one instance: its prediction and references are the k texts.
        rows: The texts whose rows are computed.
        tokenize: As in `bleu`.
        lowercase: As in `bleu`.
        max_ngram_order: As in `bleu`.

    Returns:
        (last - first, k, 2 + 2 * order): cell i, j has the row of `bleu` of text first + i with
        text j as its only reference.

    Raises:
        ValueError: the batch has another number of instances, or not these texts.
        OverflowError: the texts exceed 2**31 - 1 characters.
    """
    return _all_pairs(
        "bleu_all_pairs", texts, rows, 2 + 2 * max_ngram_order, tokenize, lowercase, max_ngram_order
    )


def chrf_all_pairs(
    texts: Texts,
    rows: Rows,
    *,
    char_order: int,
    word_order: int,
    lowercase: bool,
    whitespace: bool,
) -> "NDArray[np.int64]":
    """Count chrF's n-grams of texts against each of the others, and themselves.

    Args:
        texts: As in `bleu_all_pairs`.
        rows: As in `bleu_all_pairs`.
        char_order: As in `chrf_pairs`.
        word_order: As in `chrf_pairs`.
        lowercase: As in `chrf_pairs`.
        whitespace: As in `chrf_pairs`.

    Returns:
        (last - first, k, 3 * (char_order + word_order)): cell i, j has the row of `chrf_pairs` of
        text first + i against text j.

    Raises:
        ValueError: the batch has another number of instances, or not these texts.
        OverflowError: the texts exceed 2**31 - 1 characters.
    """
    width = 3 * (char_order + word_order)
    options = (char_order, word_order, lowercase, whitespace)
    return _all_pairs("chrf_all_pairs", texts, rows, width, *options)


def _all_pairs(
    kernel: str, texts: Texts, rows: Rows, width: int, *options: object
) -> "NDArray[np.int64]":
    import numpy as np

    out = np.zeros((rows[1] - rows[0], texts.pairs + 1, width), dtype=np.int64)
    getattr(extension(), kernel)(rows, (texts.handle, out, texts.workers, *options))
    return out
