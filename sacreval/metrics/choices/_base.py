"""Multiple choice with log-probabilities: fields of records, and ranks with ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.core.metric import MeanMetric
from sacreval.core.options.field_types import Kind, any_number_of, is_number, many

if TYPE_CHECKING:
    from sacreval.core.records import Instance

Norm = Literal["none", "char", "char-no-blank", "token", "pmi"]


def _is_choice(value: Any) -> bool:
    return isinstance(value, Mapping) and is_number(value.get("logprob"))


def _is_gold(value: Any) -> bool:
    return type(value) in {int, str} or (isinstance(value, list) and any_gold.accepts(value))


CHOICE = Kind('an object such as {"text": "yes", "logprob": -1.5}', _is_choice)
any_gold = any_number_of(Kind("a place or a text", lambda v: type(v) in {int, str}))
GOLD = Kind("the place of the right choice, from 0, its text, or a list of these", _is_gold)
CHOICE_KINDS: Mapping[str, Kind] = {"choices": many(CHOICE), "gold": GOLD}


class ChoiceMetric(MeanMetric):
    """A metric over `choices` and the `gold` ones among them."""

    tasks: ClassVar[tuple[str, ...]] = ("multiple-choice",)
    judges: ClassVar[str] = "choices"
    needs: ClassVar[tuple[str, ...]] = ("gold",)
    kinds: ClassVar[Mapping[str, Kind]] = CHOICE_KINDS
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "choices": [
                {
                    "text": "yes",
                    "logprob": -2.0,
                    "tokens": 1,
                    "unconditioned": -2.0,
                    "greedy": True,
                },
                {"text": "absolutely", "logprob": -4.0, "tokens": 4, "unconditioned": -3.0},
                {"text": "no", "logprob": -3.0, "tokens": 1, "unconditioned": -6.0},
            ],
            "gold": 0,
        },
        {
            "choices": [
                {"text": "a", "logprob": -1.0, "tokens": 1, "unconditioned": -1.0},
                {
                    "text": "b",
                    "logprob": -1.0,
                    "tokens": 1,
                    "unconditioned": -2.0,
                    "greedy": False,
                },
            ],
            "gold": ["b"],
        },
    )

    def prepare(self, *context: Any) -> list[Any]:
        """Return the gold choices as a list."""
        return gold_list(context[0])

    def fault(self, instance: Instance) -> str | None:
        """Report log-probabilities above 0, and gold labels that match no choice."""
        return choice_fault(instance)


def gold_list(gold: Any) -> list[Any]:
    """Return the gold choices as a list."""
    return list(gold) if isinstance(gold, list) else [gold]


def choice_fault(instance: Instance) -> str | None:
    """Return what is wrong with the choices of a record; None if nothing is."""
    choices = instance.choices or []
    for choice in choices:
        if choice["logprob"] > 0:
            return (
                f"a log-probability is {choice['logprob']}, above 0; give natural logarithms "
                "of probabilities"
            )
    gold = gold_list(instance.gold)
    if not gold:
        return "no `gold`; give at least one right choice by its position, from 0, or its text"
    texts = [choice.get("text") for choice in choices]
    for name in gold:
        if name not in range(len(choices)) if isinstance(name, int) else name not in texts:
            return (
                f"gold {name!r} is not a choice; give a position from 0 to {len(choices) - 1}, "
                "or the text of a choice"
            )
    return None


def places(choices: Sequence[Mapping[str, Any]], gold: Sequence[int | str]) -> set[int]:
    """Return the indices of the gold choices."""
    if all(isinstance(name, int) for name in gold):
        return {int(name) for name in gold}
    texts = [choice.get("text") for choice in choices]
    return {name if isinstance(name, int) else texts.index(name) for name in gold}


class ChoiceStanding(NamedTuple):
    """The rank of the best gold choice, with ties in random order.

    Args:
        above: Number of choices with a higher score.
        equal: Number of choices with the same score, including itself.
        gold: Number of gold choices among those.
    """

    above: int
    equal: int
    gold: int

    def within(self, k: int) -> float:
        """Return the chance that a gold choice is among the best k."""
        if self.equal == 1:  # no tie
            return float(k > self.above)
        slots = min(max(k - self.above, 0), self.equal)
        return 1.0 - comb(self.equal - self.gold, slots) / comb(self.equal, slots)

    def reciprocal(self) -> float:
        """Return the expected 1 / rank of the first gold choice."""
        if self.equal == 1:
            return 1.0 / (self.above + 1)
        chances = [self.within(self.above + j) for j in range(self.equal + 1)]
        return sum(
            (chances[j] - chances[j - 1]) / (self.above + j) for j in range(1, self.equal + 1)
        )


def standing(scores: Sequence[float], gold: set[int]) -> ChoiceStanding:
    """Compute the rank of the best gold choice."""
    best = max([scores[i] for i in gold])
    return ChoiceStanding(
        above=len([score for score in scores if score > best]),
        equal=scores.count(best),
        gold=len([i for i in gold if scores[i] == best]),
    )
