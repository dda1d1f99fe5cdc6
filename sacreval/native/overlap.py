"""Statistics of token overlap and of equal strings, for token F1 and exact match."""

from typing import TYPE_CHECKING

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def overlap_pairs(texts: Texts, *, multiset: bool) -> "NDArray[np.int64]":
    """Count the tokens in common with each reference.

    Args:
        texts: The batch, already normalised; tokens are those of `str.split()`.
        multiset: Count a token as often as both sides contain it (SQuAD); else once.

    Returns:
        (P, 3): tokens in common, of the prediction, of the reference; distinct ones unless
        multiset.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.

    Source:
        f1_score of SQuAD's evaluate-v1.1.py (multiset).
    """
    return rows(texts, "overlap_pairs", texts.pairs, 3, multiset)


def equal_pairs(texts: Texts) -> "NDArray[np.int64]":
    """Check which references equal their prediction.

    Args:
        texts: The batch, already normalised.

    Returns:
        (P, 1): 1 where `prediction == reference`, else 0.
    """
    return rows(texts, "equal_pairs", texts.pairs, 1)
