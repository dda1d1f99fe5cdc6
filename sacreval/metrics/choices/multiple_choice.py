"""Multiple choice: whether the correct choice is the likeliest, and how likely it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import ScoreScale, metrics
from sacreval.core.options.field_types import is_number
from sacreval.errors import UsageError
from sacreval.metrics.choices._base import ChoiceMetric, Norm, places, standing

if TYPE_CHECKING:
    from sacreval.core.records import Instance

SHARE = "normalized_probability"
FIELD = {"token": "tokens", "pmi": "unconditioned"}


@metrics.register("multiple-choice")
@dataclass(frozen=True, kw_only=True)
class MultipleChoice(ChoiceMetric):
    """Multiple choice: accuracy, recall and reciprocal rank of gold choices by log-probability.

    Scores are means over records, 0 to 1; higher is better. Ties are broken at random, and scores
    are expected values: one gold among two best choices has accuracy 0.5. The probability of the
    likeliest gold choice is reported unchanged and as a share of all choices, then again for every
    norm. With pmi it is a ratio of probabilities, of which only the share is reported.

    Args:
        norm: Divisor of log-probabilities before ranking: nothing, characters, characters without
            one leading blank, or `tokens`; pmi instead subtracts `unconditioned`, the
            log-probability of the choice without the question.
        k: Values of k for recall at k.

    Source: the multiple-choice scores of the lm-evaluation-harness and lighteval.
    """

    score_scale = ScoreScale(mean=True, highest=1.0)

    norm: tuple[Norm, ...] = ("none", "char")
    k: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.norm:
            raise UsageError("norm is empty; give at least one")
        if any(k < 1 for k in self.k):
            raise UsageError("k must be 1 or more")
        binary = tuple(x for x in ("accuracy", "accuracy_char") if x in self.outputs)
        object.__setattr__(self, "score_scale", self.score_scale._replace(binary=binary))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return accuracy, recall at k and reciprocal rank by norm, then probabilities."""
        return (
            *(
                f"{name}{'' if norm == 'none' else '_' + norm}"
                for norm in self.norm
                for name in ("accuracy", *(f"recall_at_{k}" for k in self.k), "mrr")
            ),
            "probability",
            "normalized_probability",
            *(f"{name}_{norm}" for norm in self._normed for name in _probabilities(norm)),
        )

    @property
    def _normed(self) -> tuple[Norm, ...]:
        return tuple(norm for norm in self.norm if norm != "none")

    def fault(self, instance: Instance) -> str | None:
        """Report choices that lack a field required by a norm."""
        for choice in instance.choices or ():
            for norm in self.norm:
                field = FIELD.get(norm, "text")
                value = choice.get(field)
                good = isinstance(value, str) if field == "text" else is_number(value)
                if norm != "none" and not (good and (norm != "token" or value > 0)):
                    return (
                        f"a choice has no valid `{field}`, which norm {norm} needs; add it, or "
                        "give other norms, such as --norm none"
                    )
        return super().fault(instance)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Rank the choices by every norm."""
        gold = places(prediction, prepared)
        scores = []
        scored = {norm: [normed(x, norm) for x in prediction] for norm in ("none", *self.norm)}
        for norm in self.norm:
            stands = standing(scored[norm], gold)
            scores += [stands.within(1), *(stands.within(k) for k in self.k), stands.reciprocal()]
        for norm in ("none", *self._normed):
            logs = scored[norm]
            best = max([logs[i] for i in gold])
            both = {"probability": exp(min(best, 0.0)), SHARE: _share(best, logs)}
            scores += [both[name] for name in _probabilities(norm)]
        return scores


def _probabilities(norm: str) -> tuple[str, ...]:
    return (SHARE,) if norm == "pmi" else ("probability", SHARE)


def _share(log: float, logs: Sequence[float]) -> float:
    """Return a probability divided by the sum of all, from their logarithms."""
    top = max(logs)
    return exp(log - top) / sum(exp(x - top) for x in logs)


def normed(choice: Mapping[str, Any], norm: Norm) -> float:
    """Return the score that ranks a choice."""
    log: float = choice["logprob"]
    if norm == "none":
        return log
    if norm == "pmi":
        return log - float(choice["unconditioned"])
    if norm == "token":
        return log / float(choice["tokens"])
    text: str = choice["text"]
    return log / max(len(text.removeprefix(" ") if norm == "char-no-blank" else text), 1)
