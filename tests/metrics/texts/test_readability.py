"""Readability by hand, and textstat's numbers where the definitions agree."""

import pytest

from support.classic_cases import others
from support.tasks import scores_of


def test_by_hand():
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
