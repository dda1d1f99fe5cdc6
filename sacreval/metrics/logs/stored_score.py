"""Stored scores: what the tool that wrote a log scored itself, taken as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from shlex import quote
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.core.options.field_types import Kind, is_number
from sacreval.core.options.specs import write_spec
from sacreval.core.stored_scores import has_score, number_of, scores_of
from sacreval.core.tasks import TASKS
from sacreval.errors import InputError, RecordError, UsageError, nearest

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance

_LOG = Kind("an object with the `scores` of a tool", lambda _: True)  # a score may be missing


@metrics.register("stored-score")
@dataclass(frozen=True, kw_only=True)
class StoredScoreMetric(MeanMetric):
    """Stored score: the scores that the tool wrote into its log for each record (`meta.scores`).

    The score is the mean over records; of repeated samples (`meta.epochs`) each record has the mean
    over its samples, or what another reducer that inspect_ai's log names makes of them, such as max
    or at_least_2; of several reducers the others are `match/max`. true is 1 and false 0; the
    grades C, P, I and N of inspect_ai are 1, 0.5, 0 and 0.
    A record with `error` takes part if the tool scored it, as lm-eval scores `[invalid]`; one
    without the score is left out and counted. Pairs of a log-probability and a number of words are
    no scores of records; `perplexity` reads them from `sequence`.

    Args:
        score: Names of the scores, such as exact_match or pass@1. By default all that are numbers
            in all records, which are then held in memory, as they are for the scale.
        scale: unit if the scores lie from 0 to 1, which gives intervals made for them, any if they
            may not; auto decides by the values of all records.
        lower_is_better: Names of the scores of which smaller values are better.
    """

    tasks: ClassVar[tuple[str, ...]] = tuple(TASKS)
    judges: ClassVar[str] = "meta"
    needs: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[Mapping[str, Kind]] = {"meta": _LOG}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"meta": {"scores": {"accuracy": 1.0}}},
        {"meta": {"scores": {"accuracy": False}}},
        {"meta": {"epochs": [{"scores": {"accuracy": "C"}}, {"scores": {"accuracy": "I"}}]}},
    )

    named_by: ClassVar[str] = "score"  # of one score, it is the metric's name in a run with two

    score: tuple[str, ...] = ()
    scale: Literal["auto", "unit", "any"] = "auto"
    lower_is_better: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.score)) < len(self.score):
            raise UsageError("score repeats a name; give each once")
        others = [x for x in self.lower_is_better if x not in self.score] if self.score else []
        if others:
            raise UsageError(
                f"lower_is_better: '{others[0]}' is none of the scores; add it to score too"
            )
        highest = 1.0 if self.scale == "unit" else None
        object.__setattr__(self, "score_scale", ScoreScale(mean=True, highest=highest))
        lower = dict.fromkeys(self.lower_is_better, False)
        object.__setattr__(self, "higher_is_better", {**lower, "*": True})

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the scores."""
        return self.score

    def is_settled(self) -> bool:
        """Return whether the names and the scale are known."""
        return bool(self.score) and self.scale != "auto"

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Choose the scores that all records have, and the scale of their values."""
        names = chosen(self.score, batches)
        if self.scale != "auto":
            return replace(self, score=names)
        return replace(self, score=names, scale="unit" if in_unit(names, batches) else "any")

    def lacking(self, batch: Batch) -> Sequence[int]:
        """Return the records without an output that have no stored score either."""
        return [i for i in batch.failed if not scores_of(batch[i].meta)]

    def fits(self, instance: Instance) -> bool:
        """Return whether a record has one of the scores."""
        return not scores_of(instance.meta).keys().isdisjoint(self.score)

    def scores(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Return the stored scores.

        Raises:
            RecordError: If one is missing, or is not a finite number.
        """
        stored = scores_of(prediction)
        return [self._number(name, stored) for name in self.score]

    def _number(self, name: str, stored: Mapping[str, Any]) -> float:
        if name not in stored:
            raise RecordError(f"no stored score '{name}'")
        number = number_of(stored[name])
        if number is None or not isfinite(number):
            raise RecordError(f"the stored score '{name}' is {str(stored[name])[:60]}, no number")
        if self.scale == "unit" and not 0.0 <= number <= 1.0:
            raise RecordError(
                f"the stored score '{name}' is {number:g}, not from 0 to 1; give --scale any"
            )
        return number


