"""Statistics of word order: RIBES, LEPOR and hLEPOR."""

from typing import TYPE_CHECKING, Literal

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Split = Literal["13a", "char", "none"]


def ribes_pairs(texts: Texts, *, tokenize: Split, lowercase: bool) -> "NDArray[np.int64]":
    """Align each prediction with each of its references as NLTK's RIBES does.

    Args:
        texts: The batch.
        tokenize: sacrebleu's tokenizer.
        lowercase: Ignore case.

    Returns:
        (P, 4): pairs of aligned words in the order of the reference, aligned words, words of the
        prediction, words of the reference.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.

    Source:
        nltk.translate.ribes_score (NLTK 3.10.4); Isozaki et al. 2010.
    """
    return rows(texts, "ribes_pairs", texts.pairs, 4, tokenize, lowercase, 1)


def lepor_pairs(
    texts: Texts, *, tokenize: Split, lowercase: bool, context: int
) -> "NDArray[np.int64]":
    """Match the words of each prediction with those of each reference as LEPOR does.

    Args:
        texts: The batch.
        tokenize: sacrebleu's tokenizer.
        lowercase: Ignore case.
        context: Words on each side that tell repeated words apart, 1 to 1000.

    Returns:
        (P, 4): matched words; the sum of `abs((i + 1) * n - (j + 1) * m)` over pairs of matched
        positions i of m in the prediction and j of n in the reference; m; n.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: `context` is out of range.

    Source:
        Han, Wong and Chao 2012.
    """
    return rows(texts, "lepor_pairs", texts.pairs, 4, tokenize, lowercase, context)


def hlepor_pairs(
    texts: Texts, *, tokenize: Split, lowercase: bool, context: int
) -> "NDArray[np.int64]":
    """Match the words of each prediction with those of each reference as hLepor 0.0.4 does.

    Args:
        texts: The batch.
        tokenize: sacrebleu's tokenizer.
        lowercase: Ignore case.
        context: Words on each side that tell repeated words apart, 1 to 1000.

    Returns:
        (P, 4): as `lepor_pairs`.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: `context` is out of range.

    Source:
        hlepor.hlepor_score of the package hLepor 0.0.4; Han et al. 2013.
    """
    return rows(texts, "hlepor_pairs", texts.pairs, 4, tokenize, lowercase, context)
