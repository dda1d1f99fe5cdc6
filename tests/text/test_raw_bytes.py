"""Texts of any bytes, as valid Unicode."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.text.raw_bytes import to_bytes, to_text

NEAR = st.lists(st.sampled_from([b"\xf4\x8f\xbe\x80", b"\xf4", b"\x8f", b"\xbf", b"\xe9", b"a"]))


@given(st.one_of(st.binary(max_size=20), NEAR.map(b"".join)))
def test_every_byte_returns(data):
    """Any bytes become a text that UTF-8 can encode, and that text becomes these bytes again."""
    text = to_text(data)
    text.encode()
    assert to_bytes(text) == data


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"caf\xc3\xa9", "café"),
        (b"caf\xe9", "caf\U0010ffe9"),
        (b"\x80\xbf\xc0\xff", "\U0010ff80\U0010ffbf\U0010ffc0\U0010ffff"),
        ("\U0010ffe9".encode(), "\U0010fff4\U0010ff8f\U0010ffbf\U0010ffa9"),
    ],
)
def test_characters(data, text):
    """UTF-8 is decoded; another byte, and each of a reserved character, becomes one character."""
    assert to_text(data) == text


def test_texts_of_other_origin():
    """A text that no reader made is its UTF-8, with surrogates that are not in pairs."""
    assert to_bytes("é\ud800") == b"\xc3\xa9\xed\xa0\x80"
