"""Compiled kernels: whole batches of texts in, integer statistics out."""

from sacreval.native.batch import Texts, available
from sacreval.native.ngrams import bleu, bleu_leave_one_out, gleu_pairs

__all__ = ["Texts", "available", "bleu", "bleu_leave_one_out", "gleu_pairs"]
