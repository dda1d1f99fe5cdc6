"""Exact match and F1 of short answers, by hand."""

from collections import Counter
from random import Random

import pytest

from sacreval.text.answers.short_answers import right_answers, score_answer, token_f1


@pytest.mark.parametrize(
    ("references", "one", "two"),
    [(["The cat!", "the"], ["cat", ""], ["cat"]), ([], [""], [""]), (["a"], [""], [""])],
)
def test_right_answers(references, one, two):
    """Answers are normalised; 2.0 drops those that are then empty, and nothing is one answer."""
    assert right_answers(references, version="1.1") == one
    assert right_answers(references, version="2.0") == two


def test_answered_by_hand():
    """`cat sat` is not `cat`, and shares one word: F1 2 / 3, with the better of two answers."""
    assert score_answer("The cat sat", ["dog", "cat"], version="1.1") == (0.0, pytest.approx(2 / 3))
    assert score_answer("a Cat.", ["cat"], version="1.1") == (1.0, 1.0)


@pytest.mark.parametrize(("version", "f1"), [("1.1", 0.0), ("2.0", 1.0)])
def test_no_answer(version, f1):
    """An empty output equals an empty answer; its F1 is 0 in 1.1 and 1 in 2.0."""
    assert score_answer("", [""], version=version) == (1.0, f1)


def test_repeated_words():
    """`go go` and `go` share one of three words: 2 / 3."""
    assert token_f1("go go", "go", empty=0.0) == pytest.approx(2 / 3)


def test_f1_of_random_words():
    """F1 is that of counted words, also where all words or none are shared."""
    random = Random(9)
    seen = set()
    for _ in range(500):
        a, b = (" ".join(random.choices("abcd", k=random.randint(0, 3))) for _ in range(2))
        left, right = Counter(a.split()), Counter(b.split())
        total = left.total() + right.total()
        want = 2 * (left & right).total() / total if total else 0.25
        assert token_f1(a, b, empty=0.25) == want
        seen.add(want)
    assert {0.0, 0.25, 1.0} < seen
