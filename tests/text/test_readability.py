"""Sentences, words and syllables, by hand."""

import pytest

from sacreval.text.readability import sentences, syllables, words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("... !", 0),
        ("No end", 1),
        ("One. Two! Three? Four… Five", 5),
        ('He said "Stop." Then (he left.) Silence.', 3),
        ("It costs 3.5 euro at a.b.c today.", 1),
        ("A heading\n\nA text", 2),
        ("One\nline", 1),
        ("Wait..." + "." * 100_000 + "x", 1),
    ],
)
def test_sentences(text, count):
    """Sentences end at marks before blanks, and at empty lines; each has a word."""
    assert sentences(text) == count


def test_words():
    """Words are the tokens with a letter or a digit."""
    assert words("Well - 3 dogs, née “Rex” !") == ["Well", "3", "dogs,", "née", "“Rex”"]


@pytest.mark.parametrize(
    ("count", "texts"),
    [
        (1, "the cat make makes played ruled whole don't mrs 1990 ! wolves clés"),
        (2, "happy table people boxes wanted changes judges well-known queue-up it's-me Ápple"),
        (3, "beautiful yesterday considered everyone's"),
        (4, "jurisprudence information"),
    ],
)
def test_syllables(count, texts):
    """Vowel sequences count, but for a silent e; words without vowels have one syllable."""
    assert {text: syllables(text) for text in texts.split()} == dict.fromkeys(texts.split(), count)
