"""The alignment of METEOR 1.5: matches of words and phrases, and a beam search over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from sacreval.text.java_hash import java_hash

Words = Sequence[str]


class Match(NamedTuple):
    """Words of the reference that a matcher takes for words of the prediction.

    Args:
        start: First position in the reference.
        length: Number of words in the reference.
        predicted: First position in the prediction.
        predicted_length: Number of words in the prediction.
        module: Position of the matcher in the list of modules.
    """

    start: int
    length: int
    predicted: int
    predicted_length: int
    module: int


Matcher = Callable[[Words, Words], Iterator[tuple[int, int, int, int]]]
"""Yield `Match` without the module for the words of a prediction and of a reference."""


word_hash = cache(java_hash)
"""METEOR 1.5 compares words by their hash codes: unequal words such as `Aa` and `BB` share one."""


def are_equal(words: Words, others: Words) -> bool:
    """Return whether two lists of words are equal by hash code."""
    return list(map(word_hash, words)) == list(map(word_hash, others))


@dataclass(frozen=True)
class Path:
    """An alignment of the first words of the reference.

    Args:
        matches: The matches, by position in the reference.
        used: Positions of the prediction in these matches, and in those that are fixed.
        doubled: Matched words of both sides by the weights of the search: an exact match counts
            its words, any other half of them, rounded down.
        chunks: Number of chunks that are closed.
        next: First position of the reference that is not aligned.
        end: Position of the prediction behind the open chunk; -1 if none is open.
        distance: Sum of distances between the positions of words that were tried.
    """

    matches: tuple[Match, ...] = ()
    used: frozenset[int] = frozenset()
    doubled: int = 0
    chunks: int = 0
    next: int = 0
    end: int = -1
    distance: int = 0

    def order(self) -> tuple[int, int, int]:
        """Return the key by which paths are sorted, the best first."""
        return -self.doubled, self.chunks, self.distance

    def skip(self) -> Path:
        """Leave a word of the reference without a match, which closes the chunk."""
        return replace(self, chunks=self.chunks + (self.end >= 0), end=-1, next=self.next + 1)

    def take(self, match: Match, *, exact: bool) -> Path:
        """Append a match."""
        counted = match.length + match.predicted_length
        if not exact:
            counted = match.length // 2 + match.predicted_length // 2
        return replace(
            self,
            matches=(*self.matches, match),
            used=self.used | {*positions(match.predicted, match.predicted_length)},
            doubled=self.doubled + counted,
            chunks=self.chunks + (self.end >= 0 and match.predicted != self.end),
            next=match.start + match.length,
            end=match.predicted + match.predicted_length,
        )


def positions(start: int, length: int) -> range:
    """Return the positions of a phrase."""
    return range(start, start + length)


def find_matches(
    predicted: Words, reference: Words, modules: Sequence[Matcher]
) -> list[list[Match]]:
    """List the matches at each position of the reference, in the order of their modules."""
    found: list[list[Match]] = [[] for _ in reference]
    for module, matcher in enumerate(modules):
        for match in matcher(predicted, reference):
            found[match[0]].append(Match(*match, module))
    return found


def fixed(matches: Sequence[Sequence[Match]], predicted: int) -> list[Match | None]:
    """Return the match of each position that competes with no other.

    Args:
        matches: The matches at each position of the reference.
        predicted: Number of words of the prediction.
    """
    left, right = [0] * len(matches), [0] * predicted
    for match in (match for own in matches for match in own):
        for j in positions(match.start, match.length):
            left[j] += 1
        for i in positions(match.predicted, match.predicted_length):
            right[i] += 1

    def alone(match: Match) -> bool:
        ours = (left[j] == 1 for j in positions(match.start, match.length))
        theirs = (right[i] == 1 for i in positions(match.predicted, match.predicted_length))
        return all(ours) and all(theirs)

    return [own[0] if len(own) == 1 and alone(own[0]) else None for own in matches]


def align(
    predicted: Words, reference: Words, modules: Sequence[Matcher], *, exact: int, beam: int = 40
) -> tuple[list[Match], int]:
    """Align a prediction with a reference.

    Args:
        predicted: The words of the prediction.
        reference: The words of the reference.
        modules: The matchers. If the words of both sides are equal, only the first is asked.
        exact: Position of the exact matcher among them; -1 if there is none.
        beam: Number of paths that are kept.

    Returns:
        The matches by position in the reference, and the number of chunks.

    Source: Denkowski and Lavie (2014), METEOR 1.5, with its rounding and its order of ties.
    """
    if are_equal(predicted, reference):
        modules = modules[:1]
    matches = find_matches(predicted, reference, modules)
    certain = fixed(matches, len(predicted))
    taken = {j for one in certain if one for j in positions(one.start, one.length)}
    busy = {i for one in certain if one for i in positions(one.predicted, one.predicted_length)}
    paths = [Path(used=frozenset(busy))]
    for j in range(len(reference)):
        following: list[Path] = []
        for path in paths:
            if j < path.next:
                following.append(path)
            elif j in taken:
                if one := certain[j]:
                    following.append(_with_distance(path.take(one, exact=one.module == exact), one))
            else:
                following += _branches(path, matches[j], taken, exact)
        paths = sorted(following, key=Path.order)[:beam] or paths[:1]
    best = min((_closed(path) for path in paths), key=Path.order)
    return list(best.matches), best.chunks


def _branches(path: Path, matches: Sequence[Match], taken: set[int], exact: int) -> Iterator[Path]:
    """Yield a path for each match that can be used, then the path without one.

    The distance of each match is added to the path itself, not to the one that takes it.
    """
    for match in matches:
        if taken.isdisjoint(positions(match.start, match.length)) and path.used.isdisjoint(
            positions(match.predicted, match.predicted_length)
        ):
            yield path.take(match, exact=match.module == exact)
            path = _with_distance(path, match)
    yield path.skip()


def _with_distance(path: Path, match: Match) -> Path:
    return replace(path, distance=path.distance + abs(match.start - match.predicted))


def _closed(path: Path) -> Path:
    return replace(path, chunks=path.chunks + (path.end >= 0))
