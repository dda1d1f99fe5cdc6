"""Tables checked over everything they can be asked."""

import os
import re
import sys

import mirror
import pytest
from nltk.stem.porter import PorterStemmer
from random_texts import WORDS
from rouge_score import tokenize

from sacreval import native
from sacreval.native.batch import extension
from support import missing
from support.sizes import long

SANITIZED = 16 if "SACREVAL_SANITIZED" in os.environ else 1  # a million texts are slow there
each_step = pytest.mark.parametrize("step", [61, long(SANITIZED)])


def every(step):
    """List all code points below U+3100, where most alphabets are, and every n-th above."""
    return [chr(c) for c in [*range(0x3100), *range(0x3100, sys.maxunicode + 1, step)]]


def words_of(texts):
    return {word for text in texts for word in re.findall(r"\w+", text.lower())}


def vocabulary():
    """Every word of the mirror's texts and of its English WordNet list."""
    words = set(WORDS)
    for read in mirror.available().values():
        predictions, references = read()
        words |= words_of(predictions) | words_of(r for refs in references for r in refs)
    folder = mirror.find("cmu-mtlab/meteor")
    if folder is not None:
        words |= words_of(mirror.lines(folder / "resources/synonym/english.synsets")[::2])
    return sorted(words)


def test_porter():
    """The stemmer equals NLTK's on every word of the mirror and on odd endings."""
    if not mirror.available():
        missing.say(f"Porter's stemmer on the words of real texts: no mirror at {mirror.ROOT}")
    stem, official = extension().porter_stem, PorterStemmer()
    suffixes = ["", "s", "ed", "ing", "y", "ies", "ied", "eed", "alli", "fulli", "logi", "ion",
                "ational", "biliti", "*ded", "*ding", "e", "ll", "ement", "yy"]  # fmt: skip
    suffixes += (
        "enci anci izer abli bli entli eli ousli ization ation ator alism iveness fulness ousness "
        "aliti iviti icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement "
        "ment ent ion sion tion ou ism ate iti ous ive ize"
    ).split()
    marks = ["\ufeff", "\ufffe"]  # byte order marks are letters like others
    stems = ("a b y by éa tr ho falafel hopp fizz syzygy *d at us adopt relat oppress").split()
    stems += ["", *marks]
    words = [*vocabulary(), *(a + b for a in stems for b in suffixes)]
    wrong = [w for w in words if stem(w) != official.stem(w, to_lowercase=False)]
    assert not wrong, (len(wrong), wrong[:10])


@each_step
@pytest.mark.parametrize("tokenizer", ["none", "13a"])
def test_white_space(tokenizer, step):
    """Every code point separates words exactly if `str.split()` says so."""
    characters = every(step)
    texts = native.Texts([f"a{c}b" for c in characters], [[] for _ in characters])
    rows = native.bleu(texts, tokenize=tokenizer, lowercase=False, max_ngram_order=1)
    spaces = {c for c in characters if c.isspace()}
    split = {c for c, n in zip(characters, rows[:, 0].tolist(), strict=True) if n == 2}
    assert split == spaces


@each_step
def test_rouge_letters(step):
    """Every code point is a letter, or separates, exactly as rouge-score's regex has it."""
    characters = every(step)
    texts = native.Texts([f"a{c}b" for c in characters], [["ab"]] * len(characters))
    rows = native.rouge_pairs(texts, types=("1",), stemmer=False)
    assert rows[:, 1].tolist() == [len(tokenize.tokenize(f"a{c}b", None)) for c in characters]


@pytest.mark.long
@each_step
def test_lower_case(step):
    """`lowercase` is `str.lower()` for every code point, final sigma included."""
    words = [*every(step), "ΑΣ", "ΑΣΑ", "İI"]
    texts = native.Texts(words, [[word.lower()] for word in words])
    options = {"char_order": 1, "word_order": 0, "whitespace": True}
    low = native.chrf_pairs(texts, lowercase=True, **options)
    assert low[:, 2].tolist() == [len(word.lower()) for word in words]
