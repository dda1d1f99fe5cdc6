"""DROP (Dua et al. 2019): exact match and F1 of answers made of several spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.core.options.field_types import TEXT, Kind, any_number_of, many
from sacreval.stats.ratio import f1
from sacreval.text.normalizers import drop
from sacreval.text.scripts import F1_INSTEAD, Tokenization

SPANS = Kind("text or a list of texts", lambda v: TEXT.accepts(v) or any_number_of(TEXT).accepts(v))


@metrics.register("drop")
@dataclass(frozen=True, kw_only=True)
class Drop(MeanMetric):
    """DROP: exact match and F1 of answers that are one span or several, 0 to 1.

    Higher is better. Spans are aligned one to one to maximise the sum of their F1; a word counts
    once in a span. If the reference span has numbers, a span without any of them scores 0. With
    several references, exact match and F1 each use the reference with the best score.

    Source: DROP's evaluation script, which rounds the F1 of an answer to two places.
    """

    score_scale = ScoreScale(mean=True, highest=1.0, binary=("drop_exact_match",))
    main: ClassVar[str] = "drop_f1"
    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": SPANS, "references": many(SPANS)}

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of exact match and F1."""
        return ("drop_exact_match", "drop_f1")

    def tokenization(self) -> Tokenization:
        """Split normalised texts at white space."""
        return Tokenization(lambda text: drop(text).split(), F1_INSTEAD)

    def prepare(self, *context: Any) -> list[SpanAnswer]:
        """Normalise the references."""
        return [answer(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        predicted = answer(prediction)
        spans = sorted(predicted.spans)
        exact = max(float(spans == sorted(expected.spans)) for expected in prepared)
        return exact, max(f1_of(predicted, expected) for expected in prepared)


class SpanAnswer(NamedTuple):
    """A normalised answer.

    Args:
        spans: Normalised spans, in order.
        bags: Set of words of each span.
    """

    spans: list[str]
    bags: list[frozenset[str]]


def answer(value: Any) -> SpanAnswer:
    """Normalise a span or a list of spans."""
    spans = [drop(span) for span in ([value] if isinstance(value, str) else value)]
    return SpanAnswer(spans, [frozenset(span.split()) for span in spans])


def f1_of(predicted: SpanAnswer, expected: SpanAnswer) -> float:
    """Align spans and divide the sum of their F1 by the number of spans of the longer answer."""
    sizes = len(predicted.bags), len(expected.bags)
    if not max(sizes):
        return 1.0
    table = [[bag_f1(words, bag) for words in predicted.bags] for bag in expected.bags]
    if min(sizes) <= 1:  # without a choice between pairs that exclude each other
        best = max((score for row in table for score in row), default=0.0)
        return round(best / max(sizes), 2)
    return round(_best_sum(table) / max(sizes), 2)


def _best_sum(table: Sequence[Sequence[float]]) -> float:
    """Return the largest sum of cells of which no two are in one row or column."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    cells = np.array(table)
    return float(cells[linear_sum_assignment(-cells)].sum())


def bag_f1(words: frozenset[str], expected: frozenset[str]) -> float:
    """Return the F1 of two sets of words; 0 if the reference has numbers and none is shared."""
    numbers = set(filter(is_number, expected))
    if numbers and not numbers & words:
        return 0.0
    common = len(words & expected)
    p = common / len(words) if words else 1.0
    r = common / len(expected) if expected else 1.0
    return f1(p, r)


def is_number(word: str) -> bool:
    """Return whether Python reads a word as a number."""
    if word.isalpha() and word.lower() not in {"inf", "infinity", "nan"}:
        return False
    try:
        float(word)
    except ValueError:
        return False
    return True
