"""WER, word error rate, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize("engine", [None, "official"])
def test_by_hand(engine):
    """A substitution and an insertion for four reference words: 2 / 4."""
    found = scores_of("wer", pairs(["a x c d e"], ["a b c d"]), engine=engine)
    assert found == {
        "wer": 0.5,
        "wer_hits": 3,
        "wer_substitutions": 1,
        "wer_deletions": 0,
        "wer_insertions": 1,
    }


def test_only_blanks_separate_words():
    """A line end and a no-break space do not separate words."""
    assert scores_of("wer", pairs(["a\nb c\u00a0d"], ["a b c d"]))["wer"] == 1.0


def test_standardize():
    """Lowercase, with contractions in full and without text in brackets, both sides are equal."""
    records = pairs(["I'm [laugh] <unk>here"], ["i am\there"])
    assert scores_of("wer", records)["wer"] > 0
    assert scores_of("wer", records, {"transform": "standardize"})["wer"] == 0.0


def test_standardize_keeps_punctuation():
    """A full stop stays part of its word: one word of two differs."""
    records = pairs(["It works."], ["it works"])
    assert scores_of("wer", records, {"transform": "standardize"})["wer"] == 0.5
