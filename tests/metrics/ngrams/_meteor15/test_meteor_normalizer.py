"""METEOR's normaliser: punctuation, full stops, hyphens and apostrophes."""

import pytest

from sacreval.metrics.ngrams._meteor15.meteor_normalizer import normalizer, split


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "Mr. Smith's 3.5% rise, in 1990's U.S.-based firms.",
         "mr. smith 's 3.5 % rise , in 1990 's us based firms ."),
        ("en", "No. 7 and No. x", "no. 7 and no. x"),
        ("en", "No. Seven", "no . seven"),
        ("en", "Wait... what.. ", "wait ... what .."),
        ("en", "1,000 or 1 ,000 or a,b", "1,000 or 1 , 000 or a , b"),
        ("en", "\u201cQuoted\u201d \u2018single\u2019 ``x'' a\u2013b a\u2014b a--b",
         "\" quoted \" ' single ' \" x \" a - b a \u2014 b a b"),
        ("fr", "L'homme d'\u00e9t\u00e9", "l' homme d' \u00e9t\u00e9"),
        ("de", "geht's", "geht ' s"),
        ("en", "don't", "don 't"),
        ("en", "a\u00a0b\u3000c", "a b c"),
        ("en", "\x1f a \x1f b \x0b", "a \x1f b"),  # Java trims control characters at the ends
        ("en", "", ""),
    ],
)  # fmt: skip
def test_words(language, text, words):
    """Words, marks and numbers are separated as METEOR 1.5 does, and lower-cased."""
    normalize = normalizer(language, prefixes=["Mr"], numeric=["No"], kind="full")
    assert " ".join(split(normalize(text))) == words


def test_other_kinds():
    """Without punctuation only letters and digits are left; other kinds change no marks."""
    make = {k: normalizer("en", prefixes=(), numeric=(), kind=k)
            for k in ("no-punctuation", "lowercase", "none")}  # fmt: skip
    assert split(make["no-punctuation"]("It's 3.5%, OK.")) == ["it", "s", "3", "5", "ok"]
    assert split(make["lowercase"]("It's\tOK.\f")) == ["it's", "ok."]
    assert split(make["none"]("It's\u00a0OK.")) == ["It's\u00a0OK."]
