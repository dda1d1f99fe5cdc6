"""The lexer: rules given as data, equal to Python's definition of the ptb tokenizer."""

from random import Random

import pytest
import random_texts
from random_texts import text

from sacreval import native
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams._base import ptb_lines
from sacreval.native.text_kernels import Lexer
from sacreval.text import penn_treebank
from sacreval.text.normalizers import squad
from support.sizes import long

WORD = ("[a-z]+", "", None, ())


def lines(rules, *texts, dropped=(), workers=1):
    """Split texts by rules."""
    return Lexer(rules, dropped).lines(texts, workers=workers)


def test_longest_and_first():
    """The longest match wins, the first rule among equal ones, and other characters are dropped."""
    first = ("ab", "", "AB", ())
    assert lines([first, WORD], "ab abc, 1 b") == ["AB abc b"]
    assert lines([WORD, first], "ab") == ["ab"]


def test_context():
    """A context must follow, counts for the length, and is read again."""
    split = ("[a-z]+", "n't", None, ())
    assert lines([WORD, split, ("n't", "", "not", ())], "didn't don't n't") == [
        "did not do not not"
    ]
    end = ("x", r"[^a-z]", "X", ())
    assert lines([WORD, end], "x xx x") == ["X xx X"]


def test_replacements_and_dropped():
    """Replacements apply in order, and tokens that become empty or are listed are left out."""
    rule = ("[^ \n]+", "", None, (("a", "b"), ("b", "cc"), ("z", "")))
    assert lines([rule], "ab z x é😀a", dropped=("x",)) == ["cccc é😀cc"]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("a{2}b{1,2}c{2,}", "aabbcc aabc aabccc abcc", "aabbcc aabccc"),
        ("(?:a|bc)*d?x", "abcax dx x bd", "abcax dx x"),
        ("[]a]", "", None),
        (r"[\u00e9-\u00eb\-]+", "é-ë", "é-ë"),
        ("[^ab]", "abc", "c"),
        (r"\.\*", ".*", ".*"),
    ],
)
def test_expressions(pattern, text, found):
    """Quantifiers, alternatives, brackets and escapes are those of `re`."""
    if found is None:
        assert lines([(pattern, "", None, ())], "]a") == [""]
    else:
        assert lines([(pattern, "", None, ())], text) == [found]


@pytest.mark.parametrize(
    "pattern", ["(a", "a)", "[a", "*a", "a**b(", "a{2", "a{3,2}", r"\d", "(a)", "^a", "a$", "."]
)
def test_unsupported(pattern):
    """What the lexer does not have is refused, not matched otherwise."""
    with pytest.raises(ValueError, match="regular expression"):
        Lexer([(pattern, "", None, ())], ())


def test_texts():
    """Empty texts, line feeds, lone surrogates and NUL are read like any text."""
    rule = ("[^ \n]+", "", None, ())
    assert lines([rule], "", "a\nb", "\ud800x", "\x00") == ["", "a b", "\ud800x", "\x00"]
    with pytest.raises(ValueError, match="str"):
        Lexer([WORD], ()).lines([1])


@pytest.mark.parametrize("count", [400, long(20_000)])
def test_definition(count):
    """Random texts are split as by the definition, whatever the number of threads."""
    random = Random(19)
    texts = [random_texts.text(random, 40) for _ in range(count)]
    texts += [random_texts.text(random, 8).replace(" ", "") for _ in range(count)]
    want = {text: penn_treebank.tokenized(text) for text in texts}
    for workers in (1, 3):
        batch = Batch(
            [Instance(prediction=text, references=[text]) for text in texts], workers=workers
        )
        assert ptb_lines(batch) == want


ASCII = "".join(map(chr, range(128)))


def test_squad():
    """A plain text is normalised as by SQuAD's script; any other text is left to it."""
    plain = native.squad_normalizer()
    random = Random(11)
    taken = 0
    for _ in range(6000):
        kind = random.random()
        raw = text(random, 6) if kind < 0.5 else "".join(random.choices("aAnThe .-_\t\x1c9", k=9))
        raw = raw if kind < 0.9 else "".join(random.choices(ASCII, k=5))
        normalized = plain(raw)
        assert normalized in {None, squad(raw)}, raw
        taken += normalized is not None
    assert 3000 < taken < 6000


@pytest.mark.parametrize(
    ("text", "found"),
    [("", ""), ("The", ""), (" An  ox.", "ox"), ("a\x00b", None), ("é", None), ("\ud800", None)],
)
def test_by_hand(text, found):
    """Articles and punctuation go; a control character and anything but ASCII is no plain text."""
    assert native.squad_normalizer()(text) == found


def test_no_text():
    """What is no text is a TypeError."""
    with pytest.raises(TypeError, match="takes a str"):
        native.squad_normalizer()(b"a")
