"""RIBES equals NLTK's, on the paper's examples and on real text."""

import pytest

from sacreval.errors import InputError
from support.classic_cases import each_engine, others, scores_of_each, segments
from support.tasks import pairs, scores_of


@each_engine
@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [
        # Isozaki et al. 2010, H0/R0: ranks 7 8 9 10 6 0 1 2 3 4 5, of which 21 of 55 pairs ascend.
        (
            "he read the book because he was interested in world history",
            "he was interested in world history because he read the book",
            21 / 55,
        ),
        # H1/R1: ranks 2 1 0 3, of which 3 of 6 pairs ascend.
        ("Bob hit John yesterday", "John hit Bob yesterday", 0.5),
        # H2/R2: ranks 3 4 2 0 1, of which 2 of 10 pairs ascend; 5 of 7 words are aligned.
        ("the book was read by the boy", "the boy read the book", 0.2 * (5 / 7) ** 0.25),
        ("one", "one", 0.0),
        ("", "one two", 0.0),
        ("one two", "", 0.0),
    ],
)
def test_by_hand(engine, prediction, reference, value):
    """The alignments of the paper's examples give their scores; fewer than two words give 0."""
    found = scores_of("ribes", pairs([prediction], [reference]), engine=engine)
    assert found == {"ribes": pytest.approx(value, abs=1e-12)}


@each_engine
def test_worked_numbers(engine):
    """The scores of 40 segments of WMT23 are NLTK 3.10.4's."""
    wanted = others("ribes_nltk")["scores"]
    found = scores_of_each("ribes", segments(40), tokenize="none", engine=engine)
    assert found == pytest.approx(wanted, abs=1e-12)


def test_longer_texts_are_refused():
    """Texts of more than 2,000 words are refused, as NLTK refuses them."""
    with pytest.raises(InputError, match="at most 2000 words"):
        scores_of("ribes", pairs(["a " * 2001], ["a b"]))
