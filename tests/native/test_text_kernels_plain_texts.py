"""Normalisers of plain texts give what the normalisers of all texts give."""

from random import Random

import pytest
from random_texts import text

from sacreval import native
from sacreval.text.normalizers import squad

ASCII = "".join(map(chr, range(128)))


def test_squad():
    """A plain text is normalised as by SQuAD's script; any other text is left to it."""
    plain = native.squad_normalizer()
    random = Random(11)
    taken = 0
    for _ in range(6000):
        kind = random.random()
        one = text(random, 6) if kind < 0.5 else "".join(random.choices("aAnThe .-_\t\x1c9", k=9))
        one = one if kind < 0.9 else "".join(random.choices(ASCII, k=5))
        found = plain(one)
        assert found in {None, squad(one)}, one
        taken += found is not None
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
