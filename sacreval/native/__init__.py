"""Compiled kernels: compute integer statistics of whole batches of texts."""

from importlib import import_module

TYPE_CHECKING = False  # for type checkers, as in `sacreval/__init__.py`
if TYPE_CHECKING:
    from sacreval.native.alignment import (
        meteor15_pairs,
        meteor_pairs,
        ter_pairs,
        wordnet_synonyms,
        words,
    )
    from sacreval.native.batch import Texts, apply, available, listed, summed
    from sacreval.native.ngrams import (
        NistOptions,
        NistTable,
        bleu,
        bleu_all_pairs,
        bleu_jackknife,
        bleu_leave_one_out,
        chrf_all_pairs,
        chrf_pairs,
        gleu_pairs,
        nist_rows,
    )
    from sacreval.native.pair_counts import (
        agreeing_pairs,
        best_threshold,
        count_at_least,
        ordered_cells,
        soft_swaps,
        split_verdicts,
        weighted_pairs,
        weighted_ranks,
    )
    from sacreval.native.rouge155 import rouge155_pairs
    from sacreval.native.sequences import (
        distance_pairs,
        edit_pairs,
        eed_pairs,
        equal_pairs,
        hlepor_pairs,
        lepor_pairs,
        overlap_pairs,
        ribes_pairs,
        rouge_pairs,
    )
    from sacreval.native.sets import (
        bleu_of_others,
        cider,
        distinct_ngrams,
        fragment_pairs,
        graph_similarities,
        repeated_ngrams,
        sari,
    )
    from sacreval.native.text_kernels import doubtful_key, squad_normalizer

__all__ = [
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
    "listed",
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
    "alignment": ("meteor15_pairs", "meteor_pairs", "ter_pairs", "wordnet_synonyms", "words"),
    "ngrams": (
        "NistOptions",
        "NistTable",
        "bleu",
        "bleu_all_pairs",
        "bleu_jackknife",
        "bleu_leave_one_out",
        "chrf_all_pairs",
        "chrf_pairs",
        "gleu_pairs",
        "nist_rows",
    ),
    "batch": ("Texts", "apply", "available", "listed", "summed"),
    "sequences": (
        "distance_pairs",
        "edit_pairs",
        "eed_pairs",
        "equal_pairs",
        "hlepor_pairs",
        "lepor_pairs",
        "overlap_pairs",
        "ribes_pairs",
        "rouge_pairs",
    ),
    "text_kernels": ("doubtful_key", "squad_normalizer"),
    "sets": (
        "bleu_of_others",
        "cider",
        "distinct_ngrams",
        "fragment_pairs",
        "graph_similarities",
        "repeated_ngrams",
        "sari",
    ),
    "pair_counts": (
        "agreeing_pairs",
        "best_threshold",
        "count_at_least",
        "ordered_cells",
        "soft_swaps",
        "split_verdicts",
        "weighted_pairs",
        "weighted_ranks",
    ),
    "rouge155": ("rouge155_pairs",),
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
