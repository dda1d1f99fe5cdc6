"""Counts of METEOR 1.5 for a pair: by an alignment, a beam search over matches, or by the jar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import MetricError
from sacreval.metrics._wrappers.program import folder, interpreter, run


def java_hash(text: str) -> int:
    """Return `String.hashCode` of a text as an unsigned number."""
    code = 0
    if text.isascii():
        for unit in text.encode("ascii"):
            code = 31 * code + unit & 0xFFFFFFFF
        return code
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        code = 31 * code + low + (high << 8) & 0xFFFFFFFF
    return code


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


class Order(NamedTuple):
    """What alignments are sorted by, the best first.

    Args:
        unmatched: Minus the matched words of both sides by the weights of the search: an exact
            match counts its words, any other half of them, rounded down on each side.
        chunks: Number of chunks that are closed.
        distance: Sum of distances between the positions of words that were tried.
    """

    unmatched: int = 0
    chunks: int = 0
    distance: int = 0


class BeamPath(NamedTuple):
    """An alignment of the first words of the reference.

    Args:
        order: Its place among others.
        matches: The matches, by position in the reference.
        used: Positions of the prediction in these matches, and in those that are fixed.
        next: First position of the reference that is not aligned.
        end: Position of the prediction behind the open chunk; -1 if none is open.
    """

    order: Order
    matches: tuple[Match, ...]
    used: frozenset[int]
    next: int = 0
    end: int = -1

    def closed(self) -> Order:
        """Return the order with the open chunk closed."""
        return self.order._replace(chunks=self.order.chunks + (self.end >= 0))

    def with_match(self, match: Match, *, exact: bool) -> Order:
        """Return the order of the path with one more match."""
        length, other = match.length, match.predicted_length
        count = length + other if exact else length // 2 + other // 2
        order = self.order if self.end == match.predicted else self.closed()
        return order._replace(unmatched=order.unmatched - count)

    def skip(self) -> BeamPath:
        """Leave a word of the reference without a match, which closes the chunk."""
        return self._replace(order=self.closed(), end=-1)

    def take(self, match: Match, order: Order) -> BeamPath:
        """Append a match."""
        taken = positions(match.predicted, match.predicted_length)
        matches, used = (*self.matches, match), self.used.union(taken)
        return BeamPath(order, matches, used, match.start + match.length, taken.stop)


class Candidate(NamedTuple):
    """A path that may be kept: one of the last step, with one more match or without."""

    order: Order
    path: BeamPath
    match: Match | None = None

    def followed(self) -> BeamPath:
        """Return the path."""
        return self.path.take(self.match, self.order) if self.match else self.path


def positions(start: int, length: int) -> range:
    """Return the positions of a phrase."""
    return range(start, start + length)


def find_matches(
    predicted: Words, reference: Words, modules: Sequence[Matcher]
) -> list[list[Match]]:
    """List the matches at each position of the reference, in the order of their modules."""
    matches: list[list[Match]] = [[] for _ in reference]
    for module, matcher in enumerate(modules):
        for match in matcher(predicted, reference):
            matches[match[0]].append(Match(*match, module))
    return matches


def fixed(matches: Sequence[Sequence[Match]], predicted: int) -> list[Match | None]:
    """Return the match of each position that competes with no other."""
    left, right = [0] * len(matches), [0] * predicted
    for match in (match for group in matches for match in group):
        for j in positions(match.start, match.length):
            left[j] += 1
        for i in positions(match.predicted, match.predicted_length):
            right[i] += 1

    def alone(match: Match) -> bool:
        ours = (left[j] == 1 for j in positions(match.start, match.length))
        theirs = (right[i] == 1 for i in positions(match.predicted, match.predicted_length))
        return all(ours) and all(theirs)

    return [group[0] if len(group) == 1 and alone(group[0]) else None for group in matches]


def align(
    predicted: Words, reference: Words, modules: Sequence[Matcher], *, exact: int, beam: int = 40
) -> tuple[list[Match], int]:
    """Align a prediction with a reference.

    Source: Denkowski and Lavie (2014), METEOR 1.5, with its rounding and its order of ties.
    """
    if are_equal(predicted, reference):
        modules = modules[:1]
    matches = find_matches(predicted, reference, modules)
    certain = fixed(matches, len(predicted))
    busy = {
        i for match in certain if match for i in positions(match.predicted, match.predicted_length)
    }
    paths = [BeamPath(Order(), (), frozenset(busy))]
    for j, (match, options) in enumerate(zip(certain, matches, strict=True)):
        following: list[Candidate] = []
        for path in paths:
            if j < path.next:
                following.append(Candidate(path.order, path))
            elif match:
                order = _farther(path.with_match(match, exact=match.module == exact), match)
                following.append(Candidate(order, path, match))
            else:
                following += _branches(path, options, exact)
        best = sorted(following, key=_order)[:beam]
        paths = [candidate.followed() for candidate in best]
    chosen = min(paths, key=BeamPath.closed)
    return list(chosen.matches), chosen.closed().chunks


def _branches(path: BeamPath, matches: Sequence[Match], exact: int) -> Iterator[Candidate]:
    """Yield a candidate for each match that can be used, then the path without one.

    The distance of each match is added to the path itself, not to the one that takes it.
    """
    for match in matches:
        if path.used.isdisjoint(positions(match.predicted, match.predicted_length)):
            yield Candidate(path.with_match(match, exact=match.module == exact), path, match)
            path = path._replace(order=_farther(path.order, match))
    skipped = path.skip()
    yield Candidate(skipped.order, skipped)


def _order(candidate: Candidate) -> Order:
    return candidate.order


def _farther(order: Order, match: Match) -> Order:
    return order._replace(distance=order.distance + abs(match.start - match.predicted))


MODULES = 4  # of a row, some of which may be unused


@dataclass(frozen=True)
class AlignmentCounts:
    """Counts the words of pairs of texts and of their alignment.

    Args:
        matchers: The matchers, one to four.
        exact: Position of the exact matcher among them; -1 if there is none.
        beam: Number of paths of the search.
        function_words: Function words, in lower case.
        characters: Count lengths and matches in UTF-16 code units, as Java does, not in words.
    """

    matchers: Sequence[Matcher]
    exact: int
    beam: int
    function_words: frozenset[str]
    characters: bool

    def __call__(self, predicted: Words, reference: Words) -> list[int]:
        """Return the 23 counts of a pair; see `formula`.

        Args:
            predicted: The words of the prediction.
            reference: The words of the reference.
        """
        matches, chunks = align(
            predicted, reference, self.matchers, exact=self.exact, beam=self.beam
        )
        modules: list[int] = []
        for module in range(MODULES):
            selected = [match for match in matches if match.module == module]
            modules += self._pair(*_matched(selected, predicted, reference))
        content, their_content, *function = self._pair(predicted, reference)
        lengths = [content + function[0], their_content + function[1], *function]
        ours, theirs = _matched(matches, predicted, reference)
        return [*lengths, *modules, chunks, len(ours), len(theirs)]

    def _pair(self, ours: Words, theirs: Words) -> list[int]:
        """Return the sizes of content words of both sides, then of function words of both."""
        (content, function), (their_content, their_function) = map(self._sizes, (ours, theirs))
        return [content, their_content, function, their_function]

    def _sizes(self, words: Words) -> tuple[int, int]:
        sizes = [0, 0]
        for word in words:
            sizes[word.lower() in self.function_words] += self._size(word)
        return sizes[0], sizes[1]

    def _size(self, word: str) -> int:
        return len(word.encode("utf-16-le", "surrogatepass")) // 2 if self.characters else 1


def _matched(
    matches: Sequence[Match], predicted: Words, reference: Words
) -> tuple[list[str], list[str]]:
    """Return the matched words of both sides."""
    ours = [w for m in matches for w in predicted[m.predicted : m.predicted + m.predicted_length]]
    theirs = [w for m in matches for w in reference[m.start : m.start + m.length]]
    return ours, theirs


STATISTICS = 23


def jar_statistics(
    jar: Path, pairs: Sequence[tuple[str, str]], options: Sequence[str]
) -> list[list[float]]:
    """Return the sufficient statistics of alignments."""
    java = interpreter("java", jar.name, "default-jre-headless")
    with folder() as place:
        for name, texts in zip(("hyp", "ref"), zip(*pairs, strict=True), strict=True):
            lines = "".join(f"{_line(text)}\n" for text in texts)
            (place / name).write_bytes(lines.encode("utf-8", "replace"))
        command = [java, "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), "hyp", "ref"]
        printed = run([*command, *options, "-ssOut"], where=place)
    rows = [[float(number) for number in line.split()] for line in printed.splitlines()]
    if len(rows) != len(pairs) or any(len(row) != STATISTICS for row in rows):
        raise MetricError(
            f"{jar.name} printed {len(rows)} lines of statistics for {len(pairs)} pairs; "
            "use --engine native"
        )
    return rows


def _line(text: str) -> str:
    """Return a text on one line; METEOR splits at all these characters anyway."""
    return text.replace("\r", " ").replace("\n", " ")
