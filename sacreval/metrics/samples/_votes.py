"""Votes of samples where another metric decides which answers are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sacreval.errors import RecordError
from sacreval.metrics.samples._base import flags

if TYPE_CHECKING:
    from sacreval.core.metric import Metric

T = TypeVar("T")
Same = Callable[[Sequence[tuple[Any, Sequence[Any]]]], list[bool]]


class Winners(NamedTuple, Generic[T]):
    """The answers with most votes.

    Args:
        firsts: Each of them, in order of occurrence; of a class, the index of its first answer.
        votes: Number of votes that each has.
    """

    firsts: list[T]
    votes: int


def same_by(scorer: Metric, threshold: float) -> Same:
    """Return the function that compares answers with others, or with references."""
    from sacreval.core.records import Batch, Instance

    def same(pairs: Sequence[tuple[Any, Sequence[Any]]]) -> list[bool]:
        if not pairs:
            return []
        records = [Instance(samples=[answer], references=list(others)) for answer, others in pairs]
        return [flagged.right[0] for flagged in flags(Batch(records), scorer, threshold)]

    return same


def voting(answers: Iterable[Any], same: Same) -> list[bool]:
    """Return which answers vote: those that equal themselves, so that something is found in them.

    Args:
        answers: The answers of samples; None for a sample without one.
        same: Compares answers.
    """
    listed = list(answers)
    texts = list(dict.fromkeys(x for x in listed if x is not None))
    try:
        equal = same([(x, [x]) for x in texts]) if texts else []
    except RecordError:
        equal = [_equals_itself(x, same) for x in texts]
    good = dict(zip(texts, equal, strict=True))
    return [x is not None and good[x] for x in listed]


def _equals_itself(answer: Any, same: Same) -> bool:
    try:
        return same([(answer, [answer])])[0]
    except RecordError:
        return False


def classes(records: Sequence[Sequence[Any]], same: Same) -> list[list[int | None]]:
    """Sort the answers of each record into classes.

    Equality within rounding is not transitive. An answer belongs to the first class whose first
    answer it equals, so that classes depend on the order of samples, and on no later sample.

    Args:
        records: The answers of each record; None for a sample that does not vote.
        same: Compares answers.

    Returns:
        For each answer the index of the first of its class; None for one that does not vote.
    """
    firsts: list[list[int | None]] = [[] for _ in records]
    for place in range(max(map(len, records), default=0)):
        at = [i for i, answers in enumerate(records) if place < len(answers)]
        asked = [(i, first) for i in at for first in _to_compare(records[i], firsts[i], place)]
        equal = same([(records[i][place], [records[i][first]]) for i, first in asked])
        joined: dict[int, int] = {}
        for (i, first), right in zip(asked, equal, strict=True):
            if right:
                joined.setdefault(i, first)
        for i in at:
            firsts[i].append(_class(records[i], firsts[i], place, joined.get(i, place)))
    return firsts


def _class(
    answers: Sequence[Any], known: Sequence[int | None], place: int, other: int
) -> int | None:
    """Return the class of an answer: that of an equal text, or else the one that it has joined."""
    if answers[place] is None:
        return None
    earlier = (known[i] for i in range(place) if answers[i] == answers[place])
    return next(earlier, other)


def _to_compare(answers: Sequence[Any], known: Sequence[int | None], place: int) -> list[int]:
    """Return the first answers of classes that an answer is compared with; none if it is known."""
    if answers[place] is None or answers[place] in answers[:place]:
        return []
    return list(dict.fromkeys(first for first in known if first is not None))


def winners(votes: Iterable[T | None]) -> Winners[T]:
    """Return the answers with most votes."""
    counts = Counter(vote for vote in votes if vote is not None)
    most = max(counts.values(), default=0)
    return Winners([vote for vote, count in counts.items() if count == most], most)
