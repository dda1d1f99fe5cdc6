"""Compiled kernels: compute integer statistics of whole batches of texts."""

from importlib import import_module

TYPE_CHECKING = False  # for type checkers, as in `sacreval/__init__.py`
if TYPE_CHECKING:
    from sacreval.native.alignment import meteor_pairs, ter_pairs, wordnet_synonyms, words
    from sacreval.native.all_pairs import bleu_all_pairs, chrf_all_pairs
    from sacreval.native.batch import Texts, apply, available, summed
    from sacreval.native.eed import eed_pairs
    from sacreval.native.json_keys import doubtful_key
    from sacreval.native.meteor15 import meteor15_pairs
    from sacreval.native.ngram_graphs import graph_similarities
    from sacreval.native.ngrams import (
        Jackknife,
        bleu,
        bleu_jackknife,
        bleu_leave_one_out,
        chrf_pairs,
        gleu_pairs,
    )
    from sacreval.native.nist import NistOptions, NistTable, nist_rows
    from sacreval.native.outputs import fragment_pairs, repeated_ngrams, sari
    from sacreval.native.overlap import equal_pairs, overlap_pairs
    from sacreval.native.pair_counts import (
        agreeing_pairs,
        best_threshold,
        ordered_cells,
        split_verdicts,
        weighted_pairs,
        weighted_ranks,
    )
    from sacreval.native.plain_texts import squad_normalizer
    from sacreval.native.rouge155 import rouge155_pairs
    from sacreval.native.sequences import distance_pairs, edit_pairs, rouge_pairs
    from sacreval.native.sets import bleu_of_others, cider, distinct_ngrams
    from sacreval.native.soft_accuracy import count_at_least, soft_swaps
    from sacreval.native.word_order import hlepor_pairs, lepor_pairs, ribes_pairs

__all__ = [
    "Jackknife",
    "NistOptions",
    "NistTable",
    "Texts",
    "agreeing_pairs",
    "apply",
    "available",
    "best_threshold",
    "bleu",
    "bleu_all_pairs",
    "bleu_jackknife",
    "bleu_leave_one_out",
    "bleu_of_others",
    "chrf_all_pairs",
    "chrf_pairs",
    "cider",
    "count_at_least",
    "distance_pairs",
    "distinct_ngrams",
    "doubtful_key",
    "edit_pairs",
    "eed_pairs",
    "equal_pairs",
    "fragment_pairs",
    "gleu_pairs",
    "graph_similarities",
    "hlepor_pairs",
    "lepor_pairs",
    "meteor15_pairs",
    "meteor_pairs",
    "nist_rows",
    "ordered_cells",
    "overlap_pairs",
    "repeated_ngrams",
    "ribes_pairs",
    "rouge155_pairs",
    "rouge_pairs",
    "sari",
    "soft_swaps",
    "split_verdicts",
    "squad_normalizer",
    "summed",
    "ter_pairs",
    "weighted_pairs",
    "weighted_ranks",
    "wordnet_synonyms",
    "words",
]

_PLACES = {
    "all_pairs": ("bleu_all_pairs", "chrf_all_pairs"),
    "alignment": ("meteor_pairs", "ter_pairs", "wordnet_synonyms", "words"),
    "eed": ("eed_pairs",),
    "batch": ("Texts", "apply", "available", "summed"),
    "json_keys": ("doubtful_key",),
    "ngram_graphs": ("graph_similarities",),
    "meteor15": ("meteor15_pairs",),
    "ngrams": (
        "Jackknife",
        "bleu",
        "bleu_jackknife",
        "bleu_leave_one_out",
        "chrf_pairs",
        "gleu_pairs",
    ),
    "nist": ("NistOptions", "NistTable", "nist_rows"),
    "outputs": ("fragment_pairs", "repeated_ngrams", "sari"),
    "overlap": ("equal_pairs", "overlap_pairs"),
    "pair_counts": (
        "agreeing_pairs",
        "best_threshold",
        "ordered_cells",
        "split_verdicts",
        "weighted_pairs",
        "weighted_ranks",
    ),
    "plain_texts": ("squad_normalizer",),
    "rouge155": ("rouge155_pairs",),
    "sequences": ("distance_pairs", "edit_pairs", "rouge_pairs"),
    "sets": ("bleu_of_others", "cider", "distinct_ngrams"),
    "soft_accuracy": ("count_at_least", "soft_swaps"),
    "word_order": ("hlepor_pairs", "lepor_pairs", "ribes_pairs"),
}


def __getattr__(name: str) -> object:
    """Import the module of a kernel when it is first used: a run uses one or two of them."""
    for module, names in _PLACES.items():
        if name in names:
            kernel: object = getattr(import_module(f"sacreval.native.{module}"), name)
            globals()[name] = kernel
            return kernel
    raise AttributeError(f"module 'sacreval.native' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
