"""Statistics of word alignments: TER, METEOR and METEOR 1.5, and METEOR's tokens and synonyms."""

import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sacreval.errors import NotSetUpError
from sacreval.native.batch import Texts, extension, rows

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

    Beam, order of ties, shift candidates and their limit are sacrebleu's. Texts of thousands of
    words take milliseconds per pair, and can be interrupted with Ctrl-C.

    Args:
        texts: The batch.
        normalized: Join lines, decode four entities and separate punctuation.
        no_punct: Remove punctuation.
        asian_support: With `normalized`, split Chinese characters; with `no_punct`, remove their
            punctuation too; without either it has no effect.
        case_sensitive: Do not apply `str.lower()` first.

    Returns:
        (P, 2): edits, with one for each shift, and words of the reference. With an empty reference
        there are as many edits as words of the prediction.

    Raises:
        OverflowError: a text has more than 2**28 words, or the texts of one instance exceed
            2**31 - 1 characters.

    Source:
        sacrebleu.metrics.ter.TER and sacrebleu.metrics.lib_ter; Snover et al. 2006.
    """
    options = (normalized, no_punct, asian_support, case_sensitive)
    return rows(texts, "ter_pairs", texts.pairs, 2, *options)


def meteor_pairs(
    texts: Texts,
    *,
    tokenize: Literal["whitespace", "word"],
    wordnet: Path | None,
    stages: Collection[Literal["exact", "stem", "synonym"]] = ("exact", "stem", "synonym"),
) -> "NDArray[np.int64]":
    """Align each prediction with each of its references as NLTK's METEOR does.

    Words are lower-cased one by one after tokenising. With all three stages the counts are those
    of NLTK; stages that are not listed are skipped.

    Args:
        texts: The batch.
        tokenize: Tokenizer: `str.split` or NLTK's word tokenizer (see `words`).
        wordnet: Folder of WordNet's files (`index.noun`, `data.noun`, `noun.exc`, ...). It is read
            once per process, in about ten milliseconds. Not needed without the stage "synonym".
        stages: Stages of matching, which must include "exact"; always applied in NLTK's order.

    Returns:
        (P, 4): matched words, chunks (0 without a match), words of the prediction, words of the
        reference.

    Raises:
        NotSetUpError: WordNet is not in that folder.
        ValueError: `stages` is without "exact", or WordNet's files are damaged.

    Source:
        nltk.translate.meteor_score (NLTK 3.10); Lavie and Agarwal 2007.
    """
    if "exact" not in stages:
        raise ValueError('the stages of METEOR must include "exact"')
    folder = _wordnet_folder(wordnet) if "synonym" in stages else None
    return rows(texts, "meteor_pairs", texts.pairs, 4, tokenize, "stem" in stages, folder)


def words(text: str) -> list[str]:
    """Split a text as NLTK's `NLTKWordTokenizer().tokenize` does.

    The whole text counts as one sentence: this is `word_tokenize(text, preserve_line=True)`.
    Without that, NLTK first splits sentences with a trained model, so that periods inside the
    text become tokens too. Word characters are those of `regex` 2026.11.15 (Unicode 17).

    Returns:
        The tokens. Straight double quotes become two backquotes or two apostrophes, as in NLTK.

    Source:
        nltk.tokenize.destructive (NLTK 3.10).
    """
    listed: list[str] = extension().words(text)
    return listed


def wordnet_synonyms(path: Path, word: str) -> list[str]:
    """Return the lemmas without an underscore in all synsets of a word, as NLTK does.

    Args:
        path: Folder of WordNet's files.
        word: A word in lower case; inflected forms are looked up with NLTK's rules.

    Returns:
        The distinct lemmas in sorted order, in their original case.

    Raises:
        NotSetUpError: WordNet is not in that folder.
        ValueError: its files are damaged.
    """
    synonyms: list[str] = extension().wordnet_synonyms(_wordnet_folder(path), word)
    return sorted(synonyms)


def _wordnet_folder(path: Path | None) -> str:
    if path is None or not (path / "index.noun").is_file():
        raise NotSetUpError(
            f"WordNet is not in {path}; install Debian's `wordnet-base` or NLTK's `wordnet`, and "
            "name the folder that holds index.noun."
        )
    return os.fspath(path)


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
