"""TER by sacrebleu, METEOR and word tokens by NLTK."""

import warnings
from functools import lru_cache, partial
from itertools import product

from cases import Case
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate import meteor_score
from sacrebleu.metrics.ter import TER
from wordnet_home import FOLDER, reader

from sacreval import native

TER_OPTIONS = {
    "n": "normalized",
    "p": "no_punct",
    "a": "asian_support",
    "c": "case_sensitive",
}


def ter_rows(ter, prediction, references):
    """sacrebleu's statistics against one reference at a time, normalised twice as it does."""
    words = ter._preprocess_segment(prediction)
    once = (ter._preprocess_segment(reference) for reference in references)
    infos = (ter._extract_reference_info([reference]) for reference in once)
    return [ter._compute_segment_statistics(words, info) for info in infos]


def ter_case(flags):
    """Make the case of one choice of TER's options, given as letters."""
    options = {name: letter in flags for letter, name in TER_OPTIONS.items()}
    return Case(
        f"ter {flags or '-'}",
        partial(native.ter_pairs, **options),
        partial(ter_rows, TER(**options)),
        cheap=False,
    )


@lru_cache(maxsize=1)
def tokenizer():
    return NLTKWordTokenizer()


def meteor_rows(split, prediction, references):
    """What single_meteor_score computes before its formula."""
    rows = []
    for reference in references:
        ours, theirs = meteor_score._generate_enums(split(prediction), split(reference))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            matches, _, _ = meteor_score._enum_align_words(ours, theirs, wordnet=reader())
        chunks = meteor_score._count_chunks(matches) if matches else 0
        rows.append([len(matches), chunks, len(ours), len(theirs)])
    return rows


def meteor_case(tokenize, split):
    return Case(
        f"meteor {tokenize}",
        partial(native.meteor_pairs, tokenize=tokenize, wordnet=FOLDER),
        partial(meteor_rows, split),
        cheap=False,
    )


CASES = [
    *(ter_case("".join(flags)) for flags in product(*(("", letter) for letter in TER_OPTIONS))),
    *(
        [
            meteor_case("whitespace", str.split),
            meteor_case("word", lambda text: tokenizer().tokenize(text)),
        ]
        if FOLDER
        else []
    ),
]
