"""The stemmer is NLTK's Porter stemmer with Martin Porter's extensions."""

from itertools import product

import pytest
from nltk.stem.porter import PorterStemmer

from sacreval.metrics.ngrams._rouge155.porter import stem
from support import mirror

STEMS = (
    "a b y by syzyg yy toyy sayy 3 x1 employ hopp fall controll roll tr ay relat falafel".split()
)
ENDINGS = (
    "s ed ing y ies eed sses bl at iz ational tional enci anci izer bli alli entli eli ousli "
    "ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize "
    "iciti ical ful ness al ance ence er ic able ible ant ement ment ent sion tion ion ou ism ate "
    "iti ous ive ize e ll le"
).split()
OFFICIAL = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)


def test_endings():
    """Every ending, and two of them in a row, after stems of all measures."""
    words = [f"{a}{b}{c}" for a, b, c in product(STEMS, ENDINGS, ["", *ENDINGS[:8]])]
    wrong = [word for word in words if stem(word) != OFFICIAL.stem(word, to_lowercase=False)]
    assert not wrong, (len(wrong), wrong[:10])


def test_real_words():
    """The words of English references of WMT23."""
    text = "\n".join(mirror.lines(f"{mirror.WMT23}/sources/en-de.txt")).lower()
    words = {word for word in text.split() if word.isalpha()}
    wrong = [word for word in words if stem(word) != OFFICIAL.stem(word, to_lowercase=False)]
    assert not wrong, (len(wrong), wrong[:10])
    assert len(words) > 1000


@pytest.mark.parametrize("word", ["", "a", "as", "be"])
def test_short(word):
    """Words of at most two letters are their own stems."""
    assert stem(word) == word
