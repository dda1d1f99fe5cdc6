"""Statistics of token sequences: overlap, ROUGE, errors and distances, and word order."""

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

    Source:
        rapidfuzz.distance.Levenshtein.distance; Levenshtein 1966.
    """
    _check_unit(unit)
    return rows(texts, "distance_pairs", texts.pairs, 3, unit == "word")


def _check_unit(unit: str) -> None:
    if unit not in {"word", "char"}:
        raise ValueError(f"unit must be word or char, not {unit!r}")


def eed_pairs(
    texts: Texts, *, alpha: float, rho: float, deletion: float, insertion: float
) -> "NDArray[np.float64]":
    """Compute the distance of each prediction from each of its references.

    Args:
        texts: The batch, prepared: no text is empty.
        alpha: Cost of a jump, finite, 0 or more, as all costs.
        rho: Cost of visiting characters more than once.
        deletion: Cost of a deletion.
        insertion: Cost of an insertion.

    Returns:
        (P,), 0 to 1.

    Raises:
        ValueError: a cost is out of its range.

    Source:
        Stanchev, Wang and Ney 2019, aclanthology.org/W19-5359.
    """
    import numpy as np

    costs = (alpha, rho, deletion, insertion)
    return rows(texts, "eed_pairs", texts.pairs, 1, *costs).view(np.float64)[:, 0]


def overlap_pairs(texts: Texts, *, multiset: bool) -> "NDArray[np.int64]":
    """Count the tokens in common with each reference.

    Args:
        texts: The batch, already normalised; tokens are those of `str.split()`.
        multiset: Count a token as often as both sides contain it (SQuAD); else once.

    Returns:
        (P, 3): tokens in common, of the prediction, of the reference; distinct ones unless
        multiset.

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
        ValueError: `context` is out of range.

    Source:
        hlepor.hlepor_score of the package hLepor 0.0.4; Han et al. 2013.
    """
    return rows(texts, "hlepor_pairs", texts.pairs, 4, tokenize, lowercase, context)
