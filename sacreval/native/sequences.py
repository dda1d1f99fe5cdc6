"""Statistics of token sequences: ROUGE, word and character errors, distances."""

from typing import TYPE_CHECKING, Literal

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def rouge_pairs(texts: Texts, *, types: tuple[str, ...], stemmer: bool) -> "NDArray[np.int64]":
    """Count ROUGE's matches with each reference, as rouge-score does.

    Args:
        texts: The batch. For "Lsum" the sentences of a text are its lines.
        types: Any of "1" to "9" (ROUGE-N), "L" and "Lsum", in the order of the result's columns.
        stemmer: Stem words of more than three letters by NLTK's Porter stemmer.

    Returns:
        (P, 3 * len(types)): for each type the matches (n-grams in common, length of the longest
        common subsequence, or hits of the union LCS), and the n-grams or tokens of the prediction
        and of the reference.

    Raises:
        ValueError: an unknown type.
        OverflowError: the texts of one instance exceed 2**31 - 1 bytes of UTF-8.
        MemoryError: the table of a "Lsum" sentence pair would exceed 4 GiB.

    Source:
        rouge_score.rouge_scorer.RougeScorer; Lin 2004, aclanthology.org/W04-1013.
    """
    return rows(texts, "rouge_pairs", texts.pairs, 3 * len(types), tuple(types), stemmer)


def edit_pairs(texts: Texts, *, unit: Literal["word", "char"]) -> "NDArray[np.int64]":
    """Count the edits from each reference to the prediction, as jiwer 4 does by default.

    Args:
        texts: The batch.
        unit: Words (WER) or characters (CER).

    Returns:
        (P, 4): hits, substitutions, deletions, insertions of the alignment that rapidfuzz picks.

    Raises:
        ValueError: an unknown unit.
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.

    Source:
        jiwer.process_words and jiwer.process_characters with their default transforms.
    """
    _check_unit(unit)
    return rows(texts, "edit_pairs", texts.pairs, 4, unit == "word")


def distance_pairs(texts: Texts, *, unit: Literal["word", "char"]) -> "NDArray[np.int64]":
    """Count the edits between each prediction and each of its references, as rapidfuzz does.

    Args:
        texts: The batch.
        unit: Words, separated by white space, or characters.

    Returns:
        (P, 3): the smallest number of insertions, deletions and substitutions; units of the
        prediction and of the reference.

    Raises:
        ValueError: an unknown unit.
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.

    Source:
        rapidfuzz.distance.Levenshtein.distance; Levenshtein 1966.
    """
    _check_unit(unit)
    return rows(texts, "distance_pairs", texts.pairs, 3, unit == "word")


def _check_unit(unit: str) -> None:
    if unit not in {"word", "char"}:
        raise ValueError(f"unit must be word or char, not {unit!r}")
