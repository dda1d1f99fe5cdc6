"""Lengths, repetition, readability and extractiveness of texts, by hand."""

import pytest

from support.classic_cases import others
from support.tasks import scores_of


def test_length_by_hand():
    """`the cat` has 2 words and 7 characters, blanks included; an empty output has none."""
    records = [{"prediction": "the cat"}, {"prediction": ""}]
    assert scores_of("length", records) == {"length_words": 1.0, "length_characters": 3.5}


@pytest.mark.parametrize(
    ("prediction", "references", "unit", "ratio", "deviation"),
    [
        ("a b c", ["a b", "a b c d e f"], "token", 3 / 2, 1 / 2),
        ("a b c", ["a b", "a b c d"], "token", 3 / 2, 1 / 2),
        ("a b", ["a b c d"], "token", 1 / 2, 1 / 2),
        ("ab", ["abcd"], "character", 1 / 2, 1 / 2),
        ("a.", ["a"], "word", 2.0, 1.0),
    ],
)
def test_length_to_reference_by_hand(prediction, references, unit, ratio, deviation):
    """Three words for two are half too many; of two as close the shorter counts."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("length-to-reference", [record], {"unit": unit})
    assert found == {"length_ratio": ratio, "length_deviation": deviation}


def test_lengths_are_summed():
    """4 and 2 words for 2 and 6 are 6/8, and 6 words of 8 are too many or too few."""
    records = [
        {"prediction": "a b c d", "references": ["a b"]},
        {"prediction": "a b", "references": ["a b c d e f"]},
    ]
    found = scores_of("length-to-reference", records)
    assert found == {"length_ratio": pytest.approx(6 / 8), "length_deviation": 6 / 8}


def test_repetition_by_hand():
    """`a b a b` repeats 2 of 4 words and 1 of 3 bigrams; `a a` adds 1 of 2 and 0 of 1."""
    found = scores_of("repetition", [{"prediction": "a b a b"}], {"orders": [1, 2]})
    assert found == {"repetition_1": 0.5, "repetition_2": pytest.approx(1 / 3)}
    both = [{"prediction": "a b a b"}, {"prediction": "a a"}]
    found = scores_of("repetition", both, {"orders": [1, 2]})
    assert found == {"repetition_1": 0.5, "repetition_2": 0.25}


def test_without_ngrams():
    """An output that is too short has no n-grams, and scores 0."""
    assert scores_of("repetition", [{"prediction": "a"}], {"orders": [2]}) == {"repetition_2": 0.0}


def test_extractiveness_by_hand():
    """Fragments of 2 and 3 of 6 words: 5/6, (4 + 9) / 6, and 6 source words for 6."""
    record = {
        "sources": ["The cat sat", "on the mat"],
        "prediction": "the cat on the mat today",
    }
    assert scores_of("extractiveness", [record]) == {
        "coverage": pytest.approx(5 / 6),
        "density": pytest.approx(13 / 6),
        "compression": 1.0,
    }
    cased = scores_of("extractiveness", [record], {"lowercase": False})
    assert cased["density"] == pytest.approx((1 + 1 + 9) / 6)  # `the`, `cat` and `on the mat`


def test_an_empty_summary():
    """It scores 0 on each."""
    found = scores_of("extractiveness", [{"sources": ["a"], "prediction": ""}])
    assert set(found.values()) == {0.0}


def test_readability_by_hand():
    """Two sentences, nine words, ten syllables, 29 characters, 27 letters."""
    found = scores_of("readability", [{"prediction": "The cat sat on the mat. It was happy."}])
    assert found == {
        "fkgl": pytest.approx(0.39 * 9 / 2 + 11.8 * 10 / 9 - 15.59),
        "flesch": pytest.approx(206.835 - 1.015 * 9 / 2 - 84.6 * 10 / 9),
        "ari": pytest.approx(4.71 * 29 / 9 + 0.5 * 9 / 2 - 21.43),
        "coleman_liau": pytest.approx(0.0588 * 2700 / 9 - 0.296 * 200 / 9 - 15.8),
    }


def test_sums():
    """Counts of outputs are summed before the formulas are applied; without words all are 0."""
    split = [{"prediction": "The cat sat on the mat."}, {"prediction": "It was happy."}]
    whole = [{"prediction": "The cat sat on the mat. It was happy."}]
    assert scores_of("readability", split) == pytest.approx(scores_of("readability", whole))
    assert set(scores_of("readability", [{"prediction": " - "}]).values()) == {0.0}


def test_textstat():
    """ARI is textstat's; Coleman-Liau has the paper's 0.0588 for textstat's 0.058."""
    entry = others("readability_textstat")
    scores = entry["scores"]
    for i, text in enumerate(entry["texts"]):
        found = scores_of("readability", [{"prediction": text}])
        assert found["ari"] == pytest.approx(scores["automated_readability_index"][i])
        letters = sum(map(str.isalnum, text)) / max(1, len(text.split()))
        same = found["coleman_liau"] - 0.0008 * 100 * letters
        assert same == pytest.approx(scores["coleman_liau_index"][i])
