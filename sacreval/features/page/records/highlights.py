"""Highlights: marks on predictions and references, and marks of error spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import groupby
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval import native
from sacreval.core.contract.declarations import direction
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.features.page.records.views import OutputMarks, TokenPositions, locate

if TYPE_CHECKING:
    from sacreval.core.record_parts import ErrorSpan


Tokens = Sequence[str]
Levels = list[int]

SUBSTITUTED, ONE_SIDED = 1, 2


def ngrams(side: Tokens, others: Sequence[Tokens], orders: Sequence[int]) -> Levels:
    """Mark the tokens in n-grams that other texts have too, with clipped counts."""
    levels = [0] * len(side)
    code: dict[str, str] = {}
    mine, *theirs = (_coded(tokens, code) for tokens in (side, *others))
    for n in orders:
        counts = [Counter(_grams(other, n)) for other in theirs]
        left = reduce(or_, counts) if counts else Counter()
        for i, gram in enumerate(_grams(mine, n)):
            if left.get(gram, 0) > 0:
                left[gram] -= 1
                levels[i : i + n] = [n] * n
    return levels


def subsequence(side: Tokens, other: Tokens) -> tuple[Levels, Levels]:
    """Mark a longest common subsequence with 1, on both sides."""
    from rapidfuzz.distance import LCSseq

    marks = [0] * len(side), [0] * len(other)
    for op in LCSseq.opcodes(side, other):
        if op.tag == "equal":
            marks[0][op.src_start : op.src_end] = [1] * (op.src_end - op.src_start)
            marks[1][op.dest_start : op.dest_end] = [1] * (op.dest_end - op.dest_start)
    return marks


def edits(side: Tokens, other: Tokens) -> tuple[Levels, Levels]:
    """Mark a shortest edit sequence: 1 is substituted, 2 is on this side only."""
    from rapidfuzz.distance import Levenshtein

    marks = [0] * len(side), [0] * len(other)
    for op in Levenshtein.editops(side, other):
        if op.tag == "replace":
            marks[0][op.src_pos] = marks[1][op.dest_pos] = SUBSTITUTED
        elif op.tag == "delete":
            marks[0][op.src_pos] = ONE_SIDED
        else:
            marks[1][op.dest_pos] = ONE_SIDED
    return marks


def _coded(tokens: Tokens, code: dict[str, str]) -> str:
    """Encode each token as one character, so that n-grams are slices, which hash quickly."""
    return "".join(code.setdefault(token, chr(len(code) + 1)) for token in tokens)


def _grams(text: str, n: int) -> list[str]:
    return [text[i : i + n] for i in range(len(text) - n + 1)]


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


def highlight(metric: Metric, view: OutputMarks, instances: Sequence[Instance]) -> list[Highlight]:
    """Compute the marks of records."""
    chosen = _chosen(metric, view.chooser, instances)
    return [
        _highlighted(view, str(instance.prediction), instance.references or [], kept)
        for instance, kept in zip(instances, chosen, strict=True)
    ]


def _highlighted(
    view: OutputMarks, prediction: str, references: Sequence[str], kept: Sequence[int]
) -> Highlight:
    side = locate(prediction, view.splitting)
    others = [locate(references[i], view.splitting) for i in kept]
    tokens = [other.tokens for other in others]
    if view.kind == "ngrams":
        levels = ngrams(side.tokens, tokens, view.orders)
        theirs = [ngrams(other, [side.tokens], view.orders) for other in tokens]
    else:
        match = subsequence if view.kind == "subsequence" else edits
        levels, only = match(side.tokens, tokens[0])
        theirs = [only]
    pairs = zip(kept, others, theirs, strict=True)
    return Highlight(
        _marked(side, levels, prediction),
        {i: _marked(other, other_levels, references[i]) for i, other, other_levels in pairs},
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
    single = for_instances(metric).with_engine("native" if fast else "official")
    pairs = [
        Instance(prediction=instance.prediction, references=[text])
        for instance in instances
        for text in instance.references or ()
    ]
    scores = single.reduce(single.rows(Batch(pairs)))[output]
    sign = -1.0 if direction(metric, output) is False else 1.0
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


SEVERITIES = ("minor", "major", "critical")  # the levels of marks, from 1


def error_marks(text: Any, spans: Sequence[ErrorSpan]) -> Marks | None:
    """Return the marks of error spans on a text, where they overlap those of the most severe.

    Args:
        text: The output.
        spans: Its error spans, of any order.

    Returns:
        Start and end in characters, and level, of each mark, in one flat list; None where the spans
        are of another text, as of a field that the metric reads in place of the output, or have
        other severities.
    """
    if not isinstance(text, str) or any(text[span.start : span.end] != span.text for span in spans):
        return None
    if any(span.severity not in SEVERITIES for span in spans):
        return None
    levels = [0] * len(text)
    for span in spans:
        level = SEVERITIES.index(span.severity) + 1
        for i in range(span.start, span.end):
            levels[i] = max(levels[i], level)
    marks: Marks = []
    for level, run in groupby(range(len(text)), levels.__getitem__):
        places = list(run)
        marks += [places[0], places[-1] + 1, level] if level else []
    return marks


def span_text(span: ErrorSpan) -> str:
    """Return an error span on one line: severity, text, confidence, and its reference of several.

    Args:
        span: The span.
    """
    beside = "" if span.reference is None else f", beside reference {span.reference + 1}"
    return f"{span.severity}: {span.text} ({span.confidence:.2f}{beside})"
