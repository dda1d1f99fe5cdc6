"""Statistics that come from aligning words: TER."""

from typing import TYPE_CHECKING

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def ter_pairs(
    texts: Texts,
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> "NDArray[np.int64]":
    """Count the edits and shifts from each prediction to each of its references, as sacrebleu does.

    Beam, order of ties, shift candidates and their cap are sacrebleu's. Texts of thousands of
    words take milliseconds a pair, and Ctrl-C ends them.

    Args:
        texts: The batch.
        normalized: Join lines, decode four entities and set punctuation apart.
        no_punct: Remove punctuation.
        asian_support: With `normalized`, split Chinese characters; with `no_punct`, remove their
            punctuation too; without either, nothing.
        case_sensitive: Do not apply `str.lower()` first.

    Returns:
        (P, 2): edits (shifts count one each), words of the reference. An empty reference needs as
        many edits as the prediction has words.

    Raises:
        OverflowError: a text has more than 2**28 words, or the texts of one instance exceed
            2**31 - 1 characters.

    Source:
        sacrebleu.metrics.ter.TER and sacrebleu.metrics.lib_ter; Snover et al. 2006.
    """
    options = (normalized, no_punct, asian_support, case_sensitive)
    return rows(texts, "ter_pairs", texts.pairs, 2, *options)