NAME = "stored-score"
_SHOWN = 12  # names in a message


class _Value(NamedTuple):
    where: str
    name: str
    value: Any


def chosen(wanted: Sequence[str], batches: Sequence[Batch]) -> tuple[str, ...]:
    """Return the scores of a run."""
    counts: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    others: dict[str, _Value] = {}
    for stored in _values(batches):
        counts[stored.name] += 1
        if number_of(stored.value) is None:
            others.setdefault(stored.name, stored)
        else:
            numbers[stored.name] += 1
    for name in wanted:
        if name not in counts:
            raise UsageError(f"--score {name}: no record has this score; {nearest(name, counts)}")
        if name in others:
            raise InputError(_no_number(others[name]))
    if wanted:
        _check_together(wanted, batches)
        return tuple(wanted)
    total = sum(bool(scores_of(instance.meta)) for batch in batches for instance in batch)
    if shared := [name for name, count in numbers.items() if count == total]:
        return tuple(shared)
    if not numbers and others:
        raise InputError(_no_number(next(iter(others.values()))))
    if not numbers:
        raise InputError(
            "no record has a stored score; score the outputs with a metric, or "
            "give a log with scores of single records"
        )
    common = numbers.most_common(_SHOWN)
    listed = ", ".join(f"{name} ({count})" for name, count in common)
    raise UsageError(
        f"no stored score is in all {total} records; choose one with --score: {listed}; or score "
        f"each in the records that have it: {_apart([name for name, _ in common], batches)}"
    )


def _check_together(wanted: Sequence[str], batches: Sequence[Batch]) -> None:
    """Check that a record has all wanted scores, as none may have in a run of several tasks."""
    every = (scores_of(instance.meta) for batch in batches for instance in batch)
    if len(wanted) > 1 and not any(all(name in scores for name in wanted) for scores in every):
        raise UsageError(
            f"no record has all of the scores {', '.join(wanted)}, which may be of several tasks; "
            f"score each in the records that have it: {_apart(wanted, batches)}"
        )


def _apart(names: Sequence[str], batches: Sequence[Batch]) -> str:
    """Return the command that scores each stored score in the records that have it."""
    metas = [instance.meta for batch in batches for instance in batch]
    specs = (write_spec(NAME, {"score": [x], "where": has_score(x, metas)}) for x in names)
    return f"sacreval evaluate suite {' '.join(f'-m {quote(x)}' for x in specs)} LOG"


def in_unit(names: Sequence[str], batches: Sequence[Batch]) -> bool:
    """Return whether all values of scores lie from 0 to 1; a missing one does not count."""
    wanted = set(names)
    values = (number_of(stored.value) for stored in _values(batches) if stored.name in wanted)
    return all(value is None or not (value < 0.0 or value > 1.0) for value in values)


def _values(batches: Sequence[Batch]) -> Iterator[_Value]:
    for batch in batches:
        for i, instance in enumerate(batch):
            for name, value in scores_of(instance.meta).items():
                yield _Value(batch.where(i), name, value)


def _no_number(stored: _Value) -> str:
    problem = (
        f"{stored.where}: the stored score '{stored.name}' is {str(stored.value)[:60]}, no number"
    )
    pair = isinstance(stored.value, list) and len(stored.value) == 2  # and its weight
    if pair and all(is_number(value) for value in stored.value):
        return (
            f"{problem} but a sum and its weight; `perplexity` scores `sequence` per word or byte"
        )
    if pair:
        return f"{problem}; score the records with the metric itself, such as brier"
    return f"{problem}; name others with --score, or --map meta.scores to numbers"
