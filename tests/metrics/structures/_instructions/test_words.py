"""Instructions about words, letters and languages.

Verdicts are those of lm-evaluation-harness 0.4.13 (lm_eval.tasks.ifeval), called on 2026-11-23. Of
96,104 strict and loose verdicts on random texts, by all instructions but those of languages, none
differed.
"""

import pytest

from sacreval.metrics.structures._instructions.arguments import check_of
from sacreval.metrics.structures.instruction_checks import PREDICATES
from support import missing, tiny_punkt

LESS, LEAST = "less than", "at least"
COUNT = "length_constraints:number_words"


def holds(name, text, **values):
    return check_of(name, values, PREDICATES).holds(text)


@pytest.mark.parametrize(
    ("name", "text", "values", "verdict"),
    [
        ("keywords:existence", "The CAT sat", {"keywords": ["cat", "at"]}, True),
        ("keywords:existence", "The cat sat", {"keywords": ["cat", "dog"]}, False),
        ("keywords:frequency", "cat cats",
         {"keyword": " cat ", "frequency": 2, "relation": LEAST}, True),
        ("keywords:frequency", "cat cats",
         {"keyword": "cat", "frequency": 2, "relation": LESS}, False),
        ("keywords:forbidden_words", "concatenate", {"forbidden_words": ["cat"]}, True),
        ("keywords:forbidden_words", "A Cat.", {"forbidden_words": ["cat"]}, False),
        ("keywords:letter_frequency", "Aa b",
         {"letter": "A", "let_frequency": 2, "let_relation": LEAST}, True),
        ("keywords:letter_frequency", "Aa b",
         {"letter": "a", "let_frequency": 2, "let_relation": LESS}, False),
        (COUNT, "isn't it 3.5?", {"num_words": 5, "relation": LEAST}, True),
        (COUNT, "isn't it 3.5?", {"num_words": 5, "relation": LESS}, False),
    ],
)  # fmt: skip
def test_words(name, text, values, verdict):
    """Words and letters are counted as by the official code."""
    assert holds(name, text, **values) is verdict


def test_sentences(tmp_path, monkeypatch):
    """Sentences are those of punkt; words in capitals are tokens without a small letter."""
    tiny_punkt.set_up(monkeypatch, tmp_path)
    name = "length_constraints:number_sentences"
    assert holds(name, "Mr. Fox ran. He sat!", num_sentences=2, relation=LEAST)
    assert not holds(name, "Mr. Fox ran. He sat!", num_sentences=3, relation=LEAST)
    name = "change_case:capital_word_frequency"
    values = {"capital_frequency": 3, "capital_relation": LEAST}
    assert holds(name, "NASA and the U-2: I flew.", **values)
    assert not holds(name, "NASA and the Fox. I flew.", **values)


def test_languages():
    """The likeliest language counts; a text without letters has any."""
    missing.module("py3langid", "instructions about languages")
    name = "language:response_language"
    german = "Das ist ein kurzer Satz über das Wetter von heute."
    assert holds(name, german, language="de")
    assert not holds(name, german, language="en")
    assert holds(name, "1 + 2 = 3", language="kn")
    english = "This is a short sentence about the weather of today."
    assert holds("change_case:english_capital", english.upper())
    assert not holds("change_case:english_capital", german.upper())
    assert not holds("change_case:english_capital", english)
    assert holds("change_case:english_lowercase", english.lower())
    assert not holds("change_case:english_lowercase", english)
