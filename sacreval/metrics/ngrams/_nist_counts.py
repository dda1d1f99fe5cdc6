"""Information of the n-grams that an output shares with its references, as in NLTK or mteval.

A row has four parts: information by order, number of the output's n-grams by order, length of the
references by order, and length of the output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, Literal, TypeVar

from sacreval.metrics.ngrams._information import Gram, Information

if TYPE_CHECKING:
    from collections.abc import Iterable

Definition = Literal["nltk", "mteval"]
Words = Sequence[str]
Shared = Mapping[Gram, int]
Row = list[float]
T = TypeVar("T")


@dataclass(frozen=True)
class Matches:
    """The n-grams of an output and those that each reference shares with it.

    Args:
        totals: Number of n-grams of the output, by order.
        length: Number of words of the output.
        shared: For each reference, by order, the n-grams in both and the smaller count.
        lengths: Number of words of each reference.
    """

    totals: list[int]
    length: int
    shared: list[list[Shared]]
    lengths: list[int]


def match(output: Words, references: Sequence[Words], order: int) -> Matches:
    """Match an output with each of its references.

    Args:
        output: The tokens of the output.
        references: The tokens of each reference.
        order: The longest n-grams.
    """
    own = [Counter(_grams(output, n)) for n in range(1, min(order, len(output)) + 1)]
    totals = [max(0, len(output) - n + 1) for n in range(1, order + 1)]
    shared = [_shared(own, text, order) for text in references]
    return Matches(totals, len(output), shared, [len(text) for text in references])


def row(found: Matches, information: Information, definition: Definition) -> Row:
    """Compute the row of an output with all its references.

    Args:
        found: The matches of the output.
        information: The information of the n-grams of references.
        definition: nltk takes, order by order, the reference that shares the most information, and
            its length; mteval the largest count of any reference, and their mean length.
    """
    if definition == "nltk":
        return _row(found, list(map(max, zip(*_informed(found, information), strict=True))))
    shared = [reduce(_union, texts) for texts in zip(*found.shared, strict=True)]
    length = sum(found.lengths) / len(found.lengths)
    return _row(found, [(information.of(grams), length) for grams in shared])


def leave_one_out_rows(
    found: Matches, information: Information, definition: Definition
) -> list[Row]:
    """Compute the rows of an output without each of its references in turn.

    Args:
        found: The matches of the output with two references or more.
        information: The information of the n-grams of references.
        definition: See `row`.
    """
    if definition == "nltk":
        by_order = zip(*_informed(found, information), strict=True)
        best = [_without_each(values, max) for values in by_order]
        return [_row(found, list(values)) for values in zip(*best, strict=True)]
    rest = [_without_each(texts, _union) for texts in zip(*found.shared, strict=True)]
    words, n = sum(found.lengths), len(found.lengths) - 1
    return [
        _row(found, [(information.of(grams), (words - length) / n) for grams in shared])
        for length, shared in zip(found.lengths, zip(*rest, strict=True), strict=True)
    ]


def _row(found: Matches, values: Sequence[tuple[float, float]]) -> Row:
    """Join the parts of a row.

    Args:
        found: The matches of the output.
        values: By order, information and length of the references.
    """
    information, lengths = zip(*values, strict=True)
    return [*information, *found.totals, *lengths, found.length]


def _informed(found: Matches, information: Information) -> list[list[tuple[float, int]]]:
    """Return for each reference, by order, the information that it shares, and its length."""
    texts = zip(found.shared, found.lengths, strict=True)
    return [[(information.of(grams), length) for grams in shared] for shared, length in texts]


def _without_each(values: Sequence[T], join: Callable[[T, T], T]) -> list[T]:
    """Join all values but one, for each one of two or more."""
    before = list(accumulate(values[:-1], join))
    after = list(accumulate(values[:0:-1], join))[::-1]
    inner = map(join, before[:-1], after[1:])
    return [after[0], *inner, before[-1]]


def _shared(own: Sequence[Counter[Gram]], text: Words, order: int) -> list[Shared]:
    """Return by order the n-grams of an output that a reference has."""
    found: list[Shared] = []
    for n, counts in enumerate(own, start=1):
        other = Counter(_grams(text, n))
        both = {gram: min(k, other[gram]) for gram, k in counts.items() if gram in other}
        if not both:  # then no longer n-gram is shared either
            break
        found.append(both)
    return [*found, *repeat({}, order - len(found))]


def _union(one: Shared, other: Shared) -> Shared:
    """Return the n-grams of either with the larger count."""
    return {**one, **{gram: max(k, one.get(gram, 0)) for gram, k in other.items()}}


def _grams(text: Words, n: int) -> Iterable[Gram]:
    return zip(*(text[i:] for i in range(n)), strict=False)
