"""SQuAD 2.0 with the best no-answer threshold (Rajpurkar, Jia and Liang 2018)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import Direction, SampleMetric, ScoreScale, metrics
from sacreval.core.options.field_types import NUMBER, TEXT, Kind, any_number_of, optional
from sacreval.stats.association.weighted import best_cut
from sacreval.text.answers.short_answers import right_answers, score_answer

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def _is_answer(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"text", "no_answer"}
        and TEXT.accepts(value["text"])
        and NUMBER.accepts(value["no_answer"])
    )


ANSWER = Kind('an object such as {"text": "Paris", "no_answer": 0.2}', _is_answer)


@metrics.register("squad-threshold")
@dataclass(frozen=True, kw_only=True)
class SquadThreshold(SampleMetric):
    """SQuAD 2.0 at the best threshold: exact match and F1, 0 to 100, and their thresholds.

    Higher is better. A prediction is an answer with the probability, or the odds, that the
    question has no answer, {"text": "Paris", "no_answer": 0.2}; above the threshold it counts as
    the empty answer. The threshold is chosen on the data that is scored, so the scores are
    optimistic. A missing prediction (null) is wrong at every threshold; equal probabilities are on
    the same side of it. A question without references, or with empty ones, has no answer. With
    several references, exact match and F1 each use the best one.

    Source: best_exact and best_f1 of the SQuAD 2.0 script, which skips missing predictions, and
    here, unlike in exact_match, treats a text of only articles and punctuation as an answer.
    """

    main: ClassVar[str] = "squad_best_f1"
    tasks: ClassVar[tuple[str, ...]] = ("question-answering",)
    kinds: ClassVar[Mapping[str, Kind]] = {
        "prediction": optional(ANSWER),
        "references": any_number_of(TEXT),
    }
    optimistic: ClassVar[bool] = True
    score_scale = ScoreScale(
        greatest={
            "squad_best_exact_match": 100.0,
            "squad_best_f1": 100.0,
        }
    )
    higher_is_better: ClassVar[Mapping[str, Direction]] = {
        "squad_best_exact_match": True,
        "squad_best_exact_match_threshold": None,
        "squad_best_f1": True,
        "squad_best_f1_threshold": None,
        "squad_missing": False,
    }
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": {"text": "Paris", "no_answer": 0.2}, "references": ["Paris"]},
        {"prediction": {"text": "Rome", "no_answer": 0.9}, "references": []},
        {"prediction": {"text": "in the north", "no_answer": 0.6}, "references": ["north"]},
        {"prediction": None, "references": ["a city"]},
    )

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return exact match and its threshold, F1 and its threshold, and missing predictions."""
        best = (f"squad_best_{name}" for name in ("exact_match", "f1"))
        return (*(x for name in best for x in (name, f"{name}_threshold")), "squad_missing")

    def prepare(self, *context: Any) -> list[str]:
        """Normalise the references."""
        return right_answers(context[0], version="2.0")

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return exact match, F1, probability, whether unanswerable, and whether missing."""
        if prediction is None:
            return 0.0, 0.0, 1.0, 0.0, 1.0
        scores = score_answer(prediction["text"], prepared, version="2.0")
        return *scores, float(prediction["no_answer"]), float(not any(prepared)), 0.0

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Raise the threshold past one answer at a time and keep the best scores."""
        em, f1, doubt, none_right, missing = rows.T
        n = weights.sum(axis=-1)
        values = []
        for scores in (em, f1):
            start = weights @ none_right
            best = best_cut(doubt, scores - none_right, weights, start=start)
            values += [100.0 * best.total / n, best.cut]
        return dict(zip(self.outputs, [*values, weights @ missing], strict=True))
