"""The word tokenizer equals NLTK's NLTKWordTokenizer."""

from random import Random

import mirror
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.tokenize import NLTKWordTokenizer
from random_texts import PIECES, WORDS

from sacreval.native import words
from support.sizes import few, long

official = NLTKWordTokenizer().tokenize
TRAPS = """
    can not Cannot CANNOT d'ye gimme GİMME gonna gotta lemme more'n wanna wannabe 'tis 'Twaſ 'twas
    ' " '' `` ` ''' 's 'S 'm 'd 'll 'LL 'Ll n't N'T N't 're 've 'ſ -- --- - . .. ... , : ? ! * ( )
    [ ] { } < > ; @ # $ % & « » “ ” ‘ ’ „ – — ― ſ ı é ٣ १ a s t d n m 1 2 _ Σ 中 ve re ll
""".split()
SPACES = [" ", "  ", "\n", "\t", "\x1c", "\x85", "\u2028", "\u00a0", ""]

trap = st.lists(
    st.one_of(
        st.sampled_from([*TRAPS, *SPACES]),
        st.sampled_from(PIECES),
        st.sampled_from(WORDS),
        st.text(st.characters(exclude_categories=()), max_size=3),
    ),
    max_size=14,
).map("".join)


@pytest.mark.long
@settings(max_examples=500, deadline=None)
@given(trap)
def test_traps(text):
    """Quotes, clitics, contractions, periods and blanks in any order give NLTK's tokens."""
    assert words(text) == official(text)


@pytest.mark.parametrize("step", [29, long(1)])
@few(3, "pattern", ["a{}b", " '{}", "{}'t is", "cannot{}", "{}cannot ", "a,{}",
                                     "a.{}", "x{}' ", "a'{} b", "wanna{}z", ". {}"])  # fmt: skip
def test_every_character(pattern, step):
    """Code points behave as NLTK's regular expressions have it, wherever they stand."""
    plane = 0x3100 if pattern in {"{}'t is", "a,{}", "cannot{}", " '{}"} else 0x800
    wrong = [
        c
        for c in [*range(0x300), *range(0x300, plane, step), *range(plane, 0x110000, 101 * step)]
        if words(pattern.format(chr(c))) != official(pattern.format(chr(c)))
    ]
    assert not wrong, [hex(c) for c in wrong[:10]]


@pytest.mark.parametrize("step", [29, long(1)])
def test_word_characters(step):
    """A code point is a word character or a digit exactly if the `regex` package says so."""
    word, digit = regex.compile(r"\w"), regex.compile(r"\d")
    for code in [*range(0, 0x20000, step), *range(0x20000, 0x110000, 13 * step)]:
        c = chr(code)
        assert (words(f"'{c}b") == ["'", f"{c}b"]) == bool(word.match(c)), hex(code)
        if not c.isspace():
            assert (words(f"a,{c}") == [f"a,{c}"]) == bool(digit.match(c)), hex(code)


def test_real_sentences():
    """Texts of the mirror, in seven languages, give NLTK's tokens."""
    corpora = mirror.available()
    if not corpora:
        pytest.skip(f"no mirror at {mirror.ROOT}")
    texts = set()
    for read in corpora.values():
        predictions, references = read()
        texts.update(predictions, *references)
    some = Random(8).sample(sorted(texts), min(len(texts), 6000))
    wrong = [text for text in some if words(text) != official(text)]
    assert not wrong, (len(wrong), wrong[0])


@pytest.mark.long
def test_long():
    """A megabyte is one text like any other."""
    text = "The \"dogs'\" can't, won't (cannot) run... " * 25_000
    assert words(text) == official(text)
