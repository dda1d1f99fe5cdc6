"""n-gram statistics of whole sets of texts: self-BLEU, distinct-n and CIDEr-D."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Split = Literal["13a", "char", "none"]
Unit = Literal["character", "token"]


def bleu_of_others(
    texts: Texts, *, tokenize: Split, lowercase: bool, max_ngram_order: int
) -> "NDArray[np.int64]":
    """Compute BLEU's statistics of each text against all others, in one pass over the set.

    Args:
        texts: A batch of one instance: its prediction and references are the k texts.
        tokenize: sacrebleu's tokenizer.
        lowercase: Ignore case.
        max_ngram_order: Longest n-gram, in tokens; 1 to 1000.

    Returns:
        (k, 2 + 2 * order): the row of `bleu` of each text with all others as its references.

    Raises:
        OverflowError: the texts exceed 2**31 - 1 characters.
        ValueError: the batch has another number of instances.
    """
    options = (tokenize, lowercase, max_ngram_order)
    return rows(texts, "bleu_of_others", texts.pairs + 1, 2 + 2 * max_ngram_order, *options)


def distinct_ngrams(
    texts: Texts, *, unit: Unit, lowercase: bool, orders: tuple[int, ...]
) -> "NDArray[np.int64]":
    """Count the n-grams of a set of texts.

    Args:
        texts: A batch of one instance: its prediction and references are the texts.
        unit: Characters, or tokens separated by white space.
        lowercase: Ignore case.
        orders: The lengths of n-grams, 1 to 1000, each given once.

    Returns:
        (orders, 2): different n-grams, and all n-grams.

    Raises:
        OverflowError: the texts exceed 2**31 - 1 characters.
        ValueError: the batch has another number of instances, or an order is out of range.
    """
    options = (unit == "character", lowercase, orders)
    return rows(texts, "distinct_ngrams", len(orders), 2, *options)


def cider(
    texts: Texts, sizes: Sequence[int], *, tokenize: Split, lowercase: bool, sigma: float
) -> "NDArray[np.float64]":
    """Compute CIDEr-D of every record of a set.

    Args:
        texts: A batch of one instance, whose prediction and references are an output and its
            references, the next output and its references, and so on.
        sizes: Number of texts of each record, output included, 2 or more; their sum is that of the
            texts.
        tokenize: sacrebleu's tokenizer.
        lowercase: Ignore case.
        sigma: Width of the Gaussian penalty on differences in length, above 0.

    Returns:
        (n,), 0 to 10.

    Raises:
        OverflowError: the texts exceed 2**31 - 1 characters.
        ValueError: the batch has another number of instances, or of texts.
    """
    import numpy as np

    options = (tokenize, lowercase, 2 * sigma**2, np.array(sizes, np.int64), len(sizes))
    return rows(texts, "cider", len(sizes), 1, *options).view(np.float64)[:, 0]
