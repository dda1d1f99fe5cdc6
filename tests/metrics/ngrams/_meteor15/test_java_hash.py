"""Hash codes are Java's."""

import pytest

from sacreval.metrics.ngrams._meteor15.java_hash import java_hash


# Printed by jshell of Java 17 (`"...".hashCode() & 0xFFFFFFFFL`, 2026-11-22).
@pytest.mark.parametrize(
    ("text", "code"),
    [("", 0), ("a", 97), ("Aa", 2112), ("BB", 2112), ("größe", 98762257), ("😀", 1772899)],
)
def test_java(text, code):
    """The code is the polynomial of the UTF-16 code units at 31, modulo 2**32."""
    assert java_hash(text) == code


def test_lone_surrogates():
    """Half a character is a code unit like others."""
    assert java_hash("\ud83d\ude00") == java_hash("😀")
