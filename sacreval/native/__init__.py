"""Compiled kernels: compute integer statistics of whole batches of texts."""

from sacreval.native.alignment import meteor_pairs, ter_pairs, wordnet_synonyms, words
from sacreval.native.batch import Texts, available
from sacreval.native.json_keys import doubtful_key
from sacreval.native.ngrams import (
    Jackknife,
    bleu,
    bleu_jackknife,
    bleu_leave_one_out,
    chrf_pairs,
    gleu_pairs,
)
from sacreval.native.overlap import equal_pairs, overlap_pairs
from sacreval.native.sequences import edit_pairs, rouge_pairs

__all__ = [
    "Jackknife",
    "Texts",
    "available",
    "bleu",
    "bleu_jackknife",
    "bleu_leave_one_out",
    "chrf_pairs",
    "doubtful_key",
    "edit_pairs",
    "equal_pairs",
    "gleu_pairs",
    "meteor_pairs",
    "overlap_pairs",
    "rouge_pairs",
    "ter_pairs",
    "wordnet_synonyms",
    "words",
]
