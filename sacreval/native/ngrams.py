"""n-gram statistics: BLEU, GLEU, chrF and NIST, and of every text against every other."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.native.batch import Texts, extension, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Tokenize = Literal["13a", "char", "none"]


def bleu(
    texts: Texts, *, tokenize: Tokenize, lowercase: bool, max_ngram_order: int
) -> "NDArray[np.int64]":
    """Compute BLEU's statistics, as sacrebleu does.

    Args:
        texts: The batch.
        tokenize: sacrebleu's tokenizer of that name; texts tokenised elsewhere come with "none".
        lowercase: Apply `str.lower()` first.
        max_ngram_order: Longest n-gram, in tokens; 1 to 1000.

    Returns:
        (n, 2 + 2 * order), by instance: tokens of the prediction, tokens of the reference closest
        in length (0 without references), matches of order 1 to N clipped by the n-gram's largest
        count in a reference, n-grams of order 1 to N in the prediction.

    Source:
        sacrebleu.metrics.bleu.BLEU._compute_segment_statistics.
    """
    width = 2 + 2 * max_ngram_order
    return rows(texts, "bleu", len(texts), width, tokenize, lowercase, max_ngram_order)


def bleu_leave_one_out(
    texts: Texts, *, tokenize: Tokenize, lowercase: bool, max_ngram_order: int
) -> "NDArray[np.int64]":
    """Compute BLEU's statistics with each reference left out in turn, in one pass.

    Args:
        texts: The batch.
        tokenize: As in `bleu`.
        lowercase: As in `bleu`.
        max_ngram_order: As in `bleu`.

    Returns:
        (P, 2 + 2 * order): row p is the row of `bleu` for pair p's instance without the reference
        of pair p.
    """
    return bleu_jackknife(
        texts, tokenize=tokenize, lowercase=lowercase, max_ngram_order=max_ngram_order
    ).leave_one_out


class Jackknife(NamedTuple):
    """Rows with all references, by instance, and with each left out, by pair."""

    whole: "NDArray[np.int64]"
    leave_one_out: "NDArray[np.int64]"


def bleu_jackknife(
    texts: Texts, *, tokenize: Tokenize, lowercase: bool, max_ngram_order: int
) -> Jackknife:
    """Compute the rows of `bleu` and of `bleu_leave_one_out` in one pass.

    Args:
        texts: The batch.
        tokenize: As in `bleu`.
        lowercase: As in `bleu`.
        max_ngram_order: As in `bleu`.

    Returns:
        whole, (n, 2 + 2 * order), and leave_one_out, (P, 2 + 2 * order).
    """
    import numpy as np

    width = 2 + 2 * max_ngram_order
    out = Jackknife(
        np.zeros((len(texts), width), dtype=np.int64),
        np.zeros((texts.pairs, width), dtype=np.int64),
    )
    extension().bleu_leave_one_out(
        texts.handle, tuple(out), texts.workers, tokenize, lowercase, max_ngram_order
    )
    return out


def gleu_pairs(
    texts: Texts, *, tokenize: Tokenize, lowercase: bool, min_len: int, max_len: int
) -> "NDArray[np.int64]":
    """Count GLEU's (GoogleBLEU's) matches with each reference, as NLTK does.

    Args:
        texts: The batch.
        tokenize: As in `bleu`.
        lowercase: Apply `str.lower()` first.
        min_len: Shortest n-gram, in tokens; 1 to 1000.
        max_len: Longest n-gram, in tokens; 1 to 1000.

    Returns:
        (P, 2): n-grams in common, and the larger of the two sides' n-gram totals.

    Source:
        nltk.translate.gleu_score.corpus_gleu; Wu et al. 2016, arXiv:1609.08144.
    """
    return rows(texts, "gleu_pairs", texts.pairs, 2, tokenize, lowercase, min_len, max_len)


def chrf_pairs(
    texts: Texts, *, char_order: int, word_order: int, lowercase: bool, whitespace: bool
) -> "NDArray[np.int64]":
    """Count chrF's n-grams against each reference, as sacrebleu does.

    sacrebleu uses the first of an instance's rows with the largest F score; that choice depends on
    beta and is left to the caller.

    Args:
        texts: The batch.
        char_order: Longest character n-gram; 0 to 1000.
        word_order: Longest word n-gram (2 for chrF++); 0 to 1000.
        lowercase: Apply `str.lower()` first.
        whitespace: Count white space as characters.

    Returns:
        (P, 3 * (char_order + word_order)): for each order, characters first, the n-grams of the
        prediction (0 if the reference has none of that order), of the reference, and in common.

    Source:
        sacrebleu.metrics.chrf.CHRF; Popovic 2015, aclanthology.org/W15-3049.
    """
    width = 3 * (char_order + word_order)
    return rows(
        texts, "chrf_pairs", texts.pairs, width, char_order, word_order, lowercase, whitespace
    )


Rows = tuple[int, int]
"""The first text whose rows are computed, and the one after the last; both 0 to k."""


def bleu_all_pairs(
    texts: Texts,
    rows: Rows,
    *,
    tokenize: Literal["13a", "char", "none"],
    lowercase: bool,
    max_ngram_order: int,
) -> "NDArray[np.int64]":
    """Compute BLEU's statistics of texts against each of the others, and themselves.

    Args:
        texts: A batch of one instance: its prediction and references are the k texts.
        rows: The texts whose rows are computed.
        tokenize: As in `bleu`.
        lowercase: As in `bleu`.
        max_ngram_order: As in `bleu`.

    Returns:
        (last - first, k, 2 + 2 * order): cell i, j has the row of `bleu` of text first + i with
        text j as its only reference.

    Raises:
        ValueError: the batch has another number of instances, or not these texts.
        OverflowError: the texts exceed 2**31 - 1 characters.
    """
    return _all_pairs(
        "bleu_all_pairs", texts, rows, 2 + 2 * max_ngram_order, tokenize, lowercase, max_ngram_order
    )


def chrf_all_pairs(
    texts: Texts,
    rows: Rows,
    *,
    char_order: int,
    word_order: int,
    lowercase: bool,
    whitespace: bool,
) -> "NDArray[np.int64]":
    """Count chrF's n-grams of texts against each of the others, and themselves.

    Args:
        texts: As in `bleu_all_pairs`.
        rows: As in `bleu_all_pairs`.
        char_order: As in `chrf_pairs`.
        word_order: As in `chrf_pairs`.
        lowercase: As in `chrf_pairs`.
        whitespace: As in `chrf_pairs`.

    Returns:
        (last - first, k, 3 * (char_order + word_order)): cell i, j has the row of `chrf_pairs` of
        text first + i against text j.

    Raises:
        ValueError: the batch has another number of instances, or not these texts.
        OverflowError: the texts exceed 2**31 - 1 characters.
    """
    width = 3 * (char_order + word_order)
    options = (char_order, word_order, lowercase, whitespace)
    return _all_pairs("chrf_all_pairs", texts, rows, width, *options)


def _all_pairs(
    kernel: str, texts: Texts, rows: Rows, width: int, *options: object
) -> "NDArray[np.int64]":
    import numpy as np

    out = np.zeros((rows[1] - rows[0], texts.pairs + 1, width), dtype=np.int64)
    getattr(extension(), kernel)(rows, (texts.handle, out, texts.workers, *options))
    return out


class NistOptions(NamedTuple):
    """Options of a table of information.

    Args:
        tokenize: sacrebleu's tokenizer.
        lowercase: Apply `str.lower()` first.
        ascii_lowercase: Lowercase A to Z of tokens.
        order: The longest n-grams, 1 to 1000.
        mteval: Count as mteval does, else as NLTK.
    """

    tokenize: Literal["13a", "char", "none"]
    lowercase: bool
    ascii_lowercase: bool
    order: int
    mteval: bool


class NistTable:
    """The information of the n-grams of all texts of a batch.

    Args:
        texts: The references of a run.
        options: How they are split and counted.
    """

    def __init__(self, texts: Texts, options: NistOptions) -> None:
        self.options = options
        self.handle = extension().nist_table(texts.handle, *options)


def nist_rows(
    texts: Texts, table: NistTable, *, leave_one_out: bool
) -> "tuple[NDArray[np.float64], NDArray[np.float64] | None] | None":
    """Compute the rows of a batch, and those without each reference.

    Args:
        texts: The batch; every instance has at least one reference, or two to leave one out.
        table: The information of the references.
        leave_one_out: Compute a row without each reference, too.

    Returns:
        (n, 3 * order + 1): information by order, n-grams of the output by order, length of the
        references by order, length of the output; and, if asked for, (P, 3 * order + 1). None if a
        reference has an n-gram that the table lacks.

    Raises:
        ValueError: an instance has too few references.

    Source:
        nltk.translate.nist_score; mteval-v13a.pl; Doddington 2002.
    """
    import numpy as np

    width = 3 * table.options.order + 1
    rows = np.zeros((len(texts), width))
    others = np.zeros((texts.pairs, width)) if leave_one_out else None
    complete = extension().nist_rows(
        texts.handle, (rows, others), texts.workers, table.handle, table.options.lowercase
    )
    return (rows, others) if complete else None
