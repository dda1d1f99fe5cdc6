"""Statistics of METEOR 1.5: the kernel that normalises, matches and aligns whole batches."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STATISTICS = 23
Describe = Callable[[list[str]], tuple[list[str] | None, bytes]]


def meteor15_pairs(
    texts: Texts,
    *,
    normalization: tuple[str, str, Sequence[str], Sequence[str]],
    modules: Sequence[str],
    beam: int,
    characters: bool,
    synonyms: Path | None,
    paraphrases: Path | None,
    describe: Describe,
) -> "NDArray[np.int64]":
    """Align each prediction with each of its references as METEOR 1.5 does.

    Args:
        texts: The batch.
        normalization: full, no-punctuation, lowercase or none; the language; words after which a
            full stop ends no sentence; those of which that is true before a number.
        modules: One to four of exact, stem, synonym and paraphrase, in their order.
        beam: Number of paths of the search.
        characters: Count lengths and matches in UTF-16 code units, not in words.
        synonyms: Folder of `english.synsets` and `english.exceptions`, for the module synonym.
        paraphrases: A table of `sacreval.metrics.ngrams._meteor15.paraphrase_table`, for the
            module paraphrase.
        describe: Returns for the distinct words of the batch their stems, or None if they are not
            needed or English, and a byte that is 1 for each function word and 0 for all others.

    Returns:
        (P, 23): lengths of the prediction and of the reference; their function words; for each of
        four modules the matched content words and the matched function words of both; chunks;
        matched words of both.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: a table is missing or damaged.

    Source:
        Denkowski and Lavie 2014; METEOR 1.5.
    """
    kind, language, prefixes, numeric = normalization
    return rows(
        texts,
        "meteor15_pairs",
        texts.pairs,
        STATISTICS,
        (kind, language, tuple(prefixes), tuple(numeric)),
        tuple(modules),
        beam,
        characters,
        synonyms and os.fspath(synonyms),
        paraphrases and os.fspath(paraphrases),
        describe,
    )
