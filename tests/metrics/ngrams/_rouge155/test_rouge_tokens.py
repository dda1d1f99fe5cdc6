"""How ROUGE-1.5.5 reads texts."""

import pytest

from sacreval.metrics.ngrams._rouge155.rouge_tokens import (
    Limit,
    sentences,
    sentences_of_lcs,
    tokens,
    whole_text,
)
from sacreval.text.raw_bytes import to_text

LINES = [b"one two three", b" four five", b"six"]


def test_sentences():
    """Lines are sentences; empty ones are dropped, and a line of one blank is kept."""
    assert sentences("\n\na b\r\n \nc") == [b"a b\r", b" ", b"c"]


def test_bytes():
    """A byte that is not UTF-8 is one byte again; lone surrogates have three."""
    assert sentences(to_text(b"a\xff\x80b")) == [b"a\xff\x80b"]
    assert sentences("\ud800") == [b"\xed\xa0\x80"]


@pytest.mark.parametrize(
    ("limit", "want"),
    [
        (Limit(), b"one two three  four five six"),
        (Limit(words=2), b"one two"),
        (Limit(words=3), b"one two three"),
        (Limit(words=4), b"one two three "),  # the blank before four makes an empty word
        (Limit(words=5), b"one two three  four"),
        (Limit(words=9), b"one two three  four five six"),
        (Limit(bytes=5), b"one t"),
        (Limit(bytes=15), b"one two three  f"),  # the blank between lines does not count
    ],
)
def test_whole_text(limit, want):
    """Sentences are added while they stay below the limit; the first that reaches it is cut."""
    assert whole_text(LINES, limit) == want


def test_limit_of_sentences():
    """For ROUGE-L and W a limit in bytes holds for each sentence on its own."""
    assert sentences_of_lcs(LINES, Limit(bytes=11)) == [b"one two thr"]
    assert sentences_of_lcs(LINES[1:], Limit(bytes=11)) == [b" four five", b"six"]
    assert sentences_of_lcs(LINES, Limit(words=5)) == [b"one two three", b" four"]


def test_tokens():
    """Tokens are runs of A-Z, a-z and 0-9; letters beyond ASCII are blanks."""
    assert tokens("Well-known café, $5 x_y &amp; 3rd".encode()) == [
        "well", "known", "caf", "5", "x", "y", "amp", "3rd",
    ]  # fmt: skip
