"""Similarities of graphs of character n-grams, for AutoSummENG and MeMoG."""

from typing import TYPE_CHECKING

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: an option is out of its range.

    Source:
        sacreval.metrics.ngrams._ngram_graphs.
    """
    import numpy as np

    options = (min_n, max_n, window, released, leave_one_out)
    count = texts.pairs if leave_one_out else len(texts)
    return rows(texts, "graph_similarities", count, 2, *options).view(np.float64)
