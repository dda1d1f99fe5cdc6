"""n-gram statistics of sets of texts, of outputs beside their sources, and graphs of n-grams."""

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

    Source:
        Grusky, Naaman and Artzi 2018, N18-1065.
    """
    return rows(texts, "fragment_pairs", texts.pairs, 4)


def graph_similarities(
    texts: Texts,
    *,
    min_n: int,
    max_n: int,
    window: int,
    released: bool,
    leave_one_out: bool = False,
) -> "NDArray[np.float64]":
    """Compare the graph of each prediction with those of its references.

    Args:
        texts: The batch; every instance has at least one reference, or two to leave one out.
        min_n: The shortest n-grams, in UTF-16 units, 1 to 1,000.
        max_n: The longest n-grams, 1 to 1,000.
        window: How far apart two n-grams of an edge may start, 1 or more.
        released: Combine several references as the released program does.
        leave_one_out: Compute a row for each reference, from the other references.

    Returns:
        (n, 2), or (P, 2) with a reference left out: mean similarity with the references,
        similarity with the graph of MeMoG.

    Raises:
        ValueError: an option is out of its range.

    Source:
        sacreval.metrics.ngrams.autosummeng.
    """
    import numpy as np

    options = (min_n, max_n, window, released, leave_one_out)
    count = texts.pairs if leave_one_out else len(texts)
    return rows(texts, "graph_similarities", count, 2, *options).view(np.float64)
