"""n-gram statistics of outputs beside their sources, and within themselves."""

from typing import TYPE_CHECKING, Literal

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def sari(
    texts: Texts,
    *,
    tokenize: Literal["13a", "char", "none"],
    lowercase: bool,
    leave_one_out: bool = False,
    documents: bool = False,
) -> "NDArray[np.float64]":
    """Compute SARI of every output, or D-SARI before its penalties.

    Args:
        texts: The batch; the first reference of each instance is its source, and at least one
            follows.
        tokenize: sacrebleu's tokenizer.
        lowercase: Ignore case.
        leave_one_out: Compute a row without each reference, too.
        documents: Compute the parts of D-SARI.

    Returns:
        (n, 4): the mean, and its parts added, kept and deleted, 0 to 100; of documents (n, 6): the
        parts, and the tokens of output, source and all references. With references left out P rows:
        that of all references in the place of the source, then one for each reference.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: an instance has no source or no reference.

    Source:
        sacreval.metrics.ngrams.sari and d_sari; Xu et al. 2016, Sun et al. 2021.
    """
    import numpy as np

    count = texts.pairs if leave_one_out else len(texts)
    options = (tokenize, lowercase, leave_one_out, documents)
    return rows(texts, "sari", count, 6 if documents else 4, *options).view(np.float64)


def repeated_ngrams(
    texts: Texts, *, unit: Literal["character", "token"], lowercase: bool, orders: tuple[int, ...]
) -> "NDArray[np.int64]":
    """Count the n-grams of every prediction.

    Args:
        texts: The batch; references are not read.
        unit: Characters, or tokens separated by white space.
        lowercase: Ignore case.
        orders: The lengths of n-grams, 1 to 1000, each given once.

    Returns:
        (n, 2 * orders): for each order, the n-grams that occur earlier in the text, and all.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: an order is out of range.
    """
    options = (unit == "character", lowercase, orders)
    return rows(texts, "repeated_ngrams", len(texts), 2 * len(orders), *options)


def fragment_pairs(texts: Texts) -> "NDArray[np.int64]":
    """Find the fragments that predictions share with their references, from left to right.

    Args:
        texts: The batch; tokens are separated by white space.

    Returns:
        (P, 4): the sum of the lengths of the fragments, the sum of their squares, the tokens of the
        prediction, the tokens of the reference.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.

    Source:
        Grusky, Naaman and Artzi 2018, N18-1065.
    """
    return rows(texts, "fragment_pairs", texts.pairs, 4)
