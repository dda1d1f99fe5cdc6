"""Compiled kernels: compute integer statistics of whole batches of texts."""

from importlib import import_module

TYPE_CHECKING = False  # for type checkers, as in `sacreval/__init__.py`
if TYPE_CHECKING:
    from sacreval.native.alignment import meteor_pairs, ter_pairs, wordnet_synonyms, words
    from sacreval.native.all_pairs import bleu_all_pairs, chrf_all_pairs
    from sacreval.native.batch import Texts, available
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
    from sacreval.native.overlap import equal_pairs, overlap_pairs
    from sacreval.native.rouge155 import rouge155_pairs
    from sacreval.native.sequences import edit_pairs, rouge_pairs
    from sacreval.native.word_order import hlepor_pairs, lepor_pairs, ribes_pairs

__all__ = [
    "Jackknife",
    "Texts",
    "available",
    "bleu",
    "bleu_all_pairs",
    "bleu_jackknife",
    "bleu_leave_one_out",
    "chrf_all_pairs",
    "chrf_pairs",
    "doubtful_key",
    "edit_pairs",
    "equal_pairs",
    "gleu_pairs",
    "graph_similarities",
    "hlepor_pairs",
    "lepor_pairs",
    "meteor15_pairs",
    "meteor_pairs",
    "overlap_pairs",
    "ribes_pairs",
    "rouge155_pairs",
    "rouge_pairs",
    "ter_pairs",
    "wordnet_synonyms",
    "words",
]

_PLACES = {
    "all_pairs": ("bleu_all_pairs", "chrf_all_pairs"),
    "alignment": ("meteor_pairs", "ter_pairs", "wordnet_synonyms", "words"),
    "batch": ("Texts", "available"),
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
    "overlap": ("equal_pairs", "overlap_pairs"),
    "rouge155": ("rouge155_pairs",),
    "sequences": ("edit_pairs", "rouge_pairs"),
    "word_order": ("hlepor_pairs", "lepor_pairs", "ribes_pairs"),
}


def __getattr__(name: str) -> object:
    """Import the module of a kernel when it is first used: a run uses one or two of them."""
    for module, names in _PLACES.items():
        if name in names:
            found: object = getattr(import_module(f"sacreval.native.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'sacreval.native' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
