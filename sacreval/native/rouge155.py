"""Counts of ROUGE-1.5.5: clipped matches of n-grams, subsequences, skip-bigrams, elements."""

from typing import TYPE_CHECKING, Literal

from sacreval.native.batch import Texts, extension

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")


def rouge155_pairs(
    texts: Texts,
    *,
    measures: int,
    max_ngram: int = 0,
    rouge_l: bool = False,
    weight: float = 0.0,
    skip: bool = False,
    skip_unigrams: bool = False,
    gap: int = -1,
    elements: str | None = None,
    stems: Literal["none", "models", "all"] = "none",
    max_words: int = 0,
    max_bytes: int = 0,
    stop: bytes = b"",
    irregular: bytes = b"",
) -> "NDArray[np.float64]":
    """Count the matches of every measure with each reference, as ROUGE-1.5.5 does.

    Args:
        texts: The batch; the sentences of a text are its lines.
        measures: Number of the measures below.
        max_ngram: Largest n of ROUGE-N; 0 for none.
        rouge_l: Whether ROUGE-L is counted.
        weight: Exponent of ROUGE-W; 0 for none.
        skip: Whether skip-bigrams are counted (ROUGE-S).
        skip_unigrams: Whether they are counted with unigrams (ROUGE-SU).
        gap: Largest number of words between those of a skip-bigram; -1 for any.
        elements: Kind of basic elements, which are counted instead of everything else; or None.
        stems: Which texts are stemmed: none, references (models), or all.
        max_words: Words after which texts are cut; 0 for no limit.
        max_bytes: Bytes after which texts are cut; 0 for no limit.
        stop: Words that are dropped, one on each line.
        irregular: An irregular form, a tab and its stem on each line.

    Returns:
        (P, 3 * measures): hits, units of the reference and units of the prediction, for ROUGE-N,
        L, W, S and SU in this order. Counts are whole numbers but for ROUGE-W, where they are
        powers of lengths; units of the reference are the sum of those of its sentences.

    Raises:
        MemoryError: the table of a pair of sentences would exceed 4 GiB.

    Source:
        ROUGE-1.5.5; Lin 2004, aclanthology.org/W04-1013.
    """
    import numpy as np

    out = np.zeros((texts.pairs, 3 * measures))
    extension().rouge155_pairs(
        texts.handle,
        out.view(np.int64),
        texts.workers,
        max_ngram,
        rouge_l,
        weight,
        skip,
        skip_unigrams,
        gap,
        KINDS.index(elements) + 1 if elements else 0,
        stems == "all",
        stems == "models",
        max_words,
        max_bytes,
        stop,
        irregular,
    )
    return out
