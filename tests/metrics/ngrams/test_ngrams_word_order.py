"""LEPOR, hLEPOR and RIBES: by hand, and beside their packages and NLTK."""

from math import exp

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.metrics.ngrams._word_order import (
    harmonic_mean,
    length_penalty,
    position_counts,
    position_penalty,
)
from support.classic_cases import each_engine, others, scores_of_each, segments
from support.tasks import check_scores, pairs, scores_of

COUNTS = np.array([position_counts([(0, 1), (1, 0)], 2, 4), position_counts([], 0, 3)])
GUIDE = (
    "It is a guide to action which ensures that the military always obeys the commands of the party"
)
HEED = "It is a guide to action that ensures that the military will forever heed Party commands"


NONE = {"tokenize": "none"}
CASES = [
    ("lepor", "a b c", ["a b c"], NONE, 1.0),
    # All three words match, at 1/3 2/3 3/3 and at 2/3 1/3 3/3: (1/3 + 1/3) / 3.
    ("lepor", "b a c", ["a b c"], NONE, exp(-2 / 9)),
    # 2 of 4 words; lengths 4 and 2; positions 1/4 2/4 and 1/2 2/2; p = 1/2, r = 1.
    ("lepor", "a b x y", ["a b"], NONE, exp(1 - 2) * exp(-(1 / 4 + 1 / 2) / 4) * (2 / 3)),
    # The second a follows b in both texts, so it is aligned with the third word, not the first.
    ("lepor", "b a", ["a b a"], NONE,
     exp(1 - 3 / 2) * exp(-(abs(1 / 2 - 2 / 3)) / 2) * (2 / (1 + 3 / 2))),
    # Neither a has a neighbour in common: the first takes the nearest, then the other is left.
    ("lepor", "a x a", ["y a y a"], NONE,
     exp(1 - 4 / 3) * exp(-(2 / 4 - 1 / 3) / 3) * (2 / (2 + 3 / 2))),
    ("lepor", "a", ["b"], NONE, 0.0),
    ("lepor", "", ["a"], NONE, 0.0),
    # Alpha is the weight of recall and beta that of precision.
    ("lepor", "a b", ["a b c d"], {"alpha": 9.0, "beta": 1.0},
     exp(1 - 2) * exp(-(1 / 4 + 1 / 2) / 2) * 10 / (9 / 0.5 + 1 / 1)),
    # lepor 0.1.0, sentence_lepor(reference, output), 2026-11-22: texts of the same distinct words.
    ("lepor", "the small boat sailed slowly", ["slowly sailed the small boat"], {},
     0.6187833918061408),
    ("lepor", "one two three", ["three one two"], {}, 0.6411803884299546),
    # hLepor 0.0.4, single_hlepor_score(…, separate_punctuation=False), 2026-11-22: repeated words.
    ("hlepor", GUIDE, [HEED], NONE, 0.7841643862495711),
    ("hlepor", "to be or not to be to be", ["not to be or to be or not to be"], NONE,
     0.8159834378796869),
    ("hlepor", "a b", [""], NONE, 0.0),  # which the package refuses
    ("hlepor", "a b", ["c d"], NONE, 0.0),
    # Isozaki et al. 2010, H0/R0: ranks 7 8 9 10 6 0 1 2 3 4 5, of which 21 of 55 pairs ascend.
    ("ribes", "he read the book because he was interested in world history",
     ["he was interested in world history because he read the book"], {}, 21 / 55),
    # H1/R1: ranks 2 1 0 3, of which 3 of 6 pairs ascend.
    ("ribes", "Bob hit John yesterday", ["John hit Bob yesterday"], {}, 0.5),
    # H2/R2: ranks 3 4 2 0 1, of which 2 of 10 pairs ascend; 5 of 7 words are aligned.
    ("ribes", "the book was read by the boy", ["the boy read the book"], {}, 0.2 * (5 / 7) ** 0.25),
    ("ribes", "one", ["one"], {}, 0.0),
    ("ribes", "", ["one two"], {}, 0.0),
    ("ribes", "one two", [""], {}, 0.0),
]  # fmt: skip


@each_engine
@pytest.mark.parametrize("case", CASES)
def test_by_hand(case, engine):
    """Scores are those that the comment above them computes, or the named package."""
    check_scores(case, engine=engine)


@each_engine
@pytest.mark.parametrize(("name", "program"), [("hlepor", "hlepor"), ("ribes", "ribes_nltk")])
def test_worked_numbers(name, program, engine):
    """The scores of 40 segments of WMT23 are those of hLepor 0.0.4 and NLTK 3.10.4."""
    found = scores_of_each(name, segments(40), tokenize="none", engine=engine)
    assert found == pytest.approx(others(program)["scores"], abs=1e-12)


def test_counts():
    """Counts are the matches, the differences of positions times both lengths, and the lengths."""
    assert COUNTS.tolist() == [[2, abs(1 * 4 - 2 * 2) + abs(2 * 4 - 1 * 2), 2, 4], [0, 0, 0, 3]]


def test_penalties():
    """An empty text has no position penalty, and the largest length penalty."""
    assert position_penalty(COUNTS).tolist() == pytest.approx([exp(-(2 / 2 - 1 / 4) / 2), 1.0])
    assert length_penalty(COUNTS).tolist() == pytest.approx([exp(-1), 0.0])


def test_harmonic_mean():
    """Precision 1 and recall 1/2 with weights 1 and 9; 0 without a match."""
    assert harmonic_mean(COUNTS, 9.0, 1.0).tolist() == pytest.approx([10 / (9 / 0.5 + 1), 0.0])


@pytest.mark.parametrize("name", ["ribes", "lepor", "hlepor"])
def test_tokens(name):
    """Tokenizer and case are options, and the best reference counts."""
    records = pairs(["Go home, now!"], ["go home , now !"])
    options = {"tokenize": "13a", "lowercase": True}
    assert scores_of(name, records, options)[name] == 1.0
    assert scores_of(name, records, options | {"tokenize": "none"})[name] < 0.7
    several = [{"prediction": "a b c", "references": ["x", "a b c", "c b a"]}]
    assert scores_of(name, several)[name] == 1.0


def test_longer_texts_are_refused():
    """Texts of more than 2,000 words are refused, as NLTK refuses them."""
    with pytest.raises(InputError, match="at most 2000 words"):
        scores_of("ribes", pairs(["a " * 2001], ["a b"]))
