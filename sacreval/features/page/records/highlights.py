"""Highlights: marks on predictions and references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sacreval import native
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.features.page.records import matching
from sacreval.features.page.records.token_positions import TokenPositions, locate
from sacreval.features.page.records.views import View

Marks = list[int]  # start, end, level, start, end, level ...


class MarkedText(NamedTuple):
    """A text with marks.

    Args:
        shown: Text to show instead, if the metric's tokens cannot be found in the original.
        marks: Start and end in characters, and level, of each mark, in one flat list.
    """

    shown: str | None
    marks: Marks


class Highlight(NamedTuple):
    """A prediction and the references it was compared with.

    Args:
        prediction: The prediction.
        references: Index of each reference to its marks.
    """

    prediction: MarkedText
    references: dict[int, MarkedText]


def markable(instance: Instance) -> bool:
    """Return whether a record has a text and references that are texts."""
    texts = [instance.prediction, *(instance.references or ())]
    return len(texts) > 1 and all(isinstance(text, str) for text in texts)


def highlight(metric: Metric, view: View, instances: Sequence[Instance]) -> list[Highlight]:
    """Compute the marks of records.

    Args:
        metric: The metric whose matches are marked.
        view: The kind of marks, and the tokenization.
        instances: Records that are `markable`.
    """
    chosen = _chosen(metric, view.chooser, instances)
    return [
        _one(view, str(instance.prediction), instance.references or [], kept)
        for instance, kept in zip(instances, chosen, strict=True)
    ]


def _one(view: View, prediction: str, references: Sequence[str], kept: Sequence[int]) -> Highlight:
    side = locate(prediction, view.splitting)
    others = [locate(references[i], view.splitting) for i in kept]
    tokens = [other.tokens for other in others]
    if view.kind == "ngrams":
        levels = matching.ngrams(side.tokens, tokens, view.orders)
        theirs = [matching.ngrams(other, [side.tokens], view.orders) for other in tokens]
    else:
        match = matching.subsequence if view.kind == "subsequence" else matching.edits
        levels, only = match(side.tokens, tokens[0])
        theirs = [only]
    pairs = zip(kept, others, theirs, strict=True)
    return Highlight(
        _marked(side, levels, prediction),
        {i: _marked(other, own, references[i]) for i, other, own in pairs},
    )


def _chosen(
    metric: Metric, output: str | None, instances: Sequence[Instance]
) -> list[Sequence[int]]:
    """Return the indices of the references that count: all, or the first with the best score."""
    import numpy as np

    counts = [len(instance.references or ()) for instance in instances]
    if output is None or max(counts, default=1) == 1:
        return [range(n) for n in counts]
    fast = native.available() and metric.covers_native()
    single = metric.for_instances().with_engine("native" if fast else "official")
    pairs = [
        Instance(prediction=one.prediction, references=[text])
        for one in instances
        for text in one.references or ()
    ]
    scores = single.reduce(single.rows(Batch(pairs)))[output]
    sign = -1.0 if metric.is_higher_better(output) is False else 1.0
    parts = np.split(sign * scores, np.cumsum(counts)[:-1])
    return [[int(np.argmax(part))] for part in parts]


def _marked(placed: TokenPositions, levels: Sequence[int], text: str) -> MarkedText:
    """Join adjacent marks of one level that only whitespace separates."""
    marks: Marks = []
    before = 0
    for (start, end), level in zip(placed.spans, levels, strict=True):
        if level and level == before and not placed.shown[marks[-2] : start].strip():
            marks[-2] = max(end, marks[-2])
        elif level:
            marks += [start, end, level]
        before = level
    return MarkedText(None if placed.shown == text else placed.shown, marks)
