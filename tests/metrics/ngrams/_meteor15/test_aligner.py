"""The search of METEOR 1.5: certain matches, chunks, ties and the beam."""

import pytest

from sacreval.metrics.ngrams._meteor15.aligner import Match, align, fixed
from sacreval.metrics.ngrams._meteor15.matchers import exact


def pairs(predicted, reference, beam=40):
    """Return matched positions (reference, prediction), and chunks."""
    matches, chunks = align(predicted.split(), reference.split(), [exact], exact=0, beam=beam)
    return [(m.start, m.predicted) for m in matches], chunks


@pytest.mark.parametrize(
    ("predicted", "reference", "matches", "chunks"),
    [
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)], 1),
        ("a b c", "c a b", [(0, 2), (1, 0), (2, 1)], 2),
        ("a x b", "a b", [(0, 0), (1, 2)], 2),
        ("the cat the dog", "the dog", [(0, 2), (1, 3)], 1),  # one chunk rather than the first word
        ("x", "y", [], 0),
        ("", "a", [], 0),
    ],
)
def test_alignment(predicted, reference, matches, chunks):
    """The most matches in the fewest chunks are found."""
    assert pairs(predicted, reference) == (matches, chunks)


def test_narrow_beam():
    """With one path the search is greedy and finds more chunks."""
    predicted, reference = "a b a c a d", "a d a c"
    assert pairs(predicted, reference)[1] < pairs(predicted, reference, beam=1)[1]


def test_certain_matches():
    """A match is certain if no other one has a word of it."""
    lone, first, second = Match(0, 1, 0, 1, 0), Match(1, 1, 1, 1, 0), Match(1, 1, 2, 1, 0)
    assert fixed([[lone], [first, second]], 3) == [lone, None]
