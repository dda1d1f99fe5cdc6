"""What METEOR 1.5 counts for a pair of texts, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sacreval.metrics.ngrams._meteor15.aligner import Match, Matcher, Words, align

MODULES = 4  # of a row, some of which may be unused


@dataclass(frozen=True)
class PairCounts:
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
            own = [match for match in matches if match.module == module]
            modules += self._pair(*_matched(own, predicted, reference))
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
