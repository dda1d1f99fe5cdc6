"""sacreval normalize: what normalizers, extractors and tokenizers make of texts."""

import json

import pytest


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("squad", "The cat, sat", "a  b"), "cat sat\nb\n"),
        (("strip+lower", " A "), "a\n"),
        (("13a", "Hi, there"), "Hi , there\n"),
        (("rouge", "Hi-Fi, it's"), "hi fi it s\n"),
        (("boxed", r"so \boxed{x} it is"), "x\n"),
        (("regex:a(.*)", "a\nb\nac"), "c\n"),
        (("lower", "A\nB"), "a\\nb\n"),
        (("gsm8k", "--kind", "extractor", "#### 1,000"), "1000\n"),
    ],
)
def test_texts(cli, words, printed):
    """Each text becomes one line, also where the result has several."""
    done = cli("normalize", *words)
    assert (done.code, done.out) == (0, printed), done.err


def test_lines(cli):
    """Without texts, the lines of standard input are read."""
    assert cli("normalize", "lower", stdin=b"A B\nC\n").out == "a b\nc\n"


def test_no_answer(cli):
    """A text without an answer is an empty line with the reason, and the exit code is 3."""
    done = cli("normalize", "last-number", "none", "4 and 5")
    assert (done.code, done.out) == (3, "\n5\n")
    assert "text 1: no number" in done.err
    done = cli("normalize", "last-number", "none", "--format", "jsonl")
    assert done.code == 3
    assert json.loads(done.out)["error"].startswith("no number")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("squd", "x"), "did you mean 'squad'?"),
        (("gsm8k", "x"), "gsm8k is a normalizer and an extractor; add --kind"),
        (("squad", "--kind", "tokenizer", "x"), "there is no tokenizer 'squad'"),
        (("regex:(", "x"), "not a regular expression"),
    ],
)
def test_bad_names(cli, words, message):
    """A name that is wrong, or of several kinds, is exit code 2."""
    done = cli("normalize", *words)
    assert (done.code, message in done.err) == (2, True), done.err


def test_names_are_listed_once(cli):
    """The list of names has a name once that is of several kinds."""
    done = cli("normalize", "qqqqqqqq", "x")
    names = done.err.partition("available: ")[2].split(", ")
    assert len(names) > 1
    assert len(names) == len(set(names))
