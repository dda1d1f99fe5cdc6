"""Names of the stored scores of a run: which there are, and which are numbers in all records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.options.field_types import is_number
from sacreval.core.options.specs import write_spec
from sacreval.core.stored_scores import has_score, number_of, scores_of
from sacreval.errors import InputError, UsageError, nearest

if TYPE_CHECKING:
    from sacreval.core.records import Batch

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
    pair = isinstance(stored.value, list) and len(stored.value) == 2  # noqa: PLR2004 - and its weight
    if pair and all(is_number(value) for value in stored.value):
        return (
            f"{problem} but a sum and its weight; `perplexity` scores `sequence` per word or byte"
        )
    if pair:
        return f"{problem}; score the records with the metric itself, such as brier"
    return f"{problem}; name others with --score, or --map meta.scores to numbers"
