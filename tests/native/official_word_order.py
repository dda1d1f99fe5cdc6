"""RIBES by NLTK; LEPOR and hLEPOR by the definitions of their metrics."""

from itertools import combinations

from cases import Case
from nltk.translate.ribes_score import word_rank_alignment

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.metrics.ngrams._word_order import position_counts


def ribes_rows(prediction, references):
    """What NLTK's sentence_ribes computes inside, per reference."""
    output = prediction.split()
    rows = []
    for reference in references:
        words = reference.split()
        ranks = word_rank_alignment(words, output)
        ascending = sum(earlier < later for earlier, later in combinations(ranks, 2))
        rows.append([ascending, len(ranks), len(output), len(words)])
    return rows


def position_rows(name, context):
    """The counts by the metric's definition in Python."""
    metric = metrics.get(name)(context_words=context)

    def rows(prediction, references):
        output = prediction.split()
        pairs = [(metric.matches(output, r.split()), len(r.split())) for r in references]
        return [position_counts(matches, len(output), n) for matches, n in pairs]

    return rows


def kernel(name, context):
    """The kernel on tokens split at blanks."""
    function = getattr(native, f"{name}_pairs")
    return lambda texts: function(texts, tokenize="none", lowercase=False, context=context)


CASES = [
    Case(
        "ribes",
        lambda texts: native.ribes_pairs(texts, tokenize="none", lowercase=False),
        ribes_rows,
        cheap=False,
    ),
    *(
        Case(f"{name} {context}", kernel(name, context), position_rows(name, context), cheap=False)
        for name in ("lepor", "hlepor")
        for context in (1, 3)
    ),
]
