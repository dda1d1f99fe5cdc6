"""Abbreviations of the Penn Treebank tokenizer."""

from sacreval.text.ptb import ptb
from sacreval.text.ptb import ptb_abbreviations as abbreviations


def test_the_full_stop_stays():
    """Every abbreviation keeps its full stop, before a word or, for some, before a number."""
    always = [*abbreviations.FOLDED.split(), *abbreviations.CASED.split()]
    for word in [*always, *abbreviations.PROPER.split()]:
        assert ptb.tokenized(f"{word}. x") == f"{word}. x".lower()
    for word in abbreviations.NUMBERED.split():
        assert ptb.tokenized(f"{word}. 5, {word}. x") == f"{word}. 5 {word} x"


def test_sentence_starters():
    """A letter loses its full stop before each of them, and not before the word in lower case."""
    for word in abbreviations.SENTENCE_STARTERS.split():
        assert ptb.tokenized(f"x b. {word} y") == f"x b {word} y".lower()
        assert ptb.tokenized(f"x b. {word.lower()} y") == f"x b. {word} y".lower()
